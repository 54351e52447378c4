// A tileable square of blue noise.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace phalanx {

struct PoissonTile {
    double side = 0.0;
    std::vector<glm::dvec2> points;  // 0 <= x, y < side; distances are at least 1, also across the edges
};

// About 1,400 points by Bridson's sampling on a torus. The same seed gives the same points.
PoissonTile makePoissonTile(std::uint32_t seed);

}  // namespace phalanx
