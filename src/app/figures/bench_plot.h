// Plots the results of `phalanx bench` as an SVG 1.1 file without scripts, fonts or links.
#pragma once

#include <string>
#include <vector>

#include "app/measure/bench_runner.h"

namespace phalanx {

struct BenchPlotTexts {
    std::string title;               // name of the GPU
    std::vector<std::string> lines;  // below the title: models, settings; long lines are wrapped
};

// Plots the rows of the largest number of units in `rows`, each with two bars: costOf() and the CPU's submit
// time, and between them the GPU time of layered poses where a row has one; medians in milliseconds on one
// logarithmic axis. A row that was not measured shows the reason. The background is white, so that the plot
// is readable on pages of any colour. `rows` must not be empty. Bytes that are not allowed in XML are
// replaced by '?'.
std::string benchPlot(const std::vector<BenchRow>& rows, const BenchPlotTexts& texts);

}  // namespace phalanx
