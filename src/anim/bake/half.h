// IEEE 754 binary16, as GL_HALF_FLOAT reads it.
#pragma once

#include <cstdint>

namespace phalanx {

// To nearest, ties to even; beyond 65504 (from 65520 on) infinity; below the smallest subnormal's half, zero.
// NaN stays NaN.
std::uint16_t halfFromFloat(float value);

// Exact.
float floatFromHalf(std::uint16_t half);

}  // namespace phalanx
