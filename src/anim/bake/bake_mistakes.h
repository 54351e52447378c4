// Common mistakes in baking skeletal animation, made on purpose to show their effect.
#pragma once

#include "anim/bake/bake.h"
#include "anim/pose/model.h"

namespace phalanx {

struct BakeMistakes {
    bool skip_joint_0 = false;      // the loop over the joints starts at 1, so joint 0 stays zero
    bool no_offset = false;         // bakes model_from_joint, without the offset matrix joint_from_bind
    bool no_closing_frame = false;  // loops lack the closing frame: the next frame in the texture is used

    bool any() const { return skip_joint_0 || no_offset || no_closing_frame; }
    bool operator==(const BakeMistakes&) const = default;
};

// Applies the mistakes to `baked`, a correct bake of `model`. Rates and errors keep their measured values;
// bounds are updated. For no_closing_frame, the frame after the last clip is frame 0.
void makeMistakes(const Model& model, const BakeMistakes& mistakes, BakedAnimation& baked);

}  // namespace phalanx
