// A tight triangle around points. No GL calls.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <span>

namespace phalanx {

// The smallest triangle around squares of half side `spare`, > 0, centred on the points, whose sides have
// normals in 24 evenly spaced directions. Counter-clockwise; all coordinates are within
// +-kTightTriangleReach. For points within +-(1 - spare), up to rounding, its area is at most twice that of
// the square -1..1. Without points, or if no such triangle exists: (-1, -1), (3, -1), (-1, 3).
inline constexpr float kTightTriangleReach = 3.99F;
std::array<glm::vec2, 3> tightTriangle(std::span<const glm::vec2> points, float spare);

}  // namespace phalanx
