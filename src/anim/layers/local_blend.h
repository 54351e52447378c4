// The operators on local transforms (relative to the parent), in double precision: what layers and blends do
// to one joint. The GPU's passes are checked against them.
#pragma once

#include <span>
#include <vector>

#include "anim/pose/pose.h"

namespace phalanx {

struct WeightedLocal {
    const LocalTransform* local = nullptr;
    double weight = 0.0;  // 0 or more
};

// Translation and scale: weighted mean. Rotation: the normalized weighted sum of the quaternions, each on the
// hemisphere of `pole`'s or, without one, of the heaviest one's, the first of several. Weights have the sum
// 1; items of weight 0 do not count. A single item is returned as it is, and so is a matrix that all have in
// common, with its shear.
LocalTransform blendLocals(std::span<const WeightedLocal> items, const LocalTransform* pole = nullptr);

// Adds the difference between `clip` and `reference`:
//   rotation     q * nlerp(identity, reference^-1 * clip, weight), on the hemisphere of the identity
//   translation  t + weight * (clip - reference)
//   scale        s * (1 + weight * (clip / reference - 1)), by axis; unchanged where the reference is 0
LocalTransform addLocal(const LocalTransform& base, const LocalTransform& clip,
                        const LocalTransform& reference, double weight);

// translation, rotation and scale of a local transform that may be a matrix.
Transform transformOf(const LocalTransform& local);

}  // namespace phalanx
