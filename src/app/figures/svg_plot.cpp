#include "app/figures/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "app/figures/svg.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

// Pixels.
constexpr double kSvgMargin = 24.0;
constexpr double kSvgLeft = 92.0;
constexpr double kNames = 206.0;  // width of the labels, to the right of the plot area
constexpr double kFieldHeight = 330.0;
constexpr double kNameGap = 16.0;

struct Axis {
    double low = 1.0;
    double high = 10.0;
    double from = 0.0;
    double to = 1.0;

    double at(double value) const {
        return from + std::log(value / low) / std::log(high / low) * (to - from);
    }
    bool wide() const { return high / low > 300.0; }
};

Axis axisOf(const std::vector<SvgSeries>& series, int which, double from, double to) {
    double least = 0.0;
    double most = 0.0;
    for (const SvgSeries& line : series) {
        for (const glm::dvec2& point : line.points) {
            least = least > 0.0 ? std::min(least, point[which]) : point[which];
            most = std::max(most, point[which]);
        }
    }
    assert(least > 0.0);
    return {least / 1.15, most * 1.15, from, to};
}

void forEachTick(const Axis& axis, const std::function<void(double, bool)>& tick) {
    for (int decade = static_cast<int>(std::floor(std::log10(axis.low)));; ++decade) {
        for (int step = 1; step < 10; ++step) {
            const double value = step * std::pow(10.0, decade);
            if (value > axis.high) return;
            if (value < axis.low) continue;
            tick(value, step == 1 || (!axis.wide() && (step == 2 || step == 5)));
        }
    }
}

// Moves the label positions until they are at least kNameGap apart, in their order, as little as possible.
std::vector<double> spread(std::vector<double> wanted) {
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
    for (int pass = 0; pass < 40; ++pass) {
        for (std::size_t i = 1; i < order.size(); ++i) {
            double& above = wanted[order[i - 1]];
            double& below = wanted[order[i]];
            const double lacks = kNameGap - (below - above);
            if (lacks <= 0.0) continue;
            above -= lacks / 2.0;
            below += lacks / 2.0;
        }
    }
    return wanted;
}

}  // namespace

std::string axisNumber(double value) {
    return value >= 1000.0 ? grouped(static_cast<std::uint64_t>(std::llround(value)))
                           : fmt::format("{:g}", value);
}

std::string drawSvgPlot(const SvgPlot& plot) {
    svg::Drawing drawing;
    double y = kSvgMargin + 16.0;
    drawing.text(kSvgMargin, y, 18, svg::kInk, "start", plot.title, "bold");
    for (const std::string& line : plot.lines) {
        y += 18.0;
        drawing.text(kSvgMargin, y, 12, svg::kFaintInk, "start", line);
    }
    y += 26.0;
    drawing.text(kSvgMargin, y, 12, svg::kInk, "start", plot.y_axis);
    const double top = y + 12.0;
    const double bottom = top + kFieldHeight;
    const double right = svg::kWidth - kNames;
    const Axis x_axis = axisOf(plot.series, 0, kSvgLeft, right);
    const Axis y_axis = axisOf(plot.series, 1, bottom, top);
    forEachTick(x_axis, [&](double value, bool named) {
        const double x = x_axis.at(value);
        named = named && plot.x_ticks.empty();
        drawing.line(x, top, x, bottom + (named ? 5.0 : 0.0), named ? svg::kGrid : svg::kFaintGrid);
        if (named) drawing.text(x, bottom + 20.0, 12, svg::kFaintInk, "middle", plot.x_text(value));
    });
    for (const double value : plot.x_ticks) {
        const double x = x_axis.at(value);
        drawing.line(x, top, x, bottom + 5.0, svg::kGrid);
        drawing.text(x, bottom + 20.0, 12, svg::kFaintInk, "middle", plot.x_text(value));
    }
    forEachTick(y_axis, [&](double value, bool named) {
        const double at = y_axis.at(value);
        drawing.line(kSvgLeft, at, right, at, named ? svg::kGrid : svg::kFaintGrid);
        if (named) drawing.text(kSvgLeft - 8.0, at + 4.0, 12, svg::kFaintInk, "end", plot.y_text(value));
    });
    drawing.text((kSvgLeft + right) / 2.0, bottom + 40.0, 12, svg::kInk, "middle", plot.x_axis);
    std::vector<double> names;
    for (const SvgSeries& line : plot.series) {
        std::vector<glm::dvec2> places;
        for (const glm::dvec2& point : line.points)
            places.emplace_back(x_axis.at(point.x), y_axis.at(point.y));
        drawing.polyline(places, line.color, 2.0, line.dashes);
        for (const glm::dvec2& place : places) {
            if (*line.dashes == '\0') drawing.circle(place.x, place.y, 3.5, line.color);
        }
        names.push_back(places.empty() ? top : places.back().y);
    }
    const std::vector<double> heights = spread(names);
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const SvgSeries& line = plot.series[i];
        if (line.points.empty()) continue;
        drawing.polyline(std::vector<glm::dvec2>{{x_axis.at(line.points.back().x) + 6.0, names[i]},
                                                 {right + 12.0, heights[i]}},
                         svg::kGrid, 1.0);
        drawing.text(right + 16.0, heights[i] + 4.0, 12, line.color, "start", line.name, "bold");
    }
    return drawing.file(bottom + 58.0, plot.title);
}

}  // namespace phalanx
