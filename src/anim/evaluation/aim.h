// Aim: turns a chain of joints so that an axis of one joint points at a target.
#pragma once

#include <glm/glm.hpp>

#include "anim/layers/pose_tree.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/pose.h"

namespace phalanx {

// The direction of the axis and the wanted one are each a sideways angle from +Z of model space and an angle
// above the horizontal plane, the wanted ones within the aim's limits. The whole turn changes one pair into
// the other without roll: it turns about the vertical axis by the sideways angles and about the horizontal
// one by the others. An axis that is steeper than 45 degrees to begin with takes less and less of the roll
// out of the shortest turn, and from 75 degrees none. The chain's joints turn by equal parts of it, about its
// axis; `weight` is a factor of its angle. Since the joint moves with the chain, the direction to the target
// is measured again until it no longer changes. That converges where the target is farther from the joint
// than the joint from the chain.
//
// `model_from_file`: modelFromFile() without translation.
SolverReport solveAim(const ResolvedAim& aim, const glm::dmat3& model_from_file, const PoseTree& tree,
                      LocalPose& pose);

}  // namespace phalanx
