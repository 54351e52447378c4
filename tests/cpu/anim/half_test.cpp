// Half floats: every value, and the rounding between neighbours.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "anim/bake/half.h"

namespace phalanx {
namespace {

// The value by the definition of IEEE 754, in double arithmetic.
double valueOf(unsigned half) {
    const double sign = (half & 0x8000U) != 0 ? -1.0 : 1.0;
    const int exponent = static_cast<int>(half >> 10U & 0x1FU);
    const int mantissa = static_cast<int>(half & 0x3FFU);
    if (exponent == 0) return sign * std::ldexp(mantissa, -24);
    return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

TEST(Half, EveryOneSurvivesTheRoundTrip) {
    for (unsigned half = 0; half <= 0xFFFFU; ++half) {
        const float value = floatFromHalf(static_cast<std::uint16_t>(half));
        const bool special = (half & 0x7C00U) == 0x7C00U;
        if (special && (half & 0x3FFU) != 0) {
            ASSERT_TRUE(std::isnan(value)) << half;
            ASSERT_TRUE(std::isnan(floatFromHalf(halfFromFloat(value)))) << half;
            continue;
        }
        if (special) {
            ASSERT_TRUE(std::isinf(value) && std::signbit(value) == ((half & 0x8000U) != 0)) << half;
        } else {
            ASSERT_EQ(static_cast<double>(value), valueOf(half)) << half;
            ASSERT_EQ(std::signbit(value), (half & 0x8000U) != 0) << half;
        }
        ASSERT_EQ(halfFromFloat(value), half);
    }
}

TEST(Half, RoundsToNearestAndTiesToEven) {
    for (unsigned half = 0; half < 0x7BFFU; ++half) {
        const auto low = static_cast<float>(valueOf(half));
        const auto high = static_cast<float>(valueOf(half + 1));
        const float middle = low + (high - low) * 0.5F;  // exact: a float has 13 bits more
        const unsigned even = half % 2 == 0 ? half : half + 1;
        ASSERT_EQ(halfFromFloat(middle), even) << half;
        ASSERT_EQ(halfFromFloat(-middle), even | 0x8000U) << half;
        ASSERT_EQ(halfFromFloat(std::nextafter(middle, low)), half);
        ASSERT_EQ(halfFromFloat(std::nextafter(middle, high)), half + 1);
    }
}

TEST(Half, EndsWhereItsRangeEnds) {
    EXPECT_EQ(halfFromFloat(65504.0F), 0x7BFFU);
    EXPECT_EQ(halfFromFloat(65519.99F), 0x7BFFU);
    EXPECT_EQ(halfFromFloat(65520.0F), 0x7C00U);
    EXPECT_EQ(halfFromFloat(-1e30F), 0xFC00U);
    EXPECT_EQ(halfFromFloat(std::numeric_limits<float>::infinity()), 0x7C00U);
    EXPECT_EQ(halfFromFloat(std::numeric_limits<float>::denorm_min()), 0U);
    EXPECT_EQ(halfFromFloat(-0.0F), 0x8000U);
}

}  // namespace
}  // namespace phalanx
