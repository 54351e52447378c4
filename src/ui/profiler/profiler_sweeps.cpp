#include <fmt/format.h>

#include <array>

#include "ui/profiler/profiler_panel.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/log_plot.h"

namespace phalanx {
namespace {

constexpr std::array<ImU32, 3> kSweepInks{color::kSecond, color::kAccent, IM_COL32(168, 216, 112, 255)};

struct SweepTexts {
    const char* name;
    const char* button;
    const char* x_title;
    const char* about;
};
constexpr std::array<SweepTexts, kSweepKinds> kTexts{
    SweepTexts{"sweep_units", "Sweep over units", "units",
               "The current technique and static, for 1 to 100,000 units: at least to 10, then while a frame "
               "takes less than 100 ms."},
    SweepTexts{"sweep_batches", "Sweep over batches", "units per draw",
               "Technique texture-draws with 1, 4, 16 ... units per draw, for the current army, compared "
               "with one call for "
               "all."}};

std::vector<LogSeries> seriesOf(const SweepResult& sweep) {
    std::vector<LogSeries> series;
    for (std::size_t i = 0; i < sweep.lines.size(); ++i) {
        const SweepLine& line = sweep.lines[i];
        LogSeries cost{line.name, kSweepInks[i % kSweepInks.size()], false, {}};
        LogSeries submit{line.name + ", CPU", kSweepInks[i % kSweepInks.size()], true, {}};
        for (const SweepPoint& point : line.points) {
            const auto x = static_cast<float>(point.x);
            if (point.cost_ms > 0.0) cost.points.emplace_back(x, static_cast<float>(point.cost_ms));
            if (point.submit_ms > 0.0) submit.points.emplace_back(x, static_cast<float>(point.submit_ms));
        }
        series.push_back(std::move(cost));
        series.push_back(std::move(submit));
    }
    return series;
}

void drawSweepLegend(const Theme& theme, const SweepResult& sweep) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < sweep.lines.size(); ++i) {
        if (i > 0) ImGui::SameLine(0.0F, theme.points(16.0F));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float middle = at.y + ImGui::GetTextLineHeight() * 0.5F;
        list.AddLine(ImVec2(at.x, middle), ImVec2(at.x + theme.points(14.0F), middle),
                     kSweepInks[i % kSweepInks.size()], theme.points(2.0F));
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + theme.points(19.0F));
        ImGui::TextUnformatted(sweep.lines[i].name.c_str());
    }
}

void drawSweep(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
               SweepKind kind, ImVec2 size) {
    const SweepTexts& texts = kTexts[static_cast<std::size_t>(kind)];
    ImGui::BeginChild(texts.name, size);
    const bool running = facts.sweeping == kind;
    drawRunButton(theme, log, actions, facts, running, texts.name, texts.button, action::Sweep{kind});
    if (running) {
        ImGui::SameLine();
        ImGui::TextUnformatted(facts.step.c_str());
    }
    const SweepResult* const sweep = facts.sweeps[static_cast<std::size_t>(kind)];
    const bool swept = sweep != nullptr && !sweep->lines.empty();
    if (swept && !running) {
        ImGui::SameLine(0.0F, theme.points(12.0F));
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s",
                           sweep->gpu_clock ? "GPU time of the units; dashed: GL calls, CPU"
                                            : "whole frame; dashed: GL calls, CPU");
    }
    if (!swept) {
        ImGui::PushTextWrapPos(0.0F);
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", texts.about);
        ImGui::PopTextWrapPos();
        ImGui::EndChild();
        return;
    }
    drawSweepLegend(theme, *sweep);
    const float words = 2.0F * ImGui::GetTextLineHeightWithSpacing();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    drawLogPlot(theme, log, texts.name, ImVec2(room.x, std::max(theme.points(80.0F), room.y - words)),
                texts.x_title, "ms", seriesOf(*sweep));
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextUnformatted(sweep->sentence.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndChild();
}

}  // namespace

void drawSweepsPage(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts) {
    const float gap = theme.points(18.0F);
    const ImVec2 size((ImGui::GetContentRegionAvail().x - gap) * 0.5F, theme.points(kPageHeight_points));
    drawSweep(theme, log, actions, facts, SweepKind::kUnits, size);
    ImGui::SameLine(0.0F, gap);
    drawSweep(theme, log, actions, facts, SweepKind::kBatches, size);
}

}  // namespace phalanx
