// `phalanx shot`: images without a window.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/army/framing.h"
#include "app/army/stage.h"
#include "app/battle/army_battle.h"
#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "app/commands/commands.h"
#include "app/commands/desktop/offscreen.h"
#include "app/commands/shared_options.h"
#include "app/events/army_traces.h"
#include "app/events/drawn_units.h"
#include "app/events/event_log.h"
#include "app/falls/fall_script.h"
#include "app/layers/layered_army.h"
#include "app/layers/planted_feet.h"
#include "app/scene/scene_soldiers.h"
#include "asset/common/image.h"
#include "core/error.h"
#include "core/log.h"
#include "core/stopwatch.h"
#include "gl/objects/readback.h"
#include "render/passes/targets.h"

namespace phalanx {
namespace {

constexpr double kDay_s = 24.0 * 3600.0;
constexpr double kBodyStep_s = 1.0 / 30.0;
constexpr std::uint32_t kDefaultUnits = 1500;
constexpr std::uint32_t kDefaultSoftwareUnits = 600;

// "f_%04d.png" with 7 -> "f_0007.png". The pattern was checked when the command line was read.
std::string frameFile(const std::string& pattern, int frame) {
    const std::size_t percent = pattern.find('%');
    if (percent == std::string::npos) return pattern;
    const std::size_t d = pattern.find('d', percent);
    const std::string width = pattern.substr(percent + 1, d - percent - 1);
    const int digits = width.empty() ? 0 : std::stoi(width);
    return pattern.substr(0, percent) + fmt::format("{:0{}}", frame, std::max(1, digits)) +
           pattern.substr(d + 1);
}

Camera orbited(const Camera& camera, double turn) {
    Camera result = camera;
    const glm::dvec3 from_target = camera.eye - camera.target;
    const double angle = turn * 2.0 * glm::pi<double>();
    result.eye = camera.target +
                 glm::dvec3(std::cos(angle) * from_target.x + std::sin(angle) * from_target.z, from_target.y,
                            std::cos(angle) * from_target.z - std::sin(angle) * from_target.x);
    return result;
}

// Images named by a pattern are outputs too: none may replace a model or the JSON.
void checkFrames(const ShotOptions& options) {
    if (options.frames == 1) return;
    for (int frame = 0; frame < options.frames; ++frame)
        checkOutputs(inputFiles(options.settings.army), {frameFile(options.output, frame), options.json});
}

std::vector<std::string> outputsOf(const ShotOptions& options) {
    std::vector<std::string> outputs{options.json, options.log_events};
    for (int frame = 0; frame < options.frames; ++frame)
        outputs.push_back(frameFile(options.output, options.frames > 1 ? frame : 0));
    return outputs;
}

}  // namespace

void declareOptions(OptionSet& set, ShotOptions& options) {
    const Settings& defaults = options.settings;
    set.models(options.settings.army, options.import, OptionSet::kManyModels);
    set.group(kEquipmentGroup, defaults);
    set.group(kBakingGroup, defaults);
    declareCrowd(set, options, "1500, by software rendering 600");
    set.group(kDetailGroup, defaults);
    set.setting("render-scale", defaults);
    set.group(kPictureGroup, defaults);
    set.group(kTracesGroup, defaults);
    set.group(kSceneryGroup, defaults);
    set.group(kBattleGroup, defaults);
    set.add({.key = "output", .help = "PNG file; for several frames a name like f_%04d.png."}, options.output,
            {.letter = 'o', .required = true, .file = FileName::kRegularOnly});
    set.setting("size", defaults);
    set.setting("camera", defaults);
    set.setting("take", defaults);
    declareScene(set, options);
    set.add({.key = "time", .help = "Time of the first image, seconds.", .most = 1e6}, options.time_s);
    set.add({.key = "frames", .help = "Number of images.", .least = 1, .most = 100'000}, options.frames);
    set.add({.key = "fps", .help = "Images per second of animation time.", .least = 1.0, .most = 1000.0},
            options.fps);
    set.add({.key = "orbit", .help = "The camera circles the army once over all images."}, options.orbit);
    set.add({.key = "pose", .help = settingOf("pose").help}, options.pose, {.file = FileName::kRegularOnly});
    set.add({.key = "orders",
             .help = "Orders as JSON: what changes in the pose of which units at what time; docs/pose.md has "
                     "the form."},
            options.orders, {.file = FileName::kRegularOnly});
    set.add(
        {.key = "falls", .help = "Who falls, hit how, at what time, as JSON; docs/falls.md has the form."},
        options.falls, {.file = FileName::kRegularOnly});
    set.add({.key = "log-events",
             .help = "Writes what happens to the units, from second 0 to the last image, to a file."},
            options.log_events, {.file = FileName::kRegularOnly});
    for (const char* const mistake :
         {"absolute-rotations", "overlapping-bodies", "loose-joints", "never-rest", "events-once-per-frame",
          "events-of-drawn-units", "ask-all"})
        set.setting(mistake, defaults);
    declareJson(set, options, "Writes counts of what was drawn to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, ShotOptions& options) {
    takeScene(options);
    checkOutputPattern("--output", options.output, options.frames);
    std::vector<std::string> inputs = inputFiles(options.settings.army);
    for (const std::string& file : {options.pose, options.falls}) {
        if (!file.empty()) inputs.push_back(file);
    }
    if (!options.orders.empty()) {
        if (options.pose.empty())
            throw usageError("--orders", "changes the pose of --pose, which is missing");
        inputs.push_back(options.orders);
    }
    checkOutputs(inputs, {options.output, options.json, options.log_events});
    if (!options.pose.empty()) {
        requireNoBattle(options);
        requireLayerTechnique(options.settings.render.technique);
    }
    if (!options.falls.empty() || fights(options.settings) || options.hasFallen())
        options.own_frames = kOwnFrames;
}

ExitCode run(const ShotOptions& options) {
    checkFrames(options);
    std::vector<Volley> volleys;
    if (!options.falls.empty()) volleys = readVolleys(options.falls);
    OffscreenArmy army(options, {.outputs = outputsOf(options),
                                 .auto_units = kDefaultUnits,
                                 .auto_software_units = kDefaultSoftwareUnits});
    Stage& stage = army.stage;
    const gl::Capabilities& capabilities = army.context.capabilities();
    const std::string& technique = options.settings.render.technique;
    stage.takeTechnique(technique, army.models, options.skin());
    const Settings& settings = options.settings;
    std::unique_ptr<LayeredArmy> layers;
    if (const auto plan = layerPlan(options.pose, settings.pose, options.orders))
        layers = playLayers(stage, army.models, *plan);
    const std::unique_ptr<PlantedFeet> feet = layers ? nullptr : plantFeet(stage, army.models);
    std::optional<FallScript> script;
    if (!volleys.empty()) script.emplace(volleys, options.falls, stage.crowd, army.models);
    Falls falls(capabilities, army.models, settings.body_mistakes);
    stage.renderer.setOwnFrames(falls.passes());
    if (options.scene) {
        editSoldiers(*options.scene, army.models, stage.crowd, 0);
        layFallen(*options.scene, falls, stage, army.models, 0);
    }
    const glm::ivec2 size = settings.view.size;
    const double aspect = static_cast<double>(size.x) / size.y;
    const PlainTarget picture(capabilities, GL_RGBA8, size.x, size.y, false, "picture");
    const std::optional<Camera>& asked = settings.view.camera;
    const CameraTake& take = settings.view.take;

    // The clock of a crowd lasts six days: on the way to a later image it is rebased every day.
    const EventMistakes& mistakes = options.settings.event_mistakes;
    const bool fought = fights(settings);
    const bool events = fought || stage.render.traces || !options.log_events.empty() || mistakes.loses();
    const ArmyMarkers markers = events ? markersOf(army.models) : ArmyMarkers();
    std::optional<EventLog> log;
    if (!options.log_events.empty()) {
        log.emplace(options.log_events);
        log->advance(stage.crowd, markers, 0);
    }
    // Each image is a frame.
    std::optional<PolledEvents> polled;
    if (mistakes.loses()) polled.emplace(markers);
    DrawnUnits drawn;
    std::optional<ArmyTraces> traces;
    if (stage.render.traces) traces.emplace(army.models, markers);
    std::optional<ArmyBattle> battle;
    if (fought) battle.emplace(graphFor(settings.graph, army.models), markers);
    if (battle) battle->askAll(mistakes.ask_all);
    const auto cameraNow = [&](Ticks now) {
        if (!take.empty()) return cameraOf(take, stage.crowd, now);
        return asked ? *asked : defaultCamera(stage.crowd, now, {aspect});
    };
    Camera view = cameraNow(0);  // of the last image
    const auto listen = [&](Ticks now, bool at_once) {
        PolledEvents* const heard = polled ? &*polled : nullptr;
        if (polled) polled->advance(stage.crowd, now);
        if (log) log->advance(stage.crowd, markers, now, heard);
        if (!traces) return;
        const ArmyTraces::NewTraces& added = traces->advance(stage.crowd, view.eye, now, at_once, heard);
        stage.renderer.traces().take(added.replace_all, added.traces);
    };
    const auto advance = [&](Ticks now) {
        if (polled) {
            std::vector<bool> seen;
            if (mistakes.drawn_only)
                seen = drawn.find(stage.crowd, stage.gpu_models, view, aspect, stage.render.cull, now);
            polled->beginFrame(mistakes, std::move(seen));
        }
        if (battle) battle->advance(stage.crowd, now, [&](Ticks at) { listen(at, false); });
        listen(now, true);
        if (layers) layers->advance(stage.crowd, now);
        stage.crowd.advance(now);
    };
    if (battle) battle->advance(stage.crowd, 0);
    if (layers) layers->advance(stage.crowd, 0);
    stage.crowd.advance(0);
    // Traces and events of a later time are found at that time, from what was before it; polled events have
    // no past.
    if (polled || options.time_s == 0.0) listen(0, true);
    // Bodies fall step by step; without them, any time is reached at once.
    const bool bodies = battle && battle->usesBodies();
    const double step_s = bodies ? kBodyStep_s : kDay_s;
    double passed_s = 0.0;
    const auto advanceTo = [&](double seconds) {
        while (passed_s < seconds) {
            passed_s = std::min(passed_s + step_s, seconds);
            const Ticks now = ticksFromSeconds(passed_s);
            advance(now);
            if (!bodies) continue;
            view = cameraNow(now);
            const std::vector<Shot> shots = shotsAt(battle->takeStruck(), stage.crowd, {view, aspect}, now);
            if (!shots.empty()) falls.shoot(shots, stage, army.models, {view, aspect}, now);
            falls.advance(stage, army.models, now, Wait::kYes);
        }
        return ticksFromSeconds(seconds);
    };
    const Ticks first = advanceTo(options.time_s);
    const Camera still = cameraNow(first);
    const glm::dvec3 start = marchOffset(stage.crowd, first);
    view = still;
    for (int frame = 0; frame < options.frames; ++frame) {
        const Ticks now = advanceTo(options.time_s + frame / options.fps);
        Camera camera = options.orbit ? orbited(still, static_cast<double>(frame) / options.frames) : still;
        if (!take.empty()) {
            camera = cameraNow(now);
        } else if (!asked) {
            const glm::dvec3 gone = marchOffset(stage.crowd, now) - start;
            camera.eye += gone;
            camera.target += gone;
        }
        raiseAboveHills(camera, stage.crowd);
        view = camera;
        if (script) script->advance(falls, stage, army.models, {camera, aspect}, now, Wait::kYes);
        stage.renderer.draw(stage.gpu_models, stage.crowd, camera, stage.render, now, size.x, size.y);
        stage.renderer.present(picture.framebuffer());
        gl::Pixels pixels = gl::readPixels(picture.framebuffer(), size.x, size.y);
        const std::string file = frameFile(options.output, options.frames > 1 ? frame : 0);
        writePng(file, pixels.width, pixels.height, 4, pixels.rgba8);
    }
    if (log) log->close();
    if (script) script->warnOfStanding();
    const FrameStats& stats = stage.renderer.settledStats();
    const std::string shown = options.frames > 1 ? fmt::format("{} images, the first is {}", options.frames,
                                                               frameFile(options.output, 0))
                                                 : options.output;
    if (options.json != "-") {
        printResult(fmt::format("{}: {} units, {} of them in view, {} triangles, {} draw calls\n", shown,
                                stats.units, stats.visible, stats.triangles, stats.draws));
        if (polled)
            printResult(fmt::format("{} events should have fired, {} did\n", polled->counts().happened,
                                    polled->counts().heard));
    }
    writeJson(options.json, {{"file", options.output},
                             {"frames", options.frames},
                             {"units", stats.units},
                             {"select", stats.selected_by_gpu ? "gpu" : "cpu"},
                             {"visible", stats.visible},
                             {"shadow_visible", stats.shadow_visible},
                             {"level_units", stats.lod_units},
                             {"technique", technique},
                             {"drawn_by", stats.technique},
                             {"triangles", stats.triangles},
                             {"draws", stats.draws},
                             {"unit_draws", stats.unit_draws},
                             {"events", polled ? polled->counts().happened : 0},
                             {"events_heard", polled ? polled->counts().heard : 0},
                             {"gl", gl::describe(capabilities)},
                             {"gl_problems", driverProblems()}});
    return ExitCode::kOk;
}

}  // namespace phalanx
