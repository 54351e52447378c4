#include "app/window/run_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "ui/toolkit/format.h"

namespace phalanx {

void reportRun(const Session& session, const FramePacing& pacing) {
    if (!session.options.frames && session.options.json.empty()) return;
    const LodErrorTally& lod_errors = pacing.lodErrors();
    const FrameTimes times = pacing.measured().times();
    std::string gpu;
    if (times.gpu_p50) gpu = fmt::format(", GPU {}", millisecondsText(*times.gpu_p50));
    std::string budget;
    if (session.settings.render.frame_budget_ms > 0.0 ||
        lod_errors.most_px() > session.settings.render.lod_error_px) {
        budget = fmt::format(", LOD error for {}: {:.2f} px on average, {:.2f} at most",
                             session.settings.render.frame_budget_ms > 0.0
                                 ? fmt::format("a budget of {:g} ms", session.settings.render.frame_budget_ms)
                                 : "a steady pace",
                             lod_errors.mean_px(), lod_errors.most_px());
    }
    const std::string line = fmt::format(
        "{} frames: median {}, 95th percentile {}{}{}; {} units, {} triangles, {} draw calls, technique {}; "
        "{}, "
        "{}\n",
        pacing.countedFrames(), millisecondsText(times.frame_p50), millisecondsText(times.frame_p95), gpu,
        budget, grouped(session.facts.stats.units),
        shortened(static_cast<double>(session.facts.stats.triangles)), session.facts.stats.draws,
        session.settings.render.technique, session.facts.gpu, session.facts.gl);
    if (session.options.json != "-") printResult(line);
    if (session.options.json.empty()) return;
    nlohmann::json json{
        {"frames", pacing.countedFrames()},
        {"frame_ms", {{"p50", times.frame_p50}, {"p95", times.frame_p95}}},
        {"submit_ms", {{"p50", times.submit_p50}, {"p95", times.submit_p95}}},
        {"gpu_ms", nullptr},
        {"lod_error_px", session.settings.render.lod_error_px},
        {"frame_budget_ms", session.settings.render.frame_budget_ms},
        {"pace", nameOf(session.settings.render.pace)},
        {"lod_error_in_force_px", {{"mean", lod_errors.mean_px()}, {"most", lod_errors.most_px()}}},
        {"units", session.facts.stats.units},
        {"triangles", session.facts.stats.triangles},
        {"draws", session.facts.stats.draws},
        {"unit_draws", session.facts.stats.unit_draws},
        {"animation_bytes", session.facts.stats.animation_bytes},
        {"technique", session.settings.render.technique},
        {"drawn_by", session.facts.stats.technique},
        {"gpu", session.facts.gpu},
        {"gl", session.facts.gl},
        {"software", session.facts.software},
        {"gl_problems", driverProblems()}};
    if (times.gpu_p50) json["gpu_ms"] = {{"p50", *times.gpu_p50}, {"p95", times.gpu_p95.value_or(0.0)}};
    writeJson(session.options.json, json);
}

}  // namespace phalanx
