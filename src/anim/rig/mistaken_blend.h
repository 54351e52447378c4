// Operators of local_blend.h as LayerMistakes make them. Transforms without scale.
#pragma once

#include <span>

#include "anim/layers/local_blend.h"

namespace phalanx {

// Each rotation as it is, whatever its hemisphere.
LocalTransform blendAsTheyAre(std::span<const WeightedLocal> items);
LocalTransform addAsItIs(const LocalTransform& base, const LocalTransform& clip,
                         const LocalTransform& reference, double weight);

// A slerp to each item by its weight, in their order. hemisphere: by the shorter way.
LocalTransform chainSlerps(std::span<const WeightedLocal> items, bool hemisphere);

}  // namespace phalanx
