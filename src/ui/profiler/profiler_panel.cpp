#include "ui/profiler/profiler_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/imgui/fitted_text.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/page_button.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

constexpr float kLeastWidth_points = 620.0F;
// Widths that the pages need.
float widthOf(ProfilerTab page) {
    switch (page) {
        case ProfilerTab::kFrames:
            return kFramesPage_points;
        case ProfilerTab::kCompare:
            return kComparePage_points;
        case ProfilerTab::kSweeps:
            break;
    }
    return kSweepsPage_points;
}

void drawProfilerHead(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
                      ProfilerSettings& settings) {
    ImGui::PushFont(theme.strong);
    ImGui::TextUnformatted("Profiler");
    ImGui::PopFont();
    const auto page = [&](const char* text, const char* name, ProfilerTab wanted) {
        if (pageButton(log, text, name, settings.page == wanted)) settings.page = wanted;
    };
    page("frames", "profiler_frames", ProfilerTab::kFrames);
    page("A and B", "profiler_compare", ProfilerTab::kCompare);
    page("sweeps", "profiler_sweeps", ProfilerTab::kSweeps);
    ImGui::SameLine();
    if (ImGui::SmallButton("export")) actions.push(Request::kExportProfiler);
    const float pages_end = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + theme.points(12.0F);
    log.add("profiler_export");
    if (log.isUnderPointer("profiler_export") &&
        !facts.exporting) {  // the exported image contains only the page
        log.placeTooltip("profiler_export");
        ImGui::SetTooltip("%s", ("This page as CSV, JSON and PNG, into " + facts.folder).c_str());
    }
    const char* const close = "close";
    const ImGuiStyle& style = ImGui::GetStyle();
    const float button = ImGui::CalcTextSize(close).x + 2.0F * style.FramePadding.x;
    const float right = ImGui::GetWindowContentRegionMax().x;
    // Right-aligned columns at fixed places; columns that do not fit are left out.
    float end = right - button - theme.points(12.0F);
    const auto column = [&](const char* name, const std::string& text, const char* widest) {
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        if (end - width < pages_end) return;
        ImGui::SameLine(std::floor(end - width));
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", text.c_str());
        if (log.on()) log.addPlace(name);
        end -= ImGui::CalcTextSize(widest).x + theme.points(6.0F);
    };
    column("value:own p95", finerMillisecondsText(facts.usual.interface95) + " p95", "0.000 ms p95");
    column("value:own p50", finerMillisecondsText(facts.usual.interface50) + " p50,", "0.000 ms p50,");
    const char* const words = "CPU time of the panels:";
    const bool narrow = end - ImGui::CalcTextSize(words).x < pages_end;
    column("label:own", narrow ? "panels:" : words, words);
    ImGui::SameLine(right - button);
    if (ImGui::SmallButton(close)) settings.shown = false;
    log.add("profiler_close");
}

}  // namespace

ImU32 inkOf(FramePass pass) {
    static constexpr std::array<ImU32, kFramePasses> kInks{IM_COL32(138, 143, 152, 255),
                                                           IM_COL32(176, 140, 226, 255),
                                                           IM_COL32(232, 104, 96, 255),
                                                           IM_COL32(150, 44, 52, 255),
                                                           IM_COL32(72, 186, 172, 255),
                                                           IM_COL32(168, 216, 112, 255),
                                                           IM_COL32(246, 218, 92, 255),
                                                           IM_COL32(250, 190, 190, 255),
                                                           IM_COL32(214, 150, 120, 255),
                                                           IM_COL32(188, 110, 84, 255),
                                                           IM_COL32(224, 130, 100, 255),
                                                           color::kSecond,
                                                           color::kAccent,
                                                           IM_COL32(158, 190, 60, 255),
                                                           IM_COL32(112, 156, 92, 255),
                                                           IM_COL32(240, 98, 146, 255),
                                                           IM_COL32(134, 148, 222, 255),
                                                           IM_COL32(206, 120, 214, 255),
                                                           IM_COL32(78, 84, 94, 255)};
    return kInks[static_cast<std::size_t>(pass)];
}

void drawRunButton(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
                   const RunButton& button, const Action& begin) {
    if (!button.running) {
        const bool can = !facts.comparing && !facts.sweeping && button.why_not.empty();
        ImGui::BeginDisabled(!can);
        if (ImGui::Button(button.text)) actions.push(begin);
        log.add(button.name, can);
        ImGui::EndDisabled();
        if (!button.why_not.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
            ImGui::SetTooltip("Not available: %s.", button.why_not.c_str());
        return;
    }
    if (ImGui::Button("Cancel")) actions.push(Request::kCancelMeasurement);
    log.add("profiler_cancel");
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, color::kAccent);
    ImGui::ProgressBar(facts.share, ImVec2(theme.points(120.0F), ImGui::GetFrameHeight()), "");
    ImGui::PopStyleColor();
}

ProfilerPlace drawProfilerPanel(const Theme& theme, WidgetLog& log, ActionQueue& actions,
                                const ProfilerFacts& facts, ProfilerSettings& settings, float foot) {
    if (beginFootPanel("Profiler", theme, foot, kLeastWidth_points)) {
        const Theme fitted = fittedText(theme, widthOf(settings.page));
        drawProfilerHead(fitted, log, actions, facts, settings);
        switch (settings.page) {
            case ProfilerTab::kFrames:
                drawFramesPage(fitted, log, actions, facts);
                break;
            case ProfilerTab::kCompare:
                drawComparePage(fitted, log, actions, facts, settings);
                break;
            case ProfilerTab::kSweeps:
                drawSweepsPage(fitted, log, actions, facts, settings);
                break;
        }
    }
    const ImVec2 low = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    ImGui::End();
    return {low.x, low.y, low.x + size.x, low.y + size.y};
}

}  // namespace phalanx
