// The morph targets of a unit as it is drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "anim/bake/bake.h"
#include "app/army/stage.h"

namespace phalanx {

// The weight of each morph target: of the pose, and those set by hand for this unit.
std::vector<double> shownMorphs(const Stage& stage, std::uint32_t unit, const BakedPose& pose);

}  // namespace phalanx
