// The check `packed` of `verify`: the packed vertices against the model's own, in exact poses.
//
// A vertex may be off by what its rounding explains, and no further. In a pose, that is the sum of
// - half a step of its position along each axis of the bind box, and half a step of each of its deltas of
// morph
//   targets times the target's weight, moved by its blended matrix;
// - the weight that rounding moves from some of its joints to others, at most one step (1/8191), times the
//   largest distance between the places where its joints alone would put it. A part that swings far from its
//   joint makes this distance large;
// - rounding of floats.
// So the limit follows the size of any model and the motion of its parts, and lost bits exceed it everywhere.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"
#include "anim/pose/pose.h"
#include "core/error_tally.h"
#include "render/model/packed_mesh.h"

namespace phalanx {

class PackingCheck {
  public:
    PackingCheck(const Model& model, const PackedMesh& packed);

    struct Result {
        ErrorTally errors_mm;
        // The vertex that uses most of its limit.
        double used = 0.0;  // error / limit
        double error_mm = 0.0;
        double limit_mm = 0.0;
        std::uint32_t vertex = 0;  // of the packed mesh
        std::size_t pose = 0;      // the number given to check()
    };
    // Compares all vertices in one pose and adds to `result`. `mm`: millimetres per metre of the model, for a
    // model scaled to 1.8 m.
    void check(const LocalPose& pose, double mm, std::size_t number, Result& result) const;

  private:
    double limit_m(const Vertex& original, const glm::dvec3& half_step, const Vertex& rounded,
                   std::span<const glm::dmat4> palette) const;

    const Model& model_;
    const std::vector<std::uint32_t>& model_vertex_;
    std::vector<Vertex> rounded_;
    std::vector<MorphTarget> rounded_targets_;
    glm::dvec3 half_step_;     // of positions, file units
    double half_delta_ = 0.0;  // half a step of deltas, file units
};

}  // namespace phalanx
