#include "ui/bake_comparison/bake_comparison_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::array kEncodingInks{color::kAccent, color::kSecond, color::kThird};  // as kEncodings
constexpr ImU32 kGrid = IM_COL32(255, 255, 255, 22);
constexpr float kReach_points = 12.0F;  // distance from the mouse to a dot
constexpr double kLeast_mm = 1e-3;      // smaller values are drawn there: a logarithmic axis has no zero

// A logarithmic axis: from `low` at pixel `from` to `high` at pixel `to`.
struct Axis {
    double low = 1.0;
    double high = 10.0;
    float from = 0.0F;
    float to = 1.0F;

    float at(double value) const {
        const double share = std::log(std::clamp(value, low, high) / low) / std::log(high / low);
        return from + static_cast<float>(share) * (to - from);
    }
};

// The range of the data with a margin.
void fit(Axis& axis, const std::vector<double>& values) {
    const auto [least, most] = std::ranges::minmax(values);
    axis.low = least / 1.3;
    axis.high = most * 1.3;
}

std::vector<double> ticksOf(const Axis& axis) {
    std::vector<double> ticks;
    const bool wide = axis.high / axis.low > 300.0;
    for (int decade = static_cast<int>(std::floor(std::log10(axis.low)));; ++decade) {
        for (const double step : {1.0, 2.0, 5.0}) {
            const double value = step * std::pow(10.0, decade);
            if (value > axis.high) return ticks;
            if (value >= axis.low && (step < 2.0 || !wide)) ticks.push_back(value);
        }
    }
}

double shownError(const ComparedBake& row) {
    return std::max(row.p99_mm, kLeast_mm);
}

struct Plot {
    ImVec2 low;  // of the plot area
    ImVec2 high;
    Axis x;
    Axis y;

    ImVec2 at(const ComparedBake& row) const {
        return {x.at(static_cast<double>(row.bytes)), y.at(shownError(row))};
    }
};

Plot plotOf(const Theme& theme, std::span<const ComparedBake> rows, ImVec2 low, ImVec2 size) {
    Plot plot;
    plot.low = ImVec2(low.x + theme.points(34.0F), low.y + theme.points(20.0F));
    plot.high = ImVec2(low.x + size.x - theme.points(8.0F), low.y + size.y - theme.points(20.0F));
    std::vector<double> bytes;
    std::vector<double> errors;
    for (const ComparedBake& row : rows) {
        if (!row.refused.empty()) continue;
        bytes.push_back(static_cast<double>(row.bytes));
        errors.push_back(shownError(row));
    }
    if (!bytes.empty()) {
        fit(plot.x, bytes);
        fit(plot.y, errors);
    }
    plot.x.from = plot.low.x;
    plot.x.to = plot.high.x;
    plot.y.from = plot.high.y;
    plot.y.to = plot.low.y;
    return plot;
}

void drawAxes(const Theme& theme, ImDrawList& list, const Plot& plot) {
    for (const double value : ticksOf(plot.x)) {
        const float x = std::floor(plot.x.at(value));
        list.AddLine(ImVec2(x, plot.low.y), ImVec2(x, plot.high.y), kGrid);
        const std::string text =
            value < 1e6 ? fmt::format("{:g} kB", value / 1e3) : fmt::format("{:g} MB", value / 1e6);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        if (x + width * 0.5F < plot.high.x + theme.points(6.0F))
            list.AddText(ImVec2(x - width * 0.5F, plot.high.y + theme.points(2.0F)), color::kMuted,
                         text.c_str());
    }
    for (const double value : ticksOf(plot.y)) {
        const float y = std::floor(plot.y.at(value));
        list.AddLine(ImVec2(plot.low.x, y), ImVec2(plot.high.x, y), kGrid);
        const std::string text = fmt::format("{:g}", value);
        list.AddText(ImVec2(plot.low.x - ImGui::CalcTextSize(text.c_str()).x - theme.points(4.0F),
                            y - ImGui::GetTextLineHeight() * 0.5F),
                     color::kMuted, text.c_str());
    }
}

// Legend, above the plot area.
void drawRebakeLegend(const Theme& theme, ImDrawList& list, ImVec2 at, float right) {
    const float middle = at.y + ImGui::GetTextLineHeight() * 0.5F;
    const float dot = theme.points(4.0F);
    const auto word = [&](const std::string& text, ImU32 ink, bool filled) {
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        if (at.x + width + theme.points(14.0F) > right) return;
        if (filled) {
            list.AddCircleFilled(ImVec2(at.x + dot, middle), dot, ink);
        } else {
            list.AddCircle(ImVec2(at.x + dot, middle), dot, ink, 0, theme.points(1.3F));
        }
        list.AddText(ImVec2(at.x + theme.points(11.0F), at.y), color::kMuted, text.c_str());
        at.x += width + theme.points(17.0F);
    };
    list.AddText(at, color::kMuted, "mm");
    at.x += ImGui::CalcTextSize("mm").x + theme.points(8.0F);
    for (std::size_t i = 0; i < kEncodings.size(); ++i)
        word(std::string(nameOf(kEncodings[i])), kEncodingInks[i], true);
    word("nearest", color::kMuted, false);
}

void drawFront(const Theme& theme, ImDrawList& list, const Plot& plot, std::span<const ComparedBake> rows) {
    std::vector<ImVec2> front;
    for (const ComparedBake& row : rows) {
        if (row.on_front) front.push_back(plot.at(row));
    }
    std::ranges::sort(front, {}, &ImVec2::x);
    // Steps: less error needs the memory of the next dot.
    std::vector<ImVec2> steps;
    for (const ImVec2& at : front) {
        if (!steps.empty()) steps.emplace_back(at.x, steps.back().y);
        steps.push_back(at);
    }
    list.AddPolyline(steps.data(), static_cast<int>(steps.size()), IM_COL32(226, 168, 84, 120),
                     ImDrawFlags_None, theme.points(1.5F));
}

void drawDot(const Theme& theme, ImDrawList& list, const Plot& plot, const ComparedBake& row, bool pointed,
             bool used) {
    const ImVec2 at = plot.at(row);
    const ImU32 ink = kEncodingInks[static_cast<std::size_t>(row.encoding)];
    const float radius = theme.points(pointed ? 6.0F : 4.0F);
    if (row.lookup == FrameLookup::kLinear) {
        list.AddCircleFilled(at, radius, ink);
    } else {
        list.AddCircle(at, radius, ink, 0, theme.points(1.5F));
    }
    if (used) list.AddCircle(at, theme.points(9.0F), color::kText, 0, theme.points(1.5F));
}

}  // namespace

std::string rateText(const ComparedBake& row) {
    return row.rate_hz ? fmt::format("{:g} Hz", *row.rate_hz) : "auto";
}

std::string millimetresText(double mm) {
    return fmt::format("{:.{}f}", mm, mm < 9.995 ? 3 : mm < 99.95 ? 2 : 1);
}

void showRowTooltip(const ComparedBake& row) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24.0F);
    ImGui::TextUnformatted(
        fmt::format("{}, {}, {} lookup", rateText(row), nameOf(row.encoding), nameOf(row.lookup)).c_str());
    if (!row.refused.empty()) {
        ImGui::TextUnformatted(row.refused.c_str());
    } else {
        ImGui::TextUnformatted(
            fmt::format("{} in {} frames", bytesText(row.bytes), grouped(row.frames)).c_str());
        ImGui::TextUnformatted(fmt::format("off by {} mm, p99 {}, at most {}{}", millimetresText(row.mean_mm),
                                           millimetresText(row.p99_mm), millimetresText(row.max_mm),
                                           row.sampled ? " (of a sample)" : "")
                                   .c_str());
        if (row.step_ms > 0.0) {
            const char* what = row.lookup == FrameLookup::kNearest ? "a step is up to {:.1f} ms early or late"
                                                                   : "a step takes {:.1f} ms, a frame";
            ImGui::TextUnformatted(fmt::format(fmt::runtime(what), row.step_ms).c_str());
        }
        ImGui::TextUnformatted(fmt::format("normals off by {:.3f}\xC2\xB0, p99 {:.3f}, at most {:.2f}",
                                           row.turned_deg.mean, row.turned_deg.p99, row.turned_deg.max)
                                   .c_str());
        ImGui::TextUnformatted(fmt::format("worst in {}, {:.2f} s, at joint {}", row.worst_clip,
                                           row.worst_time_s, row.worst_joint)
                                   .c_str());
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void drawBakeComparisonPlot(const Theme& theme, WidgetLog& log, ActionQueue& actions,
                            const BakeComparisonFacts& facts, BakeComparisonSettings& settings,
                            std::optional<std::size_t> pointed, ImVec2 size) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton("plot", size);
    const CanvasPointer pointer = log.addCanvas("bakes_plot");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, ImVec2(low.x + size.x, low.y + size.y), IM_COL32(255, 255, 255, 8),
                       theme.points(4.0F));
    const Plot plot = plotOf(theme, facts.rows, low, size);
    drawAxes(theme, list, plot);
    drawRebakeLegend(theme, list, ImVec2(low.x + theme.points(4.0F), low.y + theme.points(3.0F)),
                     low.x + size.x);
    drawFront(theme, list, plot, facts.rows);
    std::optional<std::size_t> nearest;
    float reach = theme.points(kReach_points);
    for (std::size_t i = 0; i < facts.rows.size(); ++i) {
        const ComparedBake& row = facts.rows[i];
        if (!row.refused.empty()) continue;
        drawDot(theme, list, plot, row, pointed == i, facts.used == i);
        log.addPoint(fmt::format("bakes_dot_{}", i), plot.at(row).x, plot.at(row).y);
        const float away = std::hypot(pointer.at.x - plot.at(row).x, pointer.at.y - plot.at(row).y);
        if (!pointer.over || away >= reach) continue;
        reach = away;
        nearest = i;
    }
    if (!nearest) return;
    settings.pointed = nearest;
    pointer.placeTooltip();
    showRowTooltip(facts.rows[*nearest]);
    if (clicked || (pointer.by_keys && pointer.pressed)) actions.push(action::UseBake{*nearest});
}

}  // namespace phalanx
