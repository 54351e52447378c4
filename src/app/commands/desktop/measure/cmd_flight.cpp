// `phalanx flight`: frame times of a camera on a fixed path through the army.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "app/battle/army_battle.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/desktop/offscreen.h"
#include "app/commands/shared_options.h"
#include "app/events/army_traces.h"
#include "app/falls/fall_script.h"
#include "app/falls/falls.h"
#include "app/layers/layered_army.h"
#include "app/layers/planted_feet.h"
#include "app/measure/flight/flight.h"
#include "app/measure/flight/flight_load.h"
#include "app/measure/flight/flight_report.h"
#include "app/scene/scene_soldiers.h"
#include "core/file.h"
#include "core/log.h"
#include "core/stopwatch.h"
#include "core/version.h"

namespace phalanx {

namespace {

constexpr int kLeastFrames = 5;
constexpr std::array kFlightPaths{FlightPath::kOver, FlightPath::kThrough, FlightPath::kTake};

// Those who fall and lie in one flight.
class FlightFalls {
  public:
    FlightFalls(Stage& stage, const std::vector<LoadedModel>& models, const FlightOptions& options)
        : stage_(stage),
          models_(models),
          options_(options),
          falls_(stage.renderer.capabilities(), models, options.settings.body_mistakes) {
        stage.renderer.setOwnFrames(falls_.passes());
        if (options.scene) layFallen(*options.scene, falls_, stage, models, 0);
        const auto corpses = static_cast<std::uint32_t>(options.corpses);
        const std::vector<LyingPose> poses =
            corpses > 0 ? falls_.lyingPoses(models, kLyingPoses) : std::vector<LyingPose>{};
        if (corpses > stage.crowd.size())
            warn("--corpses: the army has {} soldiers, who all lie", stage.crowd.size());
        for (std::uint32_t i = 0; i < corpses; ++i) {
            const auto unit = static_cast<std::uint32_t>(std::uint64_t{i} * stage.crowd.size() / corpses);
            // One of its model's.
            const auto model = static_cast<std::size_t>(stage.crowd.modelOf(unit));
            const auto fits = [&](const LyingPose& pose) { return pose.model == model; };
            const auto first = std::ranges::find_if(poses, fits);
            if (first == poses.end()) {
                warn("--corpses: {}", falls_.why(model));
                break;
            }
            falls_.lay(unit, *(first + i % kLyingPoses), stage, models, 0);
        }
    }
    ~FlightFalls() {
        falls_.raiseAll(stage_.crowd, 0);
        stage_.renderer.setOwnFrames({});
    }
    FlightFalls(const FlightFalls&) = delete;
    FlightFalls& operator=(const FlightFalls&) = delete;
    FlightFalls(FlightFalls&&) = delete;
    FlightFalls& operator=(FlightFalls&&) = delete;

    // struck: soldiers of a battle who begin to fall as bodies.
    FallLoad before(int frame, const Camera& camera, Ticks now, std::span<const StruckSoldier> struck) {
        const glm::dvec2 size(options_.settings.view.size);
        const FallView view{camera, size.x / size.y};
        if (frame == options_.frames / 3 && options_.falls > 0) {
            const auto most = static_cast<std::size_t>(options_.falls);
            std::vector<Shot> shots;
            for (const std::uint32_t unit : nearestStanding(stage_.crowd, view, most, now)) {
                const double facing = stage_.crowd.stateOf(unit, now).placement.w;
                shots.push_back({unit, pushBack(unit, facing, kPush_Ns), -1});
            }
            if (shots.size() < most)
                warn("--falls: only {} soldiers that stand are in view and near enough", shots.size());
            const std::vector<Falls::Outcome> outcomes = falls_.shoot(shots, stage_, models_, view, now);
            const auto stands = std::ranges::find(outcomes, Falls::Outcome::kNone);
            if (stands != outcomes.end())
                warn("--falls: {}",
                     falls_.whyStands(shots[static_cast<std::size_t>(stands - outcomes.begin())].unit, stage_,
                                      models_));
        }
        const Stopwatch watch;
        if (const std::vector<Shot> shots = shotsAt(struck, stage_.crowd, view, now); !shots.empty())
            falls_.shoot(shots, stage_, models_, view, now);
        falls_.advance(stage_, models_, now, Wait::kNo);
        const Falls::Counts counts = falls_.counts(stage_.crowd);
        return {counts.falling, counts.lying, watch.elapsed_ms()};
    }

  private:
    static constexpr std::size_t kLyingPoses = 24;  // of each model
    static constexpr double kPush_Ns = 90.0;

    Stage& stage_;
    const std::vector<LoadedModel>& models_;
    const FlightOptions& options_;
    Falls falls_;
};

}  // namespace

void declareOptions(OptionSet& set, FlightOptions& options) {
    setMoving(options.settings);
    options.unit_list = "100,1000,10000";
    options.technique_list = "texture";
    declareMeasurement(set, options,
                       {.units = "Numbers of units, separated by commas: a flight for each.",
                        .technique = "all, or names separated by commas: " + techniqueNames() + ", auto.",
                        .frames = "Frames per flight."});
    set.group(kDetailGroup, options.settings);
    set.group(kPacingGroup, options.settings);
    set.group(kTracesGroup, options.settings);
    set.group(kSceneryGroup, options.settings);
    set.group(kBattleGroup, options.settings);
    set.choose(
        {.key = "flight-path",
         .help = "over: from above down through the army. through: at eye height all the way. take: as "
                 "--take says, or the scene, from its beginning to its end unless --frames says how far; "
                 "the default if there is one."},
        kFlightPaths, options.path);
    set.add({.key = "frames-ahead",
             .help = "Frames that the CPU may be ahead of the GPU; a window has 1. 0: each frame is waited "
                     "for.",
             .most = 3},
            options.frames_ahead);
    set.add({.key = "pose", .help = settingOf("pose").help}, options.pose, {.file = FileName::kRegularOnly});
    set.add({.key = "falls",
             .help = "So many of the nearest soldiers fall in one frame, a third into the flight.",
             .most = static_cast<double>(kMostFalling)},
            options.falls);
    set.add({.key = "corpses",
             .help = "So many soldiers, spread over the army, lie from the start.",
             .most = static_cast<double>(kCorpses)},
            options.corpses);
    set.setting("take", options.settings);
    set.add({.key = "csv", .help = "Writes every frame with its passes to a file."}, options.csv,
            {.file = FileName::kRegularOnly});
}

void finishOptions(const OptionSet& set, FlightOptions& options) {
    finishMeasurement(set, options);
    const CameraTake& take = options.settings.view.take;
    if (!take.empty() && !set.given("flight-path")) options.path = FlightPath::kTake;
    if (take.empty() && options.path == FlightPath::kTake)
        throw usageError("--flight-path", "take needs --take or a scene that has one");
    if (options.path == FlightPath::kTake && !set.given("frames"))
        options.frames = std::max(kLeastFrames, static_cast<int>(std::lround(endOf(take) * kFlightFps)));
    if (options.falls > 0 || options.corpses > 0 || fights(options.settings) || options.hasFallen())
        options.own_frames = kOwnFrames;
    std::vector<std::string> inputs = inputFiles(options.settings.army);
    if (!options.pose.empty()) {
        inputs.push_back(options.pose);
        requireNoBattle(options);
        for (const std::string& technique : options.techniques) requireLayerTechnique(technique);
    }
    checkOutputs(inputs, {options.json, options.csv});
}

ExitCode run(const FlightOptions& options) {
    OffscreenArmy army(options, {.outputs = {options.json, options.csv}, .units = options.units.front()});
    const gl::Capabilities& capabilities = army.context.capabilities();
    Stage& stage = army.stage;
    CrowdSettings settings = army.crowd;
    const RenderSettings& render = options.settings.render;
    const glm::ivec2 size = options.settings.view.size;
    FlightPlan plan{size, options.frames, options.path, options.settings.view.take, options.frames_ahead};
    const bool fall = options.falls > 0 || options.corpses > 0 || options.hasFallen();
    FrameTimer timer(stage, size, kFlightWarmUp);
    std::vector<Flight> flights;
    for (const std::uint32_t units : options.units) {
        settings.units = units;
        stage.crowd.apply(settings, 0);
        if (options.scene) editSoldiers(*options.scene, army.models, stage.crowd, 0);
        std::unique_ptr<LayeredArmy> layers;
        if (const auto poses = layerPlan(options.pose, options.settings.pose))
            layers = playLayers(stage, army.models, *poses);
        std::unique_ptr<PlantedFeet> feet;
        for (const std::string& technique : options.techniques) {
            if (feet) stage.renderer.setLayers({});
            Flight& flight = flights.emplace_back();
            flight.units = units;
            flight.technique = technique;
            try {
                stage.takeTechnique(technique, army.models, options.skin());
                feet = layers ? nullptr : plantFeet(stage, army.models);
                std::optional<ArmyBattle> battle;
                if (fights(options.settings)) {
                    stage.crowd.layAgain(0);  // an earlier technique has fought
                    battle.emplace(graphFor(options.settings.graph, army.models), markersOf(army.models));
                }
                std::optional<FlightFalls> falls;
                plan.falls = {};
                if (fall || (battle && battle->usesBodies())) {
                    falls.emplace(stage, army.models, options);
                    plan.falls = [&](int frame, const Camera& camera, Ticks now) {
                        const std::vector<StruckSoldier> struck =
                            battle ? battle->takeStruck() : std::vector<StruckSoldier>();
                        return falls->before(frame, camera, now, struck);
                    };
                }
                std::optional<ArmyTraces> traces;
                if (stage.render.traces) traces.emplace(army.models, markersOf(army.models));
                plan.hear = [&](const Camera& camera, Ticks now) {
                    double hear_ms = 0.0;  // within the battle's time
                    const auto listen = [&](Ticks at) {
                        if (!traces) return;
                        const ArmyTraces::NewTraces& added = traces->advance(stage.crowd, camera.eye, at);
                        stage.renderer.traces().take(added.replace_all, added.traces);
                    };
                    BattleLoad load;
                    if (battle) {
                        const Battle* const before = battle->battle();
                        const std::uint64_t decided = before != nullptr ? before->work().decisions : 0;
                        const Stopwatch watch;
                        battle->advance(stage.crowd, now, [&](Ticks at) {
                            const Stopwatch heard;
                            listen(at);
                            hear_ms += heard.elapsed_ms();
                        });
                        load = {battle->battle()->work().decisions - decided, watch.elapsed_ms() - hear_ms};
                    }
                    listen(now);
                    return load;
                };
                fly(stage, plan, timer, flight);
            } catch (const Error& error) {
                flight.skipped = error.what();
            }
        }
        stage.renderer.setLayers({});
    }
    const std::string budget = render.frame_budget_ms > 0.0
                                   ? fmt::format(" and more for {} ms per frame", render.frame_budget_ms)
                                   : "";
    const std::string pace = fmt::format("pace {}", nameOf(render.pace));
    const std::string machine = fmt::format(
        "{}, {}x{}, {} samples, shadows {}, culling {}, occlusion {}, impostors {}, error {} px{}, {}, path "
        "{}, "
        "{} "
        "frames, {} ahead, phalanx {} ({})",
        gl::describe(capabilities), size.x, size.y, render.samples, render.environment.shadows ? "on" : "off",
        render.cull ? "on" : "off", nameOf(render.occlusion), nameOf(render.impostors), render.lod_error_px,
        budget, pace, nameOf(options.path), options.frames, options.frames_ahead, kVersion, kCommit);
    if (options.json != "-")
        printResult(
            fmt::format("{}\n{}", machine, tableText(flights) + fallsText(flights) + loadText(flights)));
    writeJson(options.json, {{"machine", machine},
                             {"gl", gl::describe(capabilities)},
                             {"size", {size.x, size.y}},
                             {"samples", render.samples},
                             {"shadows", render.environment.shadows},
                             {"cull", render.cull},
                             {"occlusion", nameOf(render.occlusion)},
                             {"impostors", nameOf(render.impostors)},
                             {"impostors_by", nameOf(render.impostors_by)},
                             {"frames_ahead", options.frames_ahead},
                             {"path", nameOf(options.path)},
                             {"lod_error_px", render.lod_error_px},
                             {"frame_budget_ms", render.frame_budget_ms},
                             {"pace", nameOf(render.pace)},
                             {"frames", options.frames},
                             {"rows", rowsJson(flights)}});
    if (!options.csv.empty()) writeFile(options.csv, framesCsv(flights));
    const bool nothing = std::ranges::all_of(flights, [](const Flight& f) { return !f.skipped.empty(); });
    if (nothing) warn("nothing could be measured: {}", flights.front().skipped);
    return nothing ? ExitCode::kEnvironment : ExitCode::kOk;
}

}  // namespace phalanx
