// IEEE 754 binary16, as GL_HALF_FLOAT reads it.
#pragma once

#include <cstdint>

namespace phalanx {

// Rounds to nearest, ties to even. Values from 65520 on become infinity, values of at most half the smallest
// subnormal become zero, NaN stays NaN.
std::uint16_t halfFromFloat(float value);

// Exact for all values.
float floatFromHalf(std::uint16_t half);

}  // namespace phalanx
