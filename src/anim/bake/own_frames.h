// Makes room for OwnFrames, which are ordinary frames of the animation texture: all shaders draw them as they
// draw clips.
#pragma once

#include <array>
#include <span>

#include "anim/bake/bake.h"
#include "anim/bake/clip_bounds.h"
#include "anim/bake/encode.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/pose.h"

namespace phalanx {

// Appends the frames to a bake of these clips that has none yet. The encoding must be one of rows: "trs" has
// no room for places outside those of the clips.
void addOwnFrames(std::span<const BakedClip> clips, const OwnFrames& frames, EncodedAnimation& animation);

// How far the surface may be from the unit's place, by OwnFrame. height_m: of the model.
std::array<ClipBounds, kOwnFrameKinds> ownFrameBounds(double height_m);
// The one with the smallest bounds that contain the model in this pose, in which it stays. boxes:
// jointBoxes().
OwnFrame ownFrameFor(const Model& model, std::span<const JointBox> boxes, const LocalPose& pose);

}  // namespace phalanx
