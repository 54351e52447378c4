// Lines over two logarithmic axes as an SVG picture, each with its name at its end.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace phalanx {

struct SvgSeries {
    std::string name;
    std::string color;
    std::vector<glm::dvec2> points;  // by x; all numbers above 0
    const char* dashes = "";         // as SVG has them; "": a whole line with dots
};

struct SvgPlot {
    std::string title;
    std::vector<std::string> lines;  // below the title, as long as they are
    std::string x_axis;
    std::string y_axis;
    std::function<std::string(double)> x_text;  // of a number at an axis
    std::function<std::string(double)> y_text;
    std::vector<double> x_ticks;    // that are named; empty: round numbers
    std::vector<SvgSeries> series;  // at least one point among them
};

// The picture.
std::string drawSvgPlot(const SvgPlot& plot);

// 10000 -> "10,000", 0.02 -> "0.02".
std::string axisNumber(double value);

}  // namespace phalanx
