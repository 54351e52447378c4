#include "ui/main/detail_group.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "ui/main/setting_rows.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

// The budget, and the current LOD error while the budget or the pace raises it.
void drawBudget(Form& form, const FrameStats& stats, Settings& settings) {
    const RenderSettings& render = settings.render;
    form.row("Frame budget", std::string(settingOf("frame-budget").help).c_str());
    form.share(0.58F);
    settingWidget(form, settings, "frame-budget");
    const double error_px = stats.lod_error_px;
    const bool raised =
        (render.frame_budget_ms > 0.0 || render.pace == Pace::kSteady) && error_px > render.lod_error_px;
    form.value("frame budget",
               raised ? fmt::format("now {:.{}f} px", error_px, error_px < 10.0 ? 2 : 1) : "");
}

// By the entries of "pace".
std::vector<std::string> paceWhyNot(const Facts& facts) {
    if (facts.why_not.gpu_times.empty()) return {};
    return {"no GPU times: " + facts.why_not.gpu_times, ""};
}

// One row per LOD of the models, used or not, so that numbers keep their places.
void drawLods(Form& form, const Facts& facts) {
    const FrameStats& stats = facts.stats;
    for (std::size_t lod = 0; lod <= facts.lods + 1; ++lod) {
        const bool used = lod < stats.lod_units.size();
        const std::uint32_t units = used ? stats.lod_units[lod] : 0;
        const std::uint64_t triangles = used ? stats.lod_triangles[lod] : 0;
        const std::string what = lod == 0                ? "LOD 0"
                                 : lod == facts.lods     ? "Impostors, blended"
                                 : lod == facts.lods + 1 ? "Impostors, far"
                                                         : fmt::format("LOD {}", lod);
        form.fact(what.c_str(), fmt::format("{}   {} triangles", grouped(units),
                                            shortened(static_cast<double>(triangles))));
    }
}

}  // namespace

void drawDetailGroup(Form& form, const Facts& facts, Settings& settings) {
    if (!form.foldedSection("detail", "Culling and LOD")) return;
    const std::string& reason = facts.why_not.compute;
    settingGroup(form, settings, kDetailGroup, [&](std::string_view key) {
        if (key == "pose-error") {
            const char* const by_compute =
                reason.empty() ? "compute shaders pose units with layers in every frame" : "";
            settingRow(form, settings, key, {.why_disabled = by_compute});
            return true;
        }
        if (key != "select" && key != "occlusion" && key != "impostors-by") return false;
        settingRow(form, settings, key, {.why_not = {"", "", reason}});
        return true;
    });
    drawBudget(form, facts.stats, settings);
    settingRow(form, settings, "pace", {.why_not = paceWhyNot(facts)});
    const FrameStats& stats = facts.stats;
    form.fact("Visible", fmt::format("{} of {}", grouped(stats.visible), grouped(stats.units)));
    form.fact("Occluded", stats.occlusion ? grouped(stats.hidden) : "not tested");
    form.fact("In shadow maps", grouped(stats.shadow_visible));
    form.fact("Impostor atlas", stats.impostors_busy ? "being rendered" : bytesText(stats.impostor_bytes));
    form.fact(stats.selected_by_gpu ? "Culling by GPU, CPU time" : "Culling by CPU",
              millisecondsText(stats.select_ms));
    if (stats.lod_units.empty()) return form.note("No culling and no LODs: all soldiers are drawn at LOD 0.");
    drawLods(form, facts);
}

}  // namespace phalanx
