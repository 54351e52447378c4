// A triangle around points, with little air. No GL calls.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <span>

namespace phalanx {

// The smallest of the triangles whose sides lie in 24 evenly spread directions and that hold, around each
// point, a square of half the side `spare`; counter-clockwise. Points within +-(1 - spare), spare > 0: then
// it has at most twice the area of the square +-1, and no coordinate beyond +-kTightTriangleReach.
inline constexpr float kTightTriangleReach = 4.0F;
std::array<glm::vec2, 3> tightTriangle(std::span<const glm::vec2> points, float spare);

}  // namespace phalanx
