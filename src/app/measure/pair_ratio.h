// How much longer B takes than A, from turns in pairs.
#pragma once

#include <span>

namespace phalanx {

struct PairRatio {
    double ratio = 1.0;  // median over pairs of b / a
    double low = 1.0;  // 95 % percentile interval of that median, by the bootstrap: Efron, Bootstrap methods:
    double high = 1.0;  // another look at the jackknife, Annals of Statistics 7 (1979), 1-26
};

// Milliseconds above 0, as many of one as of the other, at least one. The same input gives the same result.
PairRatio ratioOfPairs(std::span<const double> a, std::span<const double> b);

}  // namespace phalanx
