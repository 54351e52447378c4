// Morph targets and linear blend skinning on the CPU in double precision: the reference that every technique
// is checked against.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"
#include "anim/pose/pose.h"

namespace phalanx {

struct SkinnedVertex {
    glm::dvec3 position;  // model space, metres
    glm::dvec3 normal;    // unit length; zero if the blended matrix is degenerate there
};

// The transform of normals for `linear`: its inverse transpose up to a positive factor, correct for mirroring
// matrices and finite for singular ones. (The cofactor matrix times the sign of the determinant.)
glm::dmat3 normalMatrix(const glm::dmat3& linear);

// The weights of a pose. Deltas refer to the vertices that are skinned, see selectDeltas().
struct MorphState {
    std::span<const MorphTarget> targets;
    std::span<const double> weights;  // per target
};

// `palette`: model_from_bind per joint. Deltas are added first. Joint weights are not renormalized. The
// weighted matrices are summed first and then applied once.
std::vector<SkinnedVertex> skin(std::span<const Vertex> vertices, std::span<const glm::dmat4> palette,
                                const MorphState& morphs = {});

// All vertices of a model in an exact pose.
std::vector<SkinnedVertex> skin(const Model& model, const LocalPose& pose);

}  // namespace phalanx
