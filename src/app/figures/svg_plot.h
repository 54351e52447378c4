// Plots lines with two logarithmic axes as SVG, each line labelled at its end.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace phalanx {

struct SvgSeries {
    std::string name;
    std::string color;
    std::vector<glm::dvec2> points;  // sorted by x; all numbers above 0
    const char* dashes = "";         // value of stroke-dasharray; "": a solid line with dots at the points
};

struct SvgPlot {
    std::string title;
    std::vector<std::string> lines;  // below the title; long lines are not wrapped
    std::string x_axis;
    std::string y_axis;
    std::function<std::string(double)> x_text;  // label of a value on the x axis
    std::function<std::string(double)> y_text;  // label of a value on the y axis
    std::vector<double> x_ticks;                // labelled values; empty: round numbers
    std::vector<SvgSeries> series;              // at least one of them has a point
};

// Returns the SVG file.
std::string drawSvgPlot(const SvgPlot& plot);

// 10000 -> "10,000", 0.02 -> "0.02".
std::string axisNumber(double value);

}  // namespace phalanx
