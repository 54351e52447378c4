#include "ui/toolkit/log_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

struct Axis {
    float first = 0.0F;  // exponents of ten
    float last = 1.0F;
    float low = 0.0F;  // pixels
    float high = 1.0F;

    float at(float value) const { return low + (std::log10(value) - first) / (last - first) * (high - low); }
};

Axis axisOver(const std::vector<LogSeries>& series, float ImVec2::*part) {
    std::optional<float> least;
    std::optional<float> most;
    for (const LogSeries& line : series) {
        for (const ImVec2& point : line.points) {
            least = std::min(least.value_or(point.*part), point.*part);
            most = std::max(most.value_or(point.*part), point.*part);
        }
    }
    Axis axis;
    axis.first = std::floor(std::log10(least.value_or(1.0F)) + 0.001F);
    axis.last = std::max(axis.first + 1.0F, std::ceil(std::log10(most.value_or(10.0F)) - 0.001F));
    return axis;
}

std::string decadeText(float exponent, bool milliseconds) {
    const double value = std::pow(10.0, exponent);
    if (milliseconds) return fmt::format("{:g}", value);
    return value < 1e6 ? grouped(static_cast<std::uint64_t>(std::llround(value))) : shortened(value);
}

void drawGrid(ImDrawList& list, const Theme& theme, const Axis& x, const Axis& y) {
    for (float e = x.first; e <= x.last + 0.01F; e += 1.0F) {
        const float at = std::floor(x.at(std::pow(10.0F, e)));
        list.AddLine(ImVec2(at, y.high), ImVec2(at, y.low), color::kLine);
        const std::string text = decadeText(e, false);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        list.AddText(ImVec2(std::min(at - width * 0.5F, x.high - width), y.low + 1.0F), color::kMuted,
                     text.c_str());
    }
    for (float e = y.first; e <= y.last + 0.01F; e += 1.0F) {
        const float at = std::floor(y.at(std::pow(10.0F, e)));
        list.AddLine(ImVec2(x.low, at), ImVec2(x.high, at), color::kLine);
        const std::string text = decadeText(e, true);
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        list.AddText(ImVec2(x.low - size.x - theme.points(5.0F), at - size.y * 0.5F), color::kMuted,
                     text.c_str());
    }
}

void drawDashes(ImDrawList& list, const Theme& theme, ImVec2 from, ImVec2 to, ImU32 ink) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const float step = theme.points(7.0F);
    for (float at = 0.0F; at < length; at += step) {
        const float end = std::min(length, at + 0.55F * step);
        const auto point = [&](float s) {
            return ImVec2(from.x + (to.x - from.x) * s / length, from.y + (to.y - from.y) * s / length);
        };
        list.AddLine(point(at), point(end), ink, theme.points(1.3F));
    }
}

void drawSeries(ImDrawList& list, const Theme& theme, const Axis& x, const Axis& y, const LogSeries& line) {
    const auto place = [&](const ImVec2& p) { return ImVec2(x.at(p.x), y.at(p.y)); };
    for (std::size_t i = 1; i < line.points.size(); ++i) {
        const ImVec2 from = place(line.points[i - 1]);
        const ImVec2 to = place(line.points[i]);
        if (line.dashed) {
            drawDashes(list, theme, from, to, line.ink);
        } else {
            list.AddLine(from, to, line.ink, theme.points(1.8F));
        }
    }
    for (const ImVec2& point : line.points) list.AddCircleFilled(place(point), theme.points(2.6F), line.ink);
}

void showNearestTooltip(const Axis& x, const Axis& y, const std::vector<LogSeries>& series,
                        const char* x_title) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    float nearest = 30.0F * 30.0F;
    std::string text;
    for (const LogSeries& line : series) {
        for (const ImVec2& point : line.points) {
            const float dx = x.at(point.x) - mouse.x;
            const float dy = y.at(point.y) - mouse.y;
            if (dx * dx + dy * dy >= nearest) continue;
            nearest = dx * dx + dy * dy;
            text = fmt::format("{}\n{} {}: {}", line.name, grouped(static_cast<std::uint64_t>(point.x)),
                               x_title, finerMillisecondsText(point.y));
        }
    }
    if (!text.empty()) ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace

void drawLogPlot(const Theme& theme, WidgetLog& log, const char* name, ImVec2 size, const char* x_title,
                 const char* y_title, const std::vector<LogSeries>& series) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high(low.x + size.x, low.y + size.y);
    ImGui::InvisibleButton(x_title, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, high, true);
    const float line = ImGui::GetTextLineHeight();
    Axis x = axisOver(series, &ImVec2::x);
    Axis y = axisOver(series, &ImVec2::y);
    x.low = low.x + theme.points(44.0F);
    x.high = high.x - theme.points(14.0F);
    y.low = high.y - 2.0F * line - theme.points(2.0F);
    y.high = low.y + line + theme.points(6.0F);
    list.AddRectFilled(ImVec2(x.low, y.high), ImVec2(x.high, y.low), IM_COL32(255, 255, 255, 10));
    drawGrid(list, theme, x, y);
    list.AddText(ImVec2(low.x, low.y), color::kMuted, y_title);
    const float width = ImGui::CalcTextSize(x_title).x;
    list.AddText(ImVec2((x.low + x.high - width) * 0.5F, high.y - line), color::kMuted, x_title);
    for (const LogSeries& one : series) {
        drawSeries(list, theme, x, y, one);
        if (!log.on()) continue;
        for (const ImVec2& point : one.points)
            log.addPoint(fmt::format("{}/{}/{:g}", name, one.name, point.x), x.at(point.x), y.at(point.y));
    }
    if (ImGui::IsItemHovered()) showNearestTooltip(x, y, series, x_title);
    list.PopClipRect();
}

}  // namespace phalanx
