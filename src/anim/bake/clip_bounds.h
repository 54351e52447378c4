// The bounds of a model while it plays a clip, for culling; bounds of the bind pose would be wrong.
#pragma once

#include <algorithm>
#include <glm/glm.hpp>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/pose/model.h"

namespace phalanx {

// A vertical cylinder around the axis through the model's origin, in metres. It contains the model for any
// facing.
struct ClipBounds {
    double low_m = 0.0;
    double high_m = 0.0;
    double radius_m = 0.0;

    friend bool operator==(const ClipBounds&, const ClipBounds&) = default;
};

// Around both.
inline ClipBounds around(const ClipBounds& a, const ClipBounds& b) {
    return {std::min(a.low_m, b.low_m), std::max(a.high_m, b.high_m), std::max(a.radius_m, b.radius_m)};
}

// Grows by spheres.
class BoundsOfSpheres {
  public:
    void add(const glm::dvec3& center, double radius);
    // With a margin of 1 % for rounding.
    ClipBounds spared() const;

  private:
    ClipBounds bounds_;
    bool first_ = true;
};

// The bounds of each clip of `baked`. They contain every vertex in all frames of the clip and in all blends
// of these frames in baked.encoding, with any weights of morph targets in morphRanges(), and the rest pose,
// with a margin of 1 % for rounding. A blend of two clips is inside the cylinder around both.
std::vector<ClipBounds> clipBounds(const Model& model, const BakedAnimation& baked);

}  // namespace phalanx
