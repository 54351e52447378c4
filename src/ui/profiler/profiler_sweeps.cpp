#include <fmt/format.h>

#include <array>

#include "ui/profiler/profiler_panel.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/log_plot.h"
#include "ui/toolkit/page_button.h"

namespace phalanx {
namespace {

constexpr std::array<ImU32, 3> kSweepInks{color::kSecond, color::kAccent, IM_COL32(168, 216, 112, 255)};

// The pages of two sweeps each.
constexpr std::array<std::array<SweepKind, 2>, 2> kPages{
    {{SweepKind::kUnits, SweepKind::kBatches}, {SweepKind::kLayers, SweepKind::kLayeredUnits}}};

std::vector<LogSeries> seriesOf(const SweepResult& sweep) {
    std::vector<LogSeries> series;
    for (std::size_t i = 0; i < sweep.lines.size(); ++i) {
        const SweepLine& line = sweep.lines[i];
        const ImU32 ink = kSweepInks[i % kSweepInks.size()];
        LogSeries cost{line.name, ink, LineStyle::kSolid, {}};
        LogSeries submit{line.name + ", CPU", ink, LineStyle::kDashed, {}};
        LogSeries layers{line.name + ", layer passes", ink, LineStyle::kDotted, {}};
        const auto add = [](LogSeries& to, double x, double ms) {
            if (ms > 0.0) to.points.emplace_back(static_cast<float>(x), static_cast<float>(ms));
        };
        for (const SweepPoint& point : line.points) {
            add(cost, point.x, point.cost_ms);
            add(submit, point.x, point.submit_ms);
            add(layers, point.x, point.layers_ms.value_or(0.0));
        }
        series.push_back(std::move(cost));
        series.push_back(std::move(submit));
        if (!layers.points.empty()) series.push_back(std::move(layers));
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

std::string linesText(const SweepResult& sweep) {
    const bool layers = std::ranges::any_of(sweep.lines, [](const SweepLine& line) {
        return std::ranges::any_of(line.points, [](const SweepPoint& p) { return p.layers_ms.has_value(); });
    });
    return fmt::format("{}; dashed: GL calls, CPU{}",
                       sweep.gpu_clock ? "GPU time of the units" : "whole frame",
                       layers ? "; dotted: layer passes" : "");
}

void drawSweep(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
               SweepKind kind, ImVec2 size) {
    const SweepInfo& info = infoOf(kind);
    const std::string name = fmt::format("sweep_{}", info.key);
    ImGui::BeginChild(name.c_str(), size);
    const bool running = facts.sweeping == kind;
    const std::string why_not = info.layers ? facts.layers_why_not : "";
    drawRunButton(theme, log, actions, facts, {name.c_str(), info.button, running, why_not},
                  action::Sweep{kind});
    if (running) {
        ImGui::SameLine();
        ImGui::TextUnformatted(facts.step.c_str());
    }
    const SweepResult* const sweep = facts.sweeps[static_cast<std::size_t>(kind)];
    const bool swept = sweep != nullptr && !sweep->lines.empty();
    if (swept && !running) {
        ImGui::SameLine(0.0F, theme.points(12.0F));
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", linesText(*sweep).c_str());
    }
    if (!swept) {
        ImGui::PushTextWrapPos(0.0F);
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", info.about);
        if (!why_not.empty())
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "Not available: %s.",
                               why_not.c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndChild();
        return;
    }
    drawSweepLegend(theme, *sweep);
    const float words = 2.0F * ImGui::GetTextLineHeightWithSpacing();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    drawLogPlot(theme, log, name.c_str(), ImVec2(room.x, std::max(theme.points(80.0F), room.y - words)),
                {info.over, "ms", info.linear}, seriesOf(*sweep));
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextUnformatted(sweep->sentence.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndChild();
}

}  // namespace

void drawSweepsPage(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
                    ProfilerSettings& settings) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "Time over");
    if (pageButton(log, "units and batches", "sweeps_army", !settings.layer_sweeps))
        settings.layer_sweeps = false;
    if (pageButton(log, "layers", "sweeps_layers", settings.layer_sweeps)) settings.layer_sweeps = true;
    const float gap = theme.points(18.0F);
    const ImVec2 size((ImGui::GetContentRegionAvail().x - gap) * 0.5F,
                      theme.points(kPageHeight_points) - ImGui::GetFrameHeightWithSpacing());
    const std::array<SweepKind, 2>& page = kPages[settings.layer_sweeps ? 1 : 0];
    drawSweep(theme, log, actions, facts, page[0], size);
    ImGui::SameLine(0.0F, gap);
    drawSweep(theme, log, actions, facts, page[1], size);
}

}  // namespace phalanx
