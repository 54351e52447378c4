// Which frames of a curve are needed as keys.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anim/compression/key_spans.h"

namespace phalanx {

// The frames to keep, ascending, with the first and the last: those with the smallest error are removed one
// by one, as long as no frame and no moment half way between two is off by more than the tolerance.
// `rounded`: as Curve::values, the values that keys will have.
std::vector<std::uint32_t> neededKeys(const Curve& curve, std::span<const double> rounded, bool closed,
                                      KeyShape shape, double tolerance);

}  // namespace phalanx
