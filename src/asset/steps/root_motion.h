// Finds and removes the steady motion of clips whose root moves away.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "anim/pose/model.h"

namespace phalanx {

struct Drift {
    std::size_t channel = 0;      // the clip's channel for the drifting node
    glm::dvec3 local_per_s{0.0};  // drift per second in the space of the node's parent
    double signed_speed = 0.0;    // file units per second; negative: towards -Z, backwards
};

// The drift of the topmost node whose first and last key are more than a tenth of `size` (file units) apart,
// measured horizontally. nullopt if no node moves that far.
std::optional<Drift> findDrift(const Model& model, const Clip& clip, double size);

// Subtracts the steady motion from the keys of the drifting node; linear interpolation between them stays
// exact.
void removeDrift(Clip& clip, const Drift& drift);

}  // namespace phalanx
