// `phalanx bench`: what each technique costs on this machine.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "app/cli/progress_line.h"
#include "app/commands/commands.h"
#include "app/commands/desktop/offscreen.h"
#include "app/commands/shared_options.h"
#include "app/figures/bench_plot.h"
#include "app/layers/layer_stack.h"
#include "app/layers/layered_army.h"
#include "app/measure/bench_report.h"
#include "app/measure/bench_runner.h"
#include "app/measure/result_json.h"
#include "core/file.h"
#include "core/log.h"
#include "core/version.h"
#include "render/techniques/technique.h"

namespace phalanx {
namespace {

// Of rows with layers: those of the file, or of a stack that is made of the models' clips.
struct LayerPoses {
    std::vector<LayeredArmy::Plan> poses;  // BenchPlan::poses
    std::vector<BenchEntry> entries;
};

LayerPoses layerPosesOf(const BenchOptions& options, const OffscreenArmy& army) {
    LayerPoses result;
    const auto choices = army.stage.crowd.choices();
    StackSource stack{&army.models, {choices.begin(), choices.end()}, {}};
    if (!options.layers.empty()) stack.own = readPose(options.layers);
    const bool file = stack.own.has_value();
    const std::string where = file ? options.layers : "layers";
    const auto addPose = [&](PoseFile pose) {
        result.poses.push_back({std::move(pose), where});
        return result.poses.size() - 1;
    };
    const auto addEntries = [&](const std::string& label, const BenchLayers& layers) {
        for (const std::string& name : options.techniques) {
            if (!findTechnique(name).no_layers.empty()) continue;
            result.entries.push_back({.label = name + label,
                                      .technique = name,
                                      .batch = options.settings.render.skin.batch,
                                      .left_out = {},
                                      .layers = layers});
        }
    };
    const bool swept = !options.layer_counts.empty() || !options.layered_units.empty();
    if (file && !swept) addEntries(" layers", {addPose(*stack.own)});
    const bool aim = file && !(stack.own->pose.aim.empty() && stack.own->pose.ik.empty());
    for (const std::uint32_t count : options.layer_counts) {
        addEntries(fmt::format(" {} layer{}", count, count == 1 ? "" : "s"),
                   {addPose(layerStack(stack, count, aim)), kAllLayered, count});
    }
    if (options.layered_units.empty()) return result;
    const std::size_t pose = addPose(file ? *stack.own : layerStack(stack, 1, false));
    for (const std::uint32_t units : options.layered_units)
        addEntries(fmt::format(" {} layered", units), {pose, units});
    return result;
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
    set.add({.key = "layer-counts",
             .help = fmt::format("Numbers of layers, 0 to {}, separated by commas: a row for each. Layers "
                                 "and additive clips are the first ones of --layers, then clips of the "
                                 "model over the upper body; without --layers, over clips A and B.",
                                 mostLayers())},
            options.layer_count_list);
    set.add({.key = "layered-units",
             .help = "Numbers of units that have layers, separated by commas, 0 for none: a row for each. "
                     "The pose is that of --layers, or one layer over clips A and B."},
            options.layered_unit_list);
    set.add({.key = "csv", .help = "Writes the table to a file."}, options.csv,
            {.file = FileName::kRegularOnly});
    set.add({.key = "plot", .help = "Draws the rows of the largest number of units, an SVG file."},
            options.plot, {.file = FileName::kRegularOnly});
}

void finishOptions(const OptionSet& set, BenchOptions& options) {
    finishMeasurement(set, options);
    for (const std::string& name : options.techniques) refuseAuto(name, "bench");
    if (set.given("batches")) options.batches = parseBatchList("--batches", options.batch_list);
    if (set.given("layer-counts")) {
        options.layer_counts = parseNumberList("--layer-counts", options.layer_count_list,
                                               {0, mostLayers(), "a number of layers", "0,1,2,4"});
    }
    if (set.given("layered-units")) {
        options.layered_units = parseNumberList("--layered-units", options.layered_unit_list,
                                                {0, kMaxUnits, "a number of units", "0,100,1000"});
    }
    for (const char* key : {"layer-counts", "layered-units"}) {
        const bool none = std::ranges::none_of(options.techniques, [](const std::string& name) {
            return findTechnique(name).no_layers.empty();
        });
        if (set.given(key) && none)
            throw usageError(fmt::format("--{}", key),
                             "none of the techniques draws layers; add one that does");
    }
    std::vector<std::string> inputs = inputFiles(options.settings.army);
    if (!options.layers.empty()) inputs.push_back(options.layers);
    checkOutputs(inputs, {options.json, options.csv, options.plot});
}

ExitCode run(const BenchOptions& options) {
    const RenderSettings& render = options.settings.render;
    std::vector<BenchEntry> entries = benchEntries(options.techniques, render.skin, options.batches);
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
    LayerPoses layers = layerPosesOf(options, army);
    entries.insert(entries.end(), layers.entries.begin(), layers.entries.end());
    plan.entries = entries;
    plan.poses = std::move(layers.poses);
    plan.models = &models;
    // A pose that does not fit is an error, not a row that is skipped.
    if (!plan.poses.empty()) LayeredArmy(capabilities, models, stage.crowd, plan.poses.back());
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
    const std::vector<BenchRow> rows = [&] {
        ProgressLine progress;
        return runBench(stage, army.crowd, plan, [&](const std::string& line, double share) {
            debug("{}", line);
            progress.show(line, share);
        });
    }();

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
               {"rows", benchRowsJson(rows)}});
    if (!options.csv.empty()) writeFile(options.csv, benchCsv(rows));
    if (!options.plot.empty())
        writeFile(options.plot, benchPlot(rows, {capabilities.renderer, {names, how}}));
    const bool nothing = std::ranges::all_of(rows, [](const auto& row) { return !row.skipped.empty(); });
    if (nothing) warn("nothing could be measured: {}", rows.front().skipped);
    return nothing ? ExitCode::kEnvironment : ExitCode::kOk;
}

}  // namespace phalanx
