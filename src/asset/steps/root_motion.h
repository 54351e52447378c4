// Clips that carry the model away from where it stood.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "anim/pose/model.h"

namespace phalanx {

struct Drift {
    std::size_t channel = 0;      // of the clip: the root's
    glm::dvec3 local_per_s{0.0};  // its drift in the frame of the node's parent
    double signed_speed = 0.0;    // file units a second; negative: against +Z, backwards
};

// The horizontal way from the clip's first key to its last of the topmost node that goes farther than a tenth
// of `size` (file units). nullopt where none does.
std::optional<Drift> findDrift(const Model& model, const Clip& clip, double size);

// Takes a steady motion out of the root's keys; linear interpolation between them stays exact.
void removeDrift(Clip& clip, const Drift& drift);

}  // namespace phalanx
