// Mistakes that nearly everyone makes once who bakes skeletal animation, made on purpose: to be looked at.
#pragma once

#include "anim/bake/bake.h"
#include "anim/pose/model.h"

namespace phalanx {

struct BakeMistakes {
    bool skip_joint_0 = false;      // the loop over the joints began at 1: joint 0 is left zero
    bool no_offset = false;         // model_from_joint, without joint_from_bind behind it
    bool no_closing_frame = false;  // a loop's last frame is followed by whatever lies behind it in memory

    bool any() const { return skip_joint_0 || no_offset || no_closing_frame; }
    bool operator==(const BakeMistakes&) const = default;
};

// `baked` is of `model`, and right. Its rates and errors stay as they were measured; its bounds follow.
// Behind the last frame of all stands the first one of all.
void makeMistakes(const Model& model, const BakeMistakes& mistakes, BakedAnimation& baked);

}  // namespace phalanx
