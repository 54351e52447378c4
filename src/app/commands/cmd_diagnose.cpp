// `phalanx diagnose`: what limits a frame on this machine, with the evidence.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/settings_json.h"
#include "app/measure/diagnosis.h"
#include "core/log.h"
#include "core/version.h"
#include "gl/context/debug.h"
#include "gl/context/headless.h"

namespace phalanx {
namespace {

constexpr std::uint32_t kDiagnosedUnits = 1000;
constexpr std::uint32_t kDiagnosedSoftwareUnits = 100;

std::string diagnosisTableText(const Diagnosis& diagnosis) {
    std::string text = fmt::format("{:<24} {:>9} {:>9} {:>9}   {}\n", "the frame", "p50 ms", "p95 ms",
                                   "p99 ms", diagnosis.gpu_clock ? "GPU time" : "wall time around glFinish");
    for (const FrameVariant variant : kFrameVariants) {
        const Percentiles& p = diagnosis.frames[static_cast<std::size_t>(variant)];
        text += fmt::format("{:<24} {:9.3f} {:9.3f} {:9.3f}\n", nameOf(variant), p.p50, p.p95, p.p99);
    }
    text += fmt::format("{:<24} {:9.3f} {:>19}   {} draw calls for units{}\n", "CPU submit",
                        diagnosis.submit_ms, "", diagnosis.unit_draws,
                        diagnosis.times.submit_ms ? "" : "; not judged: this driver draws inside the calls");
    text += fmt::format("{:<24} {:9.3f}\n", "scatter of rounds", diagnosis.times.noise_ms);
    return text;
}

nlohmann::json timesJson(const Diagnosis& diagnosis) {
    const VariantTimes& times = diagnosis.times;
    return {{"full_ms", times.full_ms},           {"discard_ms", times.discard_ms},
            {"one_pixel_ms", times.one_pixel_ms}, {"static_ms", times.static_ms},
            {"collapsed_ms", times.collapsed_ms}, {"no_units_ms", times.no_units_ms},
            {"submit_ms", diagnosis.submit_ms},   {"submit_judged", times.submit_ms.has_value()},
            {"noise_ms", times.noise_ms}};
}

}  // namespace

ExitCode diagnoseCommand(const DiagnoseOptions& options) {
    requireWritable(options.json);
    const gl::HeadlessContext context({options.crowd.gl_version, gl::debugOutputWanted()});
    const gl::Capabilities& capabilities = context.capabilities();
    if (gl::debugOutputWanted()) gl::installDebugOutput(capabilities);
    requireSamples(capabilities, options.samples);
    if (options.crowd.skin.settings.multi_draw) gl::requireVersion(capabilities, 43, "--multi-draw");
    const std::vector<LoadedModel> models = loadModels(options.army);
    for (const LoadedModel& loaded : models) checkSideFiles(loaded.model, {options.json});
    CrowdSettings settings = options.crowd.settings;
    settings.units =
        options.crowd.units.value_or(capabilities.software ? kDiagnosedSoftwareUnits : kDiagnosedUnits);
    Stage stage(capabilities, models, makeCrowd(models, options.army, settings, 0), options.crowd.skin);
    stage.render.environment.shadows = options.shadows;
    stage.render.samples = options.samples;
    stage.render.technique = options.crowd.technique;
    stage.requireTechnique(options.crowd.technique, models, options.crowd.skin);

    DiagnosisPlan plan;
    plan.frames = options.frames;
    plan.size = options.size;
    FrameDiagnosis turns(stage, plan,
                         benchCamera(stage.crowd, static_cast<double>(plan.size.x) / plan.size.y), 0);
    while (!turns.done()) {
        debug("turn {} of {}", turns.turnsDone() + 1, turns.turns());
        turns.turn();
    }
    const Diagnosis diagnosis = turns.result();
    const Verdict verdict = judgeFrame(diagnosis.times);

    std::string names;
    for (const LoadedModel& loaded : models) names += (names.empty() ? "" : ", ") + loaded.model.name;
    const std::string frame = fmt::format("{} units of {}, technique {}, {}x{}, {} samples, shadows {}",
                                          settings.units, names, options.crowd.technique, options.size.x,
                                          options.size.y, options.samples, options.shadows ? "on" : "off");
    if (options.json != "-") {
        std::string text = fmt::format("{}\n{}\n{}\n{}\n", gl::describe(capabilities), frame,
                                       diagnosisTableText(diagnosis), verdict.sentence);
        if (!verdict.advice.empty()) text += verdict.advice + "\n";
        printResult(text);
    }
    writeJson(options.json, {{"gl", gl::describe(capabilities)},
                             {"version", kVersion},
                             {"commit", kCommit},
                             {"settings", settingsJson(models, options.army, options.crowd, stage)},
                             {"units", settings.units},
                             {"technique", options.crowd.technique},
                             {"size", {options.size.x, options.size.y}},
                             {"samples", options.samples},
                             {"shadows", options.shadows},
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
