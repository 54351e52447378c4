// The feet of a LayeredPose in one model: its legs by their nodes, and how far clips travel.
#pragma once

#include <string>

#include "anim/layers/blend_space.h"
#include "anim/layers/layered_pose.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/model.h"

namespace phalanx {

// tree: of the pose. Throws Error (kUsage) that starts with `where` for unknown joints, legs without a joint
// that all of them follow, a model in which no legs are found, and a plane steeper than kSteepestGround_deg.
ResolvedGround resolveGround(const Model& model, const PoseGround& ground, const BlendSpaces& spaces,
                             const PoseTree& tree, const std::string& where);

}  // namespace phalanx
