// `phalanx diagnose`: what limits a frame on this machine, with the evidence.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/commands/commands.h"
#include "app/commands/desktop/offscreen.h"
#include "app/commands/shared_options.h"
#include "app/layers/layered_army.h"
#include "app/measure/diagnosis.h"
#include "app/measure/result_json.h"
#include "core/log.h"
#include "core/version.h"

namespace phalanx {
namespace {

constexpr std::uint32_t kDiagnosedUnits = 1000;
constexpr std::uint32_t kDiagnosedSoftwareUnits = 100;

std::string diagnosisTableText(const Diagnosis& diagnosis) {
    std::string text = fmt::format("{:<24} {:>9} {:>9} {:>9}   {}\n", "the frame", "p50 ms", "p95 ms",
                                   "p99 ms", diagnosis.gpu_clock ? "GPU time" : "wall time around glFinish");
    for (const FrameVariant variant : kFrameVariants) {
        const std::optional<Percentiles>& p = diagnosis.frames[static_cast<std::size_t>(variant)];
        if (p)
            text += fmt::format("{:<24} {:9.3f} {:9.3f} {:9.3f}\n", nameOf(variant), p->p50, p->p95, p->p99);
    }
    text += fmt::format("{:<24} {:9.3f} {:>19}   {} draw calls for units{}\n", "CPU submit",
                        diagnosis.submit_ms, "", diagnosis.unit_draws,
                        diagnosis.times.submit_ms ? "" : "; not judged: this driver draws inside the calls");
    text += fmt::format("{:<24} {:9.3f}\n", "scatter of rounds", diagnosis.times.noise_ms);
    return text;
}

nlohmann::json timesJson(const Diagnosis& diagnosis) {
    const VariantTimes& times = diagnosis.times;
    nlohmann::json json{{"full_ms", times.full_ms},           {"discard_ms", times.discard_ms},
                        {"one_pixel_ms", times.one_pixel_ms}, {"static_ms", times.static_ms},
                        {"collapsed_ms", times.collapsed_ms}, {"no_units_ms", times.no_units_ms},
                        {"submit_ms", diagnosis.submit_ms},   {"submit_judged", times.submit_ms.has_value()},
                        {"noise_ms", times.noise_ms}};
    if (times.held_layers_ms) json["held_layers_ms"] = *times.held_layers_ms;
    return json;
}

}  // namespace

void declareOptions(OptionSet& set, DiagnoseOptions& options) {
    setPlain(options.settings);
    const Settings& defaults = options.settings;
    set.models(options.settings.army, options.import, OptionSet::kManyModels);
    set.group(kEquipmentGroup, defaults);
    set.group(kBakingGroup, defaults);
    declareCrowd(set, options, "1000, by software rendering 100");
    set.add({.key = "frames", .help = "Frames measured per variant.", .least = 5, .most = 100'000},
            options.frames);
    set.add({.key = "pose", .help = settingOf("pose").help}, options.pose, {.file = FileName::kRegularOnly});
    set.setting("size", defaults);
    set.group(kPictureGroup, defaults);
    declareJson(set, options, "Writes the result to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, DiagnoseOptions& options) {
    takeGiven(options);
    refuseAuto(options.settings.render.technique, "diagnose");
    std::vector<std::string> inputs = inputFiles(options.settings.army);
    if (!options.pose.empty()) {
        inputs.push_back(options.pose);
        requireLayerTechnique(options.settings.render.technique);
    }
    checkOutputs(inputs, {options.json});
}

ExitCode run(const DiagnoseOptions& options) {
    OffscreenArmy army(options, {.outputs = {options.json},
                                 .auto_units = kDiagnosedUnits,
                                 .auto_software_units = kDiagnosedSoftwareUnits});
    Stage& stage = army.stage;
    const gl::Capabilities& capabilities = army.context.capabilities();
    const RenderSettings& render = options.settings.render;
    const glm::ivec2 size = options.settings.view.size;
    const char* shadows = render.environment.shadows ? "on" : "off";
    stage.requireTechnique(render.technique, army.models, options.skin());
    std::unique_ptr<LayeredArmy> layers;
    if (!options.pose.empty())
        layers = playLayers(stage, army.models, {readPose(options.pose), options.pose});

    DiagnosisPlan plan;
    plan.frames = options.frames;
    plan.size = size;
    FrameDiagnosis turns(stage, plan,
                         benchCamera(stage.crowd, static_cast<double>(plan.size.x) / plan.size.y), 0);
    {
        ProgressLine progress;
        while (!turns.done()) {
            debug("turn {} of {}", turns.turnsDone() + 1, turns.turns());
            progress.show("", static_cast<double>(turns.turnsDone()) / turns.turns());
            turns.turn();
        }
    }
    const Diagnosis diagnosis = turns.result();
    const Verdict verdict = judgeFrame(diagnosis.times);

    std::string names;
    for (const LoadedModel& loaded : army.models) names += (names.empty() ? "" : ", ") + loaded.model.name;
    const std::string frame =
        fmt::format("{} units of {}, technique {}, {}x{}, {} samples, shadows {}", army.crowd.units, names,
                    render.technique, size.x, size.y, render.samples, shadows);
    if (options.json != "-") {
        std::string text = fmt::format("{}\n{}\n{}\n{}\n", gl::describe(capabilities), frame,
                                       diagnosisTableText(diagnosis), verdict.sentence);
        if (!verdict.advice.empty()) text += verdict.advice + "\n";
        printResult(text);
    }
    writeJson(options.json, {{"gl", gl::describe(capabilities)},
                             {"version", kVersion},
                             {"commit", kCommit},
                             {"settings", settingsJson(army.models, options.settings, stage)},
                             {"units", army.crowd.units},
                             {"technique", render.technique},
                             {"size", {size.x, size.y}},
                             {"samples", render.samples},
                             {"shadows", render.environment.shadows},
                             {"frames", options.frames},
                             {"unit_draws", diagnosis.unit_draws},
                             {"timed_by", diagnosis.gpu_clock ? "GPU time" : "wall time"},
                             {"times", timesJson(diagnosis)},
                             {"limit", nameOf(verdict.limit)},
                             {"sentence", verdict.sentence},
                             {"advice", verdict.advice}});
    return ExitCode::kOk;
}

}  // namespace phalanx
