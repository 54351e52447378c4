// Linear blend skinning on the CPU, in double: the reference that all else is held to.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct SkinnedVertex {
    glm::dvec3 position;  // model space, metres
    glm::dvec3 normal;    // unit length; zero where the blended matrix flattens the surface to nothing
};

// The transform of normals that goes with `linear`: its inverse transpose up to a positive factor, also where
// `linear` mirrors; finite where it is singular. (The cofactor matrix times the determinant's sign.)
glm::dmat3 normalMatrix(const glm::dmat3& linear);

// palette: model_from_bind per joint. Weights are used as given; matrices are summed first, then applied
// once.
std::vector<SkinnedVertex> skin(std::span<const Vertex> vertices, std::span<const glm::dmat4> palette);

}  // namespace phalanx
