// Where a model can be while it plays a clip: what culling asks, never the bind pose.
#pragma once

#include <vector>

#include "anim/bake/bake.h"
#include "anim/pose/model.h"

namespace phalanx {

// An upright cylinder about the vertical axis through the model's origin, metres: it holds the model whatever
// way it faces.
struct ClipBounds {
    double low_m = 0.0;
    double high_m = 0.0;
    double radius_m = 0.0;

    friend bool operator==(const ClipBounds&, const ClipBounds&) = default;
};

// One a clip of `baked`. Each holds every vertex in all frames of its clip, whatever is blended between them
// in baked.encoding, and the rest pose, with a hundredth to spare for what encodings round. What is blended
// of two clips lies within the cylinder around both.
std::vector<ClipBounds> clipBounds(const Model& model, const BakedAnimation& baked);

}  // namespace phalanx
