// A/B comparison by pairs: it reports a difference where one exists, and none otherwise.
#include "app/measure/pair_ratio.h"

#include <gtest/gtest.h>

#include <vector>

namespace phalanx {
namespace {

// Times that drift by a fifth and scatter by two percent.
std::vector<double> turns(double scale, unsigned phase) {
    std::vector<double> values;
    for (unsigned i = 0; i < 24; ++i) {
        const double drift = 1.0 + 0.2 * i / 24.0;
        const double scatter = 0.02 * static_cast<double>((i * 7 + phase * 5) % 11) / 10.0;
        values.push_back(scale * drift * (1.0 + scatter));
    }
    return values;
}

TEST(PairRatio, ADriftOfBothIsNoDifference) {
    const PairRatio same = ratioOfPairs(turns(10.0, 0), turns(10.0, 1));
    EXPECT_LT(same.low, 1.0);
    EXPECT_GT(same.high, 1.0);
}

TEST(PairRatio, DetectsATenthDespiteADriftOfAFifth) {
    const PairRatio slower = ratioOfPairs(turns(10.0, 0), turns(11.0, 1));
    EXPECT_NEAR(slower.ratio, 1.1, 0.02);
    EXPECT_GT(slower.low, 1.05);
    EXPECT_LT(slower.high, 1.15);
    EXPECT_LE(slower.low, slower.ratio);
    EXPECT_GE(slower.high, slower.ratio);
}

TEST(PairRatio, OnePairHasNoSpread) {
    const std::vector<double> a{2.0};
    const std::vector<double> b{3.0};
    const PairRatio one = ratioOfPairs(a, b);
    EXPECT_DOUBLE_EQ(one.low, 1.5);
    EXPECT_DOUBLE_EQ(one.high, 1.5);
}

}  // namespace
}  // namespace phalanx
