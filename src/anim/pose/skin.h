// Linear blend skinning on the CPU in double precision: the reference that every technique is checked
// against.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct SkinnedVertex {
    glm::dvec3 position;  // model space, metres
    glm::dvec3 normal;    // unit length; zero if the blended matrix is degenerate there
};

// The transform of normals for `linear`: its inverse transpose up to a positive factor, correct for mirroring
// matrices and finite for singular ones. (The cofactor matrix times the sign of the determinant.)
glm::dmat3 normalMatrix(const glm::dmat3& linear);

// `palette`: model_from_bind per joint. Weights are not renormalized. The weighted matrices are summed first
// and then applied once.
std::vector<SkinnedVertex> skin(std::span<const Vertex> vertices, std::span<const glm::dmat4> palette);

}  // namespace phalanx
