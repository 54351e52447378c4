// `phalanx bench`: what each technique costs on this machine.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/army/layered_army.h"
#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "app/commands/commands.h"
#include "app/commands/offscreen.h"
#include "app/commands/result_json.h"
#include "app/commands/shared_options.h"
#include "app/figures/bench_plot.h"
#include "app/measure/bench_runner.h"
#include "core/file.h"
#include "core/log.h"
#include "core/version.h"
#include "render/techniques/technique.h"

namespace phalanx {
namespace {

const BenchRow* floorOf(const std::vector<BenchRow>& rows, const BenchRow& row) {
    for (const BenchRow& other : rows) {
        if (other.units == row.units && other.entry.technique == "static" && other.skipped.empty())
            return &other;
    }
    return nullptr;
}

bool isBatched(const BenchEntry& entry) {
    return findTechnique(entry.technique).issue == Issue::kBatches;
}

std::string ratioText(const std::vector<BenchRow>& rows, const BenchRow& row) {
    const BenchRow* floor = floorOf(rows, row);
    return floor == nullptr ? "-" : fmt::format("{:.2f}", costOf(row) / costOf(*floor));
}

std::string threeText(const std::optional<Percentiles>& p) {
    return p ? fmt::format("{:8.3f} {:8.3f} {:8.3f}", p->p50, p->p95, p->p99) : fmt::format("{:>26}", "-");
}

// The storage from which the technique fetches poses.
std::size_t textureBytes(const BenchRow& row) {
    return row.vertex_texture_bytes > 0 ? row.vertex_texture_bytes : row.stats.animation_bytes;
}

std::string benchTableText(const std::vector<BenchRow>& rows) {
    std::string text = fmt::format(
        "{:>8}  {:<24} {:>26}  {:>26}  {:>26}  {:>7} {:>6} {:>6} {:>6} {:>10} {:>9} {:>10}\n", "units",
        "technique", "draw, GPU ms p50/p95/p99", "submit, CPU ms p50/p95/p99", "frame, wall ms p50/p95/p99",
        "ns/vert", "ratio", "draws", "runs", "triangles", "upload B", "texture B");
    for (const BenchRow& row : rows) {
        if (!row.skipped.empty()) {
            text += fmt::format("{:>8}  {:<24} skipped: {}\n", row.units, row.entry.label, row.skipped);
            continue;
        }
        text += fmt::format(
            "{:>8}  {:<24} {}  {}  {}  {:7.3f} {:>6} {:>6} {:>6} {:>10} {:>9} {:>10}\n", row.units,
            row.entry.label, threeText(row.draw_ms), threeText(row.submit_ms), threeText(row.frame_ms),
            costOf(row) * 1e6 / static_cast<double>(row.mesh_vertices), ratioText(rows, row),
            row.stats.unit_draws, row.vertex_runs > 0.0 ? fmt::format("{:.2f}", row.vertex_runs) : "-",
            row.stats.triangles, row.stats.bytes_uploaded, textureBytes(row));
    }
    return text;
}

nlohmann::json jsonOf(const std::optional<Percentiles>& p) {
    if (!p) return nullptr;
    return {{"p50", p->p50}, {"p95", p->p95}, {"p99", p->p99}};
}

nlohmann::json jsonOf(const std::vector<BenchRow>& rows) {
    nlohmann::json list = nlohmann::json::array();
    for (const BenchRow& row : rows) {
        nlohmann::json entry{
            {"units", row.units}, {"label", row.entry.label}, {"technique", row.entry.technique}};
        if (isBatched(row.entry)) {
            entry["batch"] = row.entry.batch;
            entry["multi_draw"] = row.entry.multi_draw;
        }
        if (!row.skipped.empty()) {
            entry["skipped"] = row.skipped;
        } else {
            const BenchRow* floor = floorOf(rows, row);
            entry["frames"] = row.frames;
            entry["draw_gpu_ms"] = jsonOf(row.draw_ms);
            entry["frame_gpu_ms"] = jsonOf(row.gpu_ms);
            entry["submit_ms"] = jsonOf(std::optional(row.submit_ms));
            entry["frame_ms"] = jsonOf(std::optional(row.frame_ms));
            entry["ratio_to_static"] =
                floor == nullptr ? nlohmann::json(nullptr) : nlohmann::json(costOf(row) / costOf(*floor));
            entry["ns_per_vertex"] = costOf(row) * 1e6 / static_cast<double>(row.mesh_vertices);
            entry["vertex_shader_runs_per_vertex"] = row.vertex_runs;
            entry["vertex_shader_runs"] = row.vertex_shader_runs;
            entry["draws"] = row.stats.draws;
            entry["unit_draws"] = row.stats.unit_draws;
            entry["dispatches"] = row.stats.dispatches;
            entry["triangles"] = row.stats.triangles;
            entry["bytes_uploaded"] = row.stats.bytes_uploaded;
            entry["animation_bytes"] = row.stats.animation_bytes;
            entry["vertex_texture_bytes"] = row.vertex_texture_bytes;
            entry["instance_bytes"] = row.stats.instance_bytes;
            entry["pose_bytes"] = row.stats.pose_bytes;
        }
        list.push_back(entry);
    }
    return list;
}

std::string csvOf(const std::vector<BenchRow>& rows) {
    std::string text =
        "units,technique,draw_gpu_ms_p50,draw_gpu_ms_p95,draw_gpu_ms_p99,submit_ms_p50,submit_ms_p95,"
        "submit_ms_p99,frame_ms_p50,frame_ms_p95,frame_ms_p99,draws,triangles,batch,ratio_to_static,"
        "ns_per_vertex,vertex_runs_per_vertex,bytes_uploaded,animation_bytes,skipped\n";
    for (const BenchRow& row : rows) {
        if (!row.skipped.empty()) {
            text += fmt::format("{},{},,,,,,,,,,,,,,,,,,\"{}\"\n", row.units, row.entry.label, row.skipped);
            continue;
        }
        const BenchRow* floor = floorOf(rows, row);
        const auto three = [](const std::optional<Percentiles>& p) {
            return p ? fmt::format("{},{},{}", p->p50, p->p95, p->p99) : std::string(",,");
        };
        text +=
            fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},\n", row.units, row.entry.label,
                        three(row.draw_ms), three(row.submit_ms), three(row.frame_ms), row.stats.unit_draws,
                        row.stats.triangles, isBatched(row.entry) ? fmt::format("{}", row.entry.batch) : "",
                        floor == nullptr ? "" : fmt::format("{}", costOf(row) / costOf(*floor)),
                        costOf(row) * 1e6 / static_cast<double>(row.mesh_vertices), row.vertex_runs,
                        row.stats.bytes_uploaded, row.stats.animation_bytes);
    }
    return text;
}

}  // namespace

void declareOptions(OptionSet& set, BenchOptions& options) {
    setPlain(options.settings);
    options.unit_list = "100,1000,10000";
    options.technique_list = "all";
    declareMeasurement(set, options,
                       {.units = "Numbers of units, separated by commas.",
                        .technique = "all, or names separated by commas: " + techniqueNames() + ".",
                        .frames = "Frames measured per number of units and technique."});
    set.add({.key = "batches",
             .help = "Numbers of units per draw, separated by commas: a row of texture-draws for each; with "
                     "--multi-draw a second one, with one call for all of its draws."},
            options.batch_list);
    set.exclude("batches", "batch");
    set.add({.key = "layers",
             .help = "A layered pose as JSON, docs/pose.md has the form: a further row of each technique "
                     "that draws layers, in which all units have it."},
            options.layers, {.file = FileName::kRegularOnly});
    set.add({.key = "csv", .help = "Writes the table to a file."}, options.csv,
            {.file = FileName::kRegularOnly});
    set.add({.key = "plot", .help = "Draws the rows of the largest number of units, an SVG file."},
            options.plot, {.file = FileName::kRegularOnly});
}

void finishOptions(const OptionSet& set, BenchOptions& options) {
    finishMeasurement(options);
    for (const std::string& name : options.techniques) refuseAuto(name, "bench");
    if (set.given("batches")) options.batches = parseBatchList("--batches", options.batch_list);
    std::vector<std::string> inputs = inputFiles(options.settings.army);
    if (!options.layers.empty()) inputs.push_back(options.layers);
    checkOutputs(inputs, {options.json, options.csv, options.plot});
}

ExitCode run(const BenchOptions& options) {
    const RenderSettings& render = options.settings.render;
    std::vector<BenchEntry> entries = benchEntries(options.techniques, render.skin, options.batches);
    for (const std::string& name : options.techniques) {
        if (options.layers.empty() || !findTechnique(name).no_layers.empty()) continue;
        entries.push_back({.label = name + " layers",
                           .technique = name,
                           .batch = render.skin.batch,
                           .left_out = {},
                           .layered = true});
    }
    OffscreenArmy army(
        options, {.outputs = {options.json, options.csv, options.plot}, .units = options.units.front()});
    const gl::Capabilities& capabilities = army.context.capabilities();
    const std::vector<LoadedModel>& models = army.models;
    Stage& stage = army.stage;
    const glm::ivec2 size = options.settings.view.size;
    const bool shadows = render.environment.shadows;
    if (!capabilities.gpuClock()) {
        info("timers do not measure a GPU here: compared by the frame's wall time around glFinish");
    }

    BenchPlan plan;
    plan.units = options.units;
    plan.entries = entries;
    for (BenchEntry& entry : plan.entries) {
        try {
            stage.requireTechnique(entry.technique, models, options.skin());
            if (isBatched(entry) && entry.multi_draw && !capabilities.multi_draw_indirect)
                entry.left_out = "multi-draw indirect needs OpenGL 4.3";
        } catch (const Error& error) {
            entry.left_out = error.what();
        }
    }
    plan.frames = options.frames;
    // A wall clock around glFinish needs no ring of timers to come round.
    if (!capabilities.gpuClock()) plan.warm_up = 2;
    plan.size = size;
    std::optional<LayeredArmy> layers;
    if (!options.layers.empty()) {
        plan.layers = [&](const Crowd& crowd) {
            layers.emplace(capabilities, models, crowd,
                           LayeredArmy::Plan{readPose(options.layers), options.layers});
            return layers->groups();
        };
    }
    const std::vector<BenchRow> rows =
        runBench(stage, army.crowd, plan, [](const std::string& line) { debug("{}", line); });

    std::string names;
    for (const LoadedModel& loaded : models) {
        names += fmt::format("{}{} ({} vertices, {} joints)", names.empty() ? "" : ", ", loaded.model.name,
                             loaded.model.vertices.size(), loaded.baked.joints);
    }
    const std::string how =
        fmt::format("{}x{}, {} samples, shadows {}, encoding {}, fetch {}, phalanx {} ({})", size.x, size.y,
                    render.samples, shadows ? "on" : "off", nameOf(options.settings.bake.encoding),
                    nameOf(stage.gpu_models.front().animation().path()), kVersion, kCommit);
    const std::string machine =
        fmt::format("{}, driver {}, {}", gl::describe(capabilities), capabilities.version_string, how);
    if (options.json != "-") printResult(fmt::format("{}\n{}\n{}", machine, names, benchTableText(rows)));
    writeJson(options.json,
              {{"machine", machine},
               {"gl", gl::describe(capabilities)},
               {"vendor", capabilities.vendor},
               {"renderer", capabilities.renderer},
               {"driver", capabilities.version_string},
               {"version", kVersion},
               {"commit", kCommit},
               {"size", {size.x, size.y}},
               {"samples", render.samples},
               {"shadows", shadows},
               {"settings", settingsJson(models, options.settings, stage)},
               {"warm_up", plan.warm_up},
               {"rounds", plan.rounds},
               {"frames", options.frames},
               {"compared_by", capabilities.gpuClock() ? "GPU time of the unit pass" : "wall time"},
               {"rows", jsonOf(rows)}});
    if (!options.csv.empty()) writeFile(options.csv, csvOf(rows));
    if (!options.plot.empty())
        writeFile(options.plot, benchPlot(rows, {capabilities.renderer, {names, how}}));
    const bool nothing = std::ranges::all_of(rows, [](const auto& row) { return !row.skipped.empty(); });
    if (nothing) warn("nothing could be measured: {}", rows.front().skipped);
    return nothing ? ExitCode::kEnvironment : ExitCode::kOk;
}

}  // namespace phalanx
