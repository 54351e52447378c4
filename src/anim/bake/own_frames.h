// Makes room for OwnFrames, which are ordinary frames of the animation texture: all shaders draw them as they
// draw clips.
#pragma once

#include <array>
#include <span>

#include "anim/bake/bake.h"
#include "anim/bake/clip_bounds.h"
#include "anim/bake/encode.h"

namespace phalanx {

// Appends the frames to a bake of these clips that has none yet. The encoding must be one of rows: "trs" has
// no room for places outside those of the clips.
void addOwnFrames(std::span<const BakedClip> clips, const OwnFrames& frames, EncodedAnimation& animation);

// How far the surface may be from the unit's place on the ground near its hips, of units that fall and of
// those that lie. height_m: of the model.
std::array<ClipBounds, 2> ownFrameBounds(double height_m);

}  // namespace phalanx
