#include "ui/anatomy/ik_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/anatomy/number_line.h"
#include "ui/toolkit/log_plot.h"
#include "ui/toolkit/page_button.h"
#include "ui/toolkit/panel_place.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr std::array kSolverInks{color::kAccent, color::kSecond, color::kThird};  // as kIkSolvers
constexpr std::array kSolverTitles{"Two-bone", "CCD", "FABRIK"};
constexpr float kTable_points = 430.0F;
constexpr float kPlot_points = 320.0F;
constexpr float kPlotHeight_points = 190.0F;
constexpr float kChain_points = 170.0F;
constexpr float kSolver_points = 86.0F;
constexpr float kCell_points = 92.0F;
constexpr double kLeast_mm = 1e-3;  // smaller errors are drawn there: a logarithmic axis has no zero

std::string errorText(double mm) {
    if (mm < 0.005) return "0.00 mm";
    return mm < 100.0 ? fmt::format("{:.2f} mm", mm) : fmt::format("{:.0f} mm", mm);
}

// The error after a round; of a solver with fewer, after its last one.
double errorAt(const IkLabRun& run, int round) {
    if (run.errors_mm.empty()) return 0.0;
    return run.errors_mm[std::min(static_cast<std::size_t>(round), run.errors_mm.size() - 1)];
}

void tooltip(const char* text) {
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", text);
}

void drawChainRow(const Theme& theme, WidgetLog& log, const IkLabFacts& facts, IkLabSettings& settings) {
    ImGui::SetNextItemWidth(theme.points(kChain_points));
    int chain = static_cast<int>(settings.chain);
    if (comboWithKeys(log, "ik_chain", chain, facts.chains, {})) {
        settings.chain = static_cast<std::size_t>(chain);
        settings.target.reset();
    }
    ImGui::SameLine();
    tickBox("limits", settings.limits);
    log.add("ik_limits");
    tooltip(
        "CCD and FABRIK keep the first bone in a cone of 90\xC2\xB0, and the others bend about their hinge\n"
        "only, from straight to 150\xC2\xB0.");
    ImGui::SameLine();
    bool army = facts.army;
    ImGui::BeginDisabled(!facts.why_no_army.empty() && !army);
    if (tickBox("all soldiers do it", army)) settings.toggle_army = true;
    log.add("ik_army", facts.why_no_army.empty() || facts.army);
    ImGui::EndDisabled();
    tooltip(facts.why_no_army.empty()
                ? "An IK of the army's layers: every soldier reaches for the point before it,\nby two-bone "
                  "IK, or FABRIK for more than three joints, on the GPU."
                : facts.why_no_army.c_str());
}

void drawTargetRow(WidgetLog& log, IkLabSettings& settings) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "Target");
    const auto target = [&](const char* text, const char* name, IkLabTarget start, const char* help) {
        if (pageButton(log, text, name, settings.start == start && !settings.target)) {
            settings.start = start;
            settings.place = true;
        }
        tooltip(help);
    };
    target("in reach", "ik_reachable", IkLabTarget::kReachable, "A target that the chain can reach.");
    target("too far", "ik_too_far", IkLabTarget::kTooFar,
           "A target farther away than all bones together are long.");
    target("on the line", "ik_collinear", IkLabTarget::kCollinear,
           "The chain starts straight, and the target is on its line: no direction to bend is better than\n"
           "another.");
}

void drawStepRow(const Theme& theme, WidgetLog& log, IkLabSettings& settings) {
    const auto button = [&](const char* text, const char* name, int step) {
        const bool can = std::clamp(step, 0, kLabRounds) != settings.step;
        ImGui::BeginDisabled(!can);
        if (ImGui::Button(text)) settings.step = std::clamp(step, 0, kLabRounds);
        log.add(name, can);
        ImGui::EndDisabled();
        ImGui::SameLine();
    };
    button("Start", "ik_first", 0);
    button("<", "ik_back", settings.step - 1);
    button(">", "ik_forward", settings.step + 1);
    ImGui::SetNextItemWidth(theme.points(kTable_points) - ImGui::GetCursorPosX());
    const KeyMoves moves = log.keys().movesOf("ik_step");
    settings.step += static_cast<int>(std::lround(moves.right)) + moves.pages + moves.ends * kLabRounds;
    settings.step = std::clamp(settings.step, 0, kLabRounds);
    ImGui::SliderInt("##ik_step", &settings.step, 0, kLabRounds,
                     settings.step == 0 ? "the start" : "after round %d", ImGuiSliderFlags_AlwaysClamp);
    markSlider(static_cast<float>(settings.step) / static_cast<float>(kLabRounds));
    log.add("ik_step", true, kSliderUse);
}

void drawTable(const Theme& theme, WidgetLog& log, const IkLabFacts& facts, IkLabSettings& settings) {
    Line head(theme);
    head.text("Solver", kSolver_points, color::kMuted);
    head.number(settings.step == 0 ? "at the start" : fmt::format("after {}", settings.step), kCell_points,
                color::kMuted);
    head.number("rounds to 1 mm", kCell_points * 1.2F, color::kMuted);
    head.number("per solve", kCell_points, color::kMuted);
    head.end();
    for (std::size_t i = 0; i < facts.runs.size(); ++i) {
        const IkLabRun& run = facts.runs[i];
        const bool shown = settings.shown == run.solver;
        const ImVec2 low = ImGui::GetCursorPos();
        ImGui::BeginDisabled(!run.why_not.empty());
        if (ImGui::Selectable(fmt::format("##{}", kSolverTitles[i]).c_str(), shown, ImGuiSelectableFlags_None,
                              ImVec2(theme.points(kTable_points) - low.x, ImGui::GetTextLineHeight())))
            settings.shown = run.solver;
        log.add(fmt::format("ik_solver/{}", nameOf(run.solver)), run.why_not.empty());
        ImGui::EndDisabled();
        ImGui::SetCursorPos(low);
        Line line(theme);
        line.text(kSolverTitles[i], kSolver_points, run.why_not.empty() ? kSolverInks[i] : color::kMuted);
        if (!run.why_not.empty()) {
            line.text(run.why_not, 3.0F * kCell_points, color::kMuted);
        } else {
            const ImU32 ink = shown ? color::kText : color::kMuted;
            line.number(errorText(errorAt(run, settings.step)), kCell_points, ink);
            line.number(run.rounds ? fmt::format("{}", *run.rounds) : fmt::format("over {}", kLabRounds),
                        kCell_points * 1.2F, ink);
            line.number(fmt::format("{:.1f} \xC2\xB5s", run.microseconds), kCell_points, ink);
        }
        line.end();
    }
}

std::string distanceText(const IkLabFacts& facts) {
    const double beyond = facts.target_m - facts.length_m;
    std::string text =
        fmt::format("Drag the ring. It is {:.0f} mm from the chain's root; the bones are {:.0f} mm long",
                    facts.target_m * 1000.0, facts.length_m * 1000.0);
    if (beyond > 0.0)
        text += fmt::format(": {:.0f} mm out of reach, and errors are from the nearest point in reach",
                            beyond * 1000.0);
    return text + ".";
}

void drawPlot(const Theme& theme, WidgetLog& log, const IkLabFacts& facts, const IkLabSettings& settings) {
    std::vector<LogSeries> series;
    for (std::size_t i = 0; i < facts.runs.size(); ++i) {
        const IkLabRun& run = facts.runs[i];
        if (!run.why_not.empty()) continue;
        LogSeries& line = series.emplace_back();
        line.name = kSolverTitles[i];
        line.ink = kSolverInks[i];
        line.style = run.solver == settings.shown ? LineStyle::kSolid : LineStyle::kDashed;
        for (std::size_t round = 0; round < run.errors_mm.size(); ++round) {
            line.points.emplace_back(static_cast<float>(round),
                                     static_cast<float>(std::max(kLeast_mm, run.errors_mm[round])));
        }
    }
    LogAxes axes;
    axes.x_title = "rounds";
    axes.y_title = "error, mm";
    axes.y_unit = "mm";
    axes.linear_x = true;
    axes.mark_x = static_cast<float>(settings.step);
    drawLogPlot(theme, log, "ik_plot",
                ImVec2(std::max(theme.points(kPlot_points), ImGui::GetContentRegionAvail().x),
                       theme.points(kPlotHeight_points)),
                axes, series);
}

void drawBones(const Theme& theme, const std::vector<std::optional<glm::vec2>>& joints, ImU32 ink,
               float width_points) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (!joints[i]) continue;
        if (i > 0 && joints[i - 1])
            list.AddLine(toIm(*joints[i - 1]), toIm(*joints[i]), ink, theme.points(width_points));
        list.AddCircleFilled(toIm(*joints[i]), theme.points(width_points), ink);
    }
}

// A window as large as the mark, so that the mouse drags it instead of the camera.
void drawHandle(const Theme& theme, WidgetLog& log, const glm::vec2& at, IkLabSettings& settings) {
    const float reach = theme.points(14.0F);
    ImGui::SetNextWindowPos(ImVec2(at.x - reach, at.y - reach));
    ImGui::SetNextWindowSize(ImVec2(2.0F * reach, 2.0F * reach));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0F, 1.0F));
    ImGui::Begin("ik_target", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav);
    ImGui::InvisibleButton("ik_target", ImVec2(2.0F * reach, 2.0F * reach));
    log.add("ik_target", true, {.across = true, .along = true, .own = true});
    const bool held = ImGui::IsItemActive();
    const bool lit = held || log.isUnderPointer("ik_target");
    constexpr float kKeyStep_points = 3.0F;
    if (const KeyMoves moves = log.keys().movesOf("ik_target"); moves.right != 0.0F || moves.up != 0.0F)
        settings.drag = at + theme.points(kKeyStep_points) * glm::vec2(moves.right, -moves.up);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (ImGui::IsItemActivated()) settings.grip = at - glm::vec2(mouse.x, mouse.y);
    const glm::vec2 wanted = glm::vec2(mouse.x, mouse.y) + settings.grip;
    if (held && glm::distance(wanted, at) >= 0.5F) settings.drag = wanted;
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const auto& [ink, width] : {std::pair(IM_COL32(0, 0, 0, 170), 4.0F),
                                     std::pair(lit ? IM_COL32(255, 255, 255, 255) : color::kError, 2.0F)}) {
        list.AddCircle(toIm(at), theme.points(lit ? 10.0F : 8.5F), ink, 0, theme.points(width));
        list.AddCircleFilled(toIm(at), theme.points(width * 0.8F), ink);
    }
}

}  // namespace

float ikPanelPoints() {
    return kTable_points + kPlot_points + 3.0F * kPanelMarginPoints;
}

void drawIkPanel(const Theme& theme, WidgetLog& log, const IkLabFacts& facts, IkLabSettings& settings) {
    if (!facts.why_not.empty()) return ImGui::TextUnformatted(facts.why_not.c_str());
    ImGui::BeginGroup();
    drawChainRow(theme, log, facts, settings);
    drawTargetRow(log, settings);
    drawStepRow(theme, log, settings);
    drawTable(theme, log, facts, settings);
    ImGui::PushTextWrapPos(theme.points(kTable_points));
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", distanceText(facts).c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    ImGui::SameLine();
    drawPlot(theme, log, facts, settings);
}

void drawIkChain(const Theme& theme, WidgetLog& log, const IkLabFacts& facts, IkLabSettings& settings) {
    if (facts.joints.empty()) return;
    const std::size_t shown = std::min(static_cast<std::size_t>(settings.step), facts.joints.size() - 1);
    const ImU32 ink = kSolverInks[static_cast<std::size_t>(settings.shown)];
    drawBones(theme, facts.joints.front(), IM_COL32(236, 240, 246, 120), 2.5F);
    // Later rounds stand out more.
    for (std::size_t i = 1; i < shown; ++i) {
        const auto alpha =
            static_cast<int>(40.0 + 90.0 * static_cast<double>(i) / static_cast<double>(shown));
        drawBones(theme, facts.joints[i], color::faded(ink, alpha), 1.5F);
    }
    drawBones(theme, facts.joints[shown], IM_COL32(0, 0, 0, 190), 6.0F);
    drawBones(theme, facts.joints[shown], ink, 4.0F);
    if (facts.target) drawHandle(theme, log, *facts.target, settings);
}

}  // namespace phalanx
