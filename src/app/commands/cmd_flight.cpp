// `phalanx flight`: frame times of a camera on a fixed path through the army.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/army/layered_army.h"
#include "app/army/planted_feet.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/offscreen.h"
#include "app/commands/shared_options.h"
#include "app/measure/flight.h"
#include "app/measure/flight_report.h"
#include "core/file.h"
#include "core/log.h"
#include "core/version.h"

namespace phalanx {

namespace {

constexpr std::array kFlightPaths{FlightPath::kOver, FlightPath::kThrough};

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
    set.choose({.key = "flight-path",
                .help = "over: from above down through the army. through: at eye height all the way."},
               kFlightPaths, options.path);
    set.add({.key = "frames-ahead",
             .help = "Frames that the CPU may be ahead of the GPU; a window has 1. 0: each frame is waited "
                     "for.",
             .most = 3},
            options.frames_ahead);
    set.add({.key = "pose", .help = settingOf("pose").help}, options.pose, {.file = FileName::kRegularOnly});
    set.add({.key = "csv", .help = "Writes every frame with its passes to a file."}, options.csv,
            {.file = FileName::kRegularOnly});
}

void finishOptions(const OptionSet& /*set*/, FlightOptions& options) {
    finishMeasurement(options);
    std::vector<std::string> inputs = inputFiles(options.settings.army);
    if (!options.pose.empty()) {
        inputs.push_back(options.pose);
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
    const FlightPlan plan{size, options.frames, options.path, options.frames_ahead};
    FrameTimer timer(stage, size, kFlightWarmUp);
    std::vector<Flight> flights;
    for (const std::uint32_t units : options.units) {
        settings.units = units;
        stage.crowd.apply(settings, 0);
        std::unique_ptr<LayeredArmy> layers;
        if (!options.pose.empty())
            layers = playLayers(stage, army.models, {readPose(options.pose), options.pose});
        std::unique_ptr<PlantedFeet> feet;
        for (const std::string& technique : options.techniques) {
            if (feet) stage.renderer.setLayers({});
            Flight& flight = flights.emplace_back();
            flight.units = units;
            flight.technique = technique;
            try {
                stage.takeTechnique(technique, army.models, options.skin());
                feet = layers ? nullptr : plantFeet(stage, army.models);
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
    if (options.json != "-") printResult(fmt::format("{}\n{}", machine, tableText(flights)));
    writeJson(options.json, {{"machine", machine},
                             {"gl", gl::describe(capabilities)},
                             {"size", {size.x, size.y}},
                             {"samples", render.samples},
                             {"shadows", render.environment.shadows},
                             {"cull", render.cull},
                             {"occlusion", nameOf(render.occlusion)},
                             {"impostors", nameOf(render.impostors)},
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
