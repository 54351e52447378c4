// `phalanx bench --flight`: a camera on a fixed path through the army, frame by frame.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/detail_bench.h"
#include "app/measure/flight.h"
#include "app/measure/flight_report.h"
#include "core/file.h"
#include "core/log.h"
#include "core/version.h"

namespace phalanx {

ExitCode flightCommand(const BenchOptions& options) {
    requireWritable(options.json);
    requireWritable(options.csv);
    DetailBench bench(options);
    const gl::Capabilities& capabilities = bench.context.capabilities();
    const std::vector<LoadedModel>& models = bench.models;
    CrowdSettings& settings = bench.settings;
    Stage& stage = bench.stage;
    FrameTimer timer(stage, options.size, kFlightWarmUp);
    std::vector<Flight> flights;
    for (const std::uint32_t units : options.units) {
        settings.units = units;
        stage.crowd.apply(settings, 0);
        for (const std::string& technique : options.techniques) {
            Flight& flight = flights.emplace_back();
            flight.units = units;
            flight.technique = technique;
            try {
                stage.takeTechnique(technique, models, options.crowd.skin);
                fly(stage, options, timer, flight);
            } catch (const Error& error) {
                flight.skipped = error.what();
            }
        }
    }
    const std::string budget = options.crowd.frame_budget_ms > 0.0
                                   ? fmt::format(" and more for {} ms a frame", options.crowd.frame_budget_ms)
                                   : "";
    const std::string pace = fmt::format("pace {}", nameOf(options.crowd.pace));
    const std::string machine = fmt::format(
        "{}, {}x{}, {} samples, shadows {}, culling {}, occlusion {}, impostors {}, error {} px{}, {}, path "
        "{}, "
        "{} "
        "frames, {} ahead, phalanx {} ({})",
        gl::describe(capabilities), options.size.x, options.size.y, stage.render.samples,
        options.shadows ? "on" : "off", options.crowd.cull ? "on" : "off", nameOf(options.crowd.occlusion),
        nameOf(options.crowd.impostors), options.crowd.lod_error_px, budget, pace,
        nameOf(options.flight_path), options.frames, options.frames_ahead, kVersion, kCommit);
    if (options.json != "-") printResult(fmt::format("{}\n{}", machine, tableText(flights)));
    writeJson(options.json, {{"machine", machine},
                             {"gl", gl::describe(capabilities)},
                             {"size", {options.size.x, options.size.y}},
                             {"samples", stage.render.samples},
                             {"shadows", options.shadows},
                             {"cull", options.crowd.cull},
                             {"occlusion", nameOf(options.crowd.occlusion)},
                             {"impostors", nameOf(options.crowd.impostors)},
                             {"frames_ahead", options.frames_ahead},
                             {"path", nameOf(options.flight_path)},
                             {"lod_error_px", options.crowd.lod_error_px},
                             {"frame_budget_ms", options.crowd.frame_budget_ms},
                             {"pace", nameOf(options.crowd.pace)},
                             {"frames", options.frames},
                             {"rows", rowsJson(flights)}});
    if (!options.csv.empty()) writeFile(options.csv, framesCsv(flights));
    const bool nothing = std::ranges::all_of(flights, [](const Flight& f) { return !f.skipped.empty(); });
    if (nothing) warn("nothing could be measured: {}", flights.front().skipped);
    return nothing ? ExitCode::kEnvironment : ExitCode::kOk;
}

}  // namespace phalanx
