// The faces of the clips: weights of the morph targets over time.
#pragma once

#include <array>
#include <string>

#include "soldier.h"

namespace phalanx::soldier {

// At a time of the clip with this name; 0 for clips without a face. Loops end as they begin.
std::array<float, kMorphs> faceAt(const std::string& clip, float time_s);

}  // namespace phalanx::soldier
