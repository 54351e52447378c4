// A mesh simplifier that reaches any number of triangles and minimizes the error over many poses at once. No
// GL.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct CollapseInput {
    std::span<const std::uint32_t> triangles;  // three vertex indices each
    std::span<const Vertex> vertices;
    // Positions of all vertices in each pose, metres; at least one pose, the first at rest. The cost of a
    // collapse is summed over all poses, so that an arm is not merged into the hip beside it.
    std::vector<std::span<const glm::vec3>> poses;
    std::function<void()> check_in;  // called before each collapse; may throw to stop; may be empty
};

// For each wanted number of triangles, in descending order: a mesh of that many, or one or two fewer if the
// last collapse removed two at once; never empty. Duplicate triangles count once. Where thousands of
// triangles meet in one point the work would grow with the square of their number; then it stops at a limit,
// with more triangles than wanted. Corners are vertices of the input. Seams in texture coordinates do not
// restrict collapses: each triangle takes, of the vertices at its corners' new positions, those whose uv are
// nearest to the triangle's original ones.
//
// Half-edge collapses, the cheapest first: Garland and Heckbert, "Surface Simplification Using Quadric Error
// Metrics", SIGGRAPH 1997; summed over poses as in Mohr and Gleicher, "Deformation Sensitive Decimation",
// 2003.
std::vector<std::vector<std::uint32_t>> collapseEdges(const CollapseInput& input,
                                                      std::span<const std::size_t> wanted);

}  // namespace phalanx
