// What `phalanx bench` found, as a picture: an SVG 1.1 file of our own, without scripts, fonts or links.
#pragma once

#include <string>
#include <vector>

#include "app/measure/bench_runner.h"

namespace phalanx {

struct BenchPlotTexts {
    std::string title;               // the GPU
    std::vector<std::string> lines;  // below it: models, settings; long ones are broken
};

// The rows of the largest number of units among `rows`, each with two bars: costOf() and the CPU's submit
// time, medians in milliseconds on one logarithmic axis. A row that was not measured says why. The picture
// brings its own white ground, so that it can be read on pages of any colour. `rows` must not be empty. Bytes
// in the texts that no XML file may hold become '?'.
std::string benchPlot(const std::vector<BenchRow>& rows, const BenchPlotTexts& texts);

}  // namespace phalanx
