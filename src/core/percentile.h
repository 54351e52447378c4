// Percentiles of measured values, by linear interpolation between the two closest ranks: definition 7 of
// Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50, 1996.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace phalanx {

// `fraction`: 0..1; 0.5 gives the median. 0 without values.
template <typename Value>
double percentile(std::vector<Value> values, double fraction) {
    if (values.empty()) return 0.0;
    std::sort(values.begin(), values.end());
    const double place = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    const auto low = static_cast<double>(values[below]);
    return low + (static_cast<double>(values[above]) - low) * (place - static_cast<double>(below));
}

}  // namespace phalanx
