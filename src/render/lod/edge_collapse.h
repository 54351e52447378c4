// A simplifier that gets as far down as it is asked to, and looks at a mesh in many poses at once. No GL.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct CollapseInput {
    std::span<const std::uint32_t> triangles;  // three vertices each
    std::span<const Vertex> vertices;
    // Of all vertices, metres; at least one pose, the first at rest. A collapse costs what it costs in all of
    // them, so that an arm is not drawn into the hip that it hangs beside.
    std::vector<std::span<const glm::vec3>> poses;
    std::function<void()> check_in;  // called at each collapse, and may throw to end it; may be empty
};

// For each number of triangles that is wanted, descending, a mesh of so many or, where a last collapse took
// two at once, one or two fewer; never none. Copies of a triangle count once. It is more where thousands of
// triangles meet in one point, whose work grows with the square of their number: then it stops after so much.
// Corners are vertices of the input. Seams of texture coordinates do not hold the surface together: each
// triangle takes, of the vertices that lie where its corners are now, those that are nearest in the picture
// to where it was.
//
// Edges collapse into one of their ends, the cheapest first: Garland and Heckbert, "Surface Simplification
// Using Quadric Error Metrics", SIGGRAPH 1997; summed over poses as Mohr and Gleicher, "Deformation Sensitive
// Decimation", 2003.
std::vector<std::vector<std::uint32_t>> collapseEdges(const CollapseInput& input,
                                                      std::span<const std::size_t> wanted);

}  // namespace phalanx
