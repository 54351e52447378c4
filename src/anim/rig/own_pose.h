// The pose of a single unit in 16-bit numbers: what is uploaded for a frame of its own (OwnFrames), from
// which the GPU makes its rows.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/type_precision.hpp>
#include <span>
#include <vector>

#include "anim/pose/pose.h"
#include "anim/rig/layer_rig.h"

namespace phalanx {

struct OwnPoseRig {
    LayerRig rig;         // without clips; joints that may be moved have a track
    double step_m = 0.0;  // of their translations, which reach 32,767 steps to each side: twice the height
};

// free_nodes: of the model, at least one, those whose translation changes; all other nodes only turn. Throws
// as bakeLayerRig() does.
OwnPoseRig ownPoseRig(const Model& model, std::span<const int> free_nodes);

// The rotations of the rig's joints (x, y, z, w); the translations of the tracks (x, y, z), where w of the
// first one is the slot. Numbers are (u - 32767) / 32767, or steps: u - 32767.
using OwnPose = std::vector<glm::u16vec4>;
std::size_t ownPoseTexels(const OwnPoseRig& rig);
std::size_t ownPoseBytes(const OwnPoseRig& rig);
std::uint32_t slotOf(const OwnPoseRig& rig, const OwnPose& pose);
void setSlot(const OwnPoseRig& rig, std::uint32_t slot, OwnPose& pose);

// pose: of the model's nodes, relative to the parents of the file; scales as at rest.
OwnPose packOwnPose(const Model& model, const OwnPoseRig& rig, const LocalPose& pose, std::uint32_t slot);

// Whether the rotations are some, but for rounding.
bool isOwnPose(const OwnPoseRig& rig, const OwnPose& pose);

// Transforms of the rig's joints, relative to their parents.
LocalPose ownLocals(const OwnPoseRig& rig, const OwnPose& pose);

// The reference of what the GPU makes of it: model_from_bind in metres, per joint of the palette.
std::vector<glm::dmat4> ownPalette(const OwnPoseRig& rig, const OwnPose& pose);

}  // namespace phalanx
