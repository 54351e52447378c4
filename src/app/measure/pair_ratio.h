// The ratio of B's time to A's time, from paired turns.
#pragma once

#include <span>

namespace phalanx {

struct PairRatio {
    double ratio = 1.0;  // median over pairs of b / a
    // 95 % percentile interval of that median, by the bootstrap: Efron, Bootstrap methods: another look at
    // the jackknife, Annals of Statistics 7 (1979), 1-26.
    double low = 1.0;
    double high = 1.0;
};

// Inputs are milliseconds above 0; both have the same number of values, at least one. Deterministic.
PairRatio ratioOfPairs(std::span<const double> a, std::span<const double> b);

}  // namespace phalanx
