// A triangle around points, with little air. No GL calls.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <span>

namespace phalanx {

// The smallest of the triangles whose sides lie in 24 evenly spread directions and that hold, around each
// point, a square of half the side `spare`, > 0; counter-clockwise, no coordinate at or beyond
// +-kTightTriangleReach. Points within +-(1 - spare), or by a rounding outside: then it has at most twice the
// area of that square. Without points, or where none of those would do: (-1, -1), (3, -1), (-1, 3).
inline constexpr float kTightTriangleReach = 3.99F;
std::array<glm::vec2, 3> tightTriangle(std::span<const glm::vec2> points, float spare);

}  // namespace phalanx
