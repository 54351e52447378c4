#include "ui/main/detail_group.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr SliderStyle kError{0.0, 8.0, "%.2f pixels"};
constexpr SliderStyle kBudget{0.0, 50.0, "%.1f ms"};
constexpr double kLeastBudget_ms = 1.0;

void drawBudget(Form& form, const FrameStats& stats, RenderSettings& render) {
    form.row("Frame budget",
             "Milliseconds that a frame is to keep to. Where frames take longer, the error allowed is "
             "raised, to four "
             "times at most, and told beside this; it comes back where there is room. It is raised from half "
             "a pixel "
             "where less is allowed. 0: off. Frames then depend on the clock: no two runs show the same.");
    form.share(0.58F);
    double& budget_ms = render.frame_budget_ms;
    if (form.slider("frame_budget", budget_ms, kBudget) && budget_ms < kLeastBudget_ms)
        budget_ms = budget_ms < 0.5 * kLeastBudget_ms ? 0.0 : kLeastBudget_ms;
    const double error_px = stats.lod_error_px;
    const bool raised = (budget_ms > 0.0 || render.pace == Pace::kSteady) && error_px > render.lod_error_px;
    form.value("frame budget",
               raised ? fmt::format("now {:.{}f} px", error_px, error_px < 10.0 ? 2 : 1) : "");
}

// As many rows as the models have levels, used or not: numbers stay where they are.
void drawLevels(Form& form, const Facts& facts) {
    const FrameStats& stats = facts.stats;
    for (std::size_t level = 0; level <= facts.levels + 1; ++level) {
        const bool used = level < stats.level_units.size();
        const std::uint32_t units = used ? stats.level_units[level] : 0;
        const std::uint64_t triangles = used ? stats.level_triangles[level] : 0;
        const std::string what = level == 0                  ? "Whole"
                                 : level == facts.levels     ? "Impostors, blended"
                                 : level == facts.levels + 1 ? "Impostors, far"
                                                             : fmt::format("Level {}", level);
        form.fact(what.c_str(), fmt::format("{}   {} triangles", grouped(units),
                                            shortened(static_cast<double>(triangles))));
    }
}

}  // namespace

void drawDetailGroup(Form& form, const Facts& facts, RenderSettings& render) {
    if (!form.foldedSection("detail", "Culling and detail")) return;
    form.row("Draw",
             "On: soldiers that do not reach into the view are left out, and those whose shadows cannot be "
             "seen, of the shadow map. Off: all are drawn.");
    form.checkbox("cull", "only who is in view", render.cull);
    form.row(
        "Error allowed",
        "By how many pixels a far soldier's surface may be off: he takes the mesh with the fewest "
        "triangles that keeps to it. 0: the whole mesh for all. In shadow maps, three times as many texels.");
    form.slider("lod_error", render.lod_error_px, kError);
    drawBudget(form, facts.stats, render);
    form.row("Pace",
             "Steady: where a frame would take over 1.3 times as long as most of the last 600 do, the error "
             "allowed is raised, to six times at most, and told above. By the GPU's own times: without them "
             "nothing is raised.");
    bool steady = render.pace == Pace::kSteady;
    if (form.checkbox("pace", "steady", steady)) render.pace = steady ? Pace::kSteady : Pace::kFree;
    static const std::vector<std::string> kSelects{"auto", "CPU", "GPU"};
    form.row("Culling by",
             "Who finds out where each soldier is, and what of him is drawn. GPU: compute shaders, for "
             "techniques that draw soldiers together; the numbers below are then some frames old. "
             "auto: the GPU, of large armies.");
    int select = static_cast<int>(render.select);
    if (form.combo("select", select, kSelects, {"", "", facts.multi_draw ? "" : "needs OpenGL 4.3"}))
        render.select = static_cast<Select>(select);
    static const std::vector<std::string> kOcclusions{"off", "on", "auto"};
    form.row(
        "Hidden ones",
        "On: where the GPU chooses, soldiers of whom others hide all are left out of the picture; it stays "
        "the same. auto: as long as that spares more work than it takes. Worth it at the height of eyes.");
    int occlusion = static_cast<int>(render.occlusion);
    if (form.combo("occlusion", occlusion, kOcclusions, {"", facts.multi_draw ? "" : "needs OpenGL 4.3", ""}))
        render.occlusion = static_cast<Occlusion>(occlusion);
    static const std::vector<std::string> kUses{"auto", "off", "on"};
    form.row(
        "Impostors",
        "Soldiers that are a few pixels high are drawn as pictures of themselves: one triangle each. They "
        "are taken from all sides when a clip is first played. auto: in armies of 2,000 or more.");
    int use = static_cast<int>(render.impostors);
    if (form.combo("impostors", use, kUses)) render.impostors = static_cast<ImpostorUse>(use);
    static const std::vector<std::string> kCascades{"1", "up to 2", "up to 3"};
    form.row(
        "Shadow maps",
        "Each is eight times as wide as the one before, so that shadows are sharp near the eye and there "
        "far away: as many as the army in view reaches over. 1: one, around what the camera looks at.");
    int cascades = render.shadow_cascades - 1;
    if (form.combo("shadow_cascades", cascades, kCascades)) render.shadow_cascades = cascades + 1;
    const FrameStats& stats = facts.stats;
    form.fact("In the picture", fmt::format("{} of {}", grouped(stats.visible), grouped(stats.units)));
    form.fact("Hidden by others", stats.occlusion ? grouped(stats.hidden) : "not looked for");
    form.fact("In the shadow maps", grouped(stats.shadow_visible));
    form.fact("Impostors' pictures", stats.impostors_busy ? "being taken" : bytesText(stats.impostor_bytes));
    form.fact(stats.selected_by_gpu ? "Culling by GPU, CPU time" : "Culling by CPU",
              millisecondsText(stats.select_ms));
    // All that are drawn are drawn whole where nothing is chosen.
    if (stats.level_units.empty()) return form.note("Nothing is chosen: every soldier is drawn whole.");
    drawLevels(form, facts);
}

}  // namespace phalanx
