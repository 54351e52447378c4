// A square of blue noise that can be laid side by side.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace phalanx {

struct PoissonTile {
    double side = 0.0;
    std::vector<glm::dvec2> points;  // 0 <= x, y < side; no two nearer than 1, also across the edges
};

// Some 1,400 points. Bridson's sampling on a torus; the same seed gives the same points.
PoissonTile makePoissonTile(std::uint32_t seed);

}  // namespace phalanx
