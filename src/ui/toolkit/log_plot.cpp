#include "ui/toolkit/log_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr float kZeroShare = 0.12F;  // of the axis: between 0 and the first decade

struct Axis {
    float first = 0.0F;  // exponents of ten; of a linear axis: its ends
    float last = 1.0F;
    bool linear = false;
    bool zero = false;  // there is a place for 0
    float low = 0.0F;   // pixels
    float high = 1.0F;

    float at(float value) const {
        if (linear) return low + (value - first) / (last - first) * (high - low);
        if (zero && value <= 0.0F) return low;
        const float begin = zero ? low + kZeroShare * (high - low) : low;
        return begin + (std::log10(value) - first) / (last - first) * (high - begin);
    }
    // At most ten lines of the grid.
    float linearStep() const {
        for (const float step : {1.0F, 2.0F, 5.0F}) {
            if (last - first <= 10.0F * step) return step;
        }
        return std::ceil((last - first) / 100.0F) * 10.0F;
    }
    // Values with a line of the grid.
    std::vector<float> ticks() const {
        std::vector<float> values;
        if (zero) values.push_back(0.0F);
        for (float e = first; e <= last + 0.01F; e += linear ? linearStep() : 1.0F)
            values.push_back(linear ? e : std::pow(10.0F, e));
        return values;
    }
};

Axis axisOver(const std::vector<LogSeries>& series, float ImVec2::*part, bool linear = false) {
    std::optional<float> least;  // above 0
    std::optional<float> most;
    Axis axis;
    axis.linear = linear;
    for (const LogSeries& line : series) {
        for (const ImVec2& point : line.points) {
            if (!linear && point.*part <= 0.0F) {
                axis.zero = true;
                continue;
            }
            least = std::min(least.value_or(point.*part), point.*part);
            most = std::max(most.value_or(point.*part), point.*part);
        }
    }
    if (linear) {
        axis.last = std::max(1.0F, most.value_or(1.0F));
        return axis;
    }
    axis.first = std::floor(std::log10(least.value_or(1.0F)) + 0.001F);
    axis.last = std::max(axis.first + 1.0F, std::ceil(std::log10(most.value_or(10.0F)) - 0.001F));
    return axis;
}

std::string tickText(float value, bool milliseconds) {
    if (milliseconds) return fmt::format("{:g}", value);
    return value < 1e6F ? grouped(static_cast<std::uint64_t>(std::llround(value)))
                        : shortened(static_cast<double>(value));
}

void drawGrid(ImDrawList& list, const Theme& theme, const Axis& x, const Axis& y) {
    for (const float value : x.ticks()) {
        const float at = std::floor(x.at(value));
        list.AddLine(ImVec2(at, y.high), ImVec2(at, y.low), color::kLine);
        const std::string text = tickText(value, false);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        list.AddText(ImVec2(std::min(at - width * 0.5F, x.high - width), y.low + 1.0F), color::kMuted,
                     text.c_str());
    }
    for (const float value : y.ticks()) {
        const float at = std::floor(y.at(value));
        list.AddLine(ImVec2(x.low, at), ImVec2(x.high, at), color::kLine);
        const std::string text = tickText(value, true);
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        list.AddText(ImVec2(x.low - size.x - theme.points(5.0F), at - size.y * 0.5F), color::kMuted,
                     text.c_str());
    }
}

// Strokes, or dots where the style is dotted.
void drawDashes(ImDrawList& list, const Theme& theme, ImVec2 from, ImVec2 to, const LogSeries& line) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const bool dotted = line.style == LineStyle::kDotted;
    const float step = theme.points(dotted ? 4.0F : 7.0F);
    for (float at = 0.0F; at < length; at += step) {
        const float end = std::min(length, at + (dotted ? 0.4F : 0.55F) * step);
        const auto point = [&](float s) {
            return ImVec2(from.x + (to.x - from.x) * s / length, from.y + (to.y - from.y) * s / length);
        };
        list.AddLine(point(at), point(end), line.ink, theme.points(dotted ? 1.8F : 1.3F));
    }
}

void drawSeries(ImDrawList& list, const Theme& theme, const Axis& x, const Axis& y, const LogSeries& line) {
    const auto place = [&](const ImVec2& p) { return ImVec2(x.at(p.x), y.at(p.y)); };
    for (std::size_t i = 1; i < line.points.size(); ++i) {
        const ImVec2 from = place(line.points[i - 1]);
        const ImVec2 to = place(line.points[i]);
        if (line.style != LineStyle::kSolid) {
            drawDashes(list, theme, from, to, line);
        } else {
            list.AddLine(from, to, line.ink, theme.points(1.8F));
        }
    }
    for (const ImVec2& point : line.points) list.AddCircleFilled(place(point), theme.points(2.6F), line.ink);
}

std::string valueText(float value, const LogAxes& axes) {
    if (std::string_view(axes.y_unit) == "ms") return finerMillisecondsText(value);
    return fmt::format("{:.3g} {}", value, axes.y_unit);
}

void showNearestTooltip(const Axis& x, const Axis& y, const std::vector<LogSeries>& series,
                        const LogAxes& axes, const CanvasPointer& pointer) {
    const ImVec2 mouse = pointer.at;
    float nearest = 30.0F * 30.0F;
    std::string text;
    for (const LogSeries& line : series) {
        for (const ImVec2& point : line.points) {
            const float dx = x.at(point.x) - mouse.x;
            const float dy = y.at(point.y) - mouse.y;
            if (dx * dx + dy * dy >= nearest) continue;
            nearest = dx * dx + dy * dy;
            text = fmt::format("{}\n{} {}: {}", line.name, grouped(static_cast<std::uint64_t>(point.x)),
                               axes.x_title, valueText(point.y, axes));
        }
    }
    if (text.empty()) return;
    pointer.placeTooltip();
    ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace

void drawLogPlot(const Theme& theme, WidgetLog& log, const char* name, ImVec2 size, const LogAxes& axes,
                 const std::vector<LogSeries>& series) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high(low.x + size.x, low.y + size.y);
    ImGui::InvisibleButton(axes.x_title, size);
    const CanvasPointer pointer = log.addCanvas(std::string(name) + "_plot");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, high, true);
    const float line = ImGui::GetTextLineHeight();
    Axis x = axisOver(series, &ImVec2::x, axes.linear_x);
    Axis y = axisOver(series, &ImVec2::y);
    x.low = low.x + theme.points(44.0F);
    x.high = high.x - theme.points(14.0F);
    y.low = high.y - 2.0F * line - theme.points(2.0F);
    y.high = low.y + line + theme.points(6.0F);
    list.AddRectFilled(ImVec2(x.low, y.high), ImVec2(x.high, y.low), IM_COL32(255, 255, 255, 10));
    drawGrid(list, theme, x, y);
    list.AddText(ImVec2(low.x, low.y), color::kMuted, axes.y_title);
    const float width = ImGui::CalcTextSize(axes.x_title).x;
    list.AddText(ImVec2((x.low + x.high - width) * 0.5F, high.y - line), color::kMuted, axes.x_title);
    if (axes.mark_x) {
        const float at = std::floor(x.at(*axes.mark_x));
        list.AddLine(ImVec2(at, y.high), ImVec2(at, y.low), color::kMuted, theme.points(1.0F));
    }
    for (const LogSeries& one : series) {
        drawSeries(list, theme, x, y, one);
        if (!log.on()) continue;
        for (const ImVec2& point : one.points)
            log.addPoint(fmt::format("{}/{}/{:g}", name, one.name, point.x), x.at(point.x), y.at(point.y));
    }
    if (pointer.over) showNearestTooltip(x, y, series, axes, pointer);
    list.PopClipRect();
}

}  // namespace phalanx
