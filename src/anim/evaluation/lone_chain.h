// The chain of an IK without the rest of its model, for measurements and for the lab: a solve costs only the
// chain's joints.
#pragma once

#include <glm/glm.hpp>

#include "anim/layers/pose_tree.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/pose.h"

namespace phalanx {

// An end that is as near to its target as can be, within this, has arrived.
inline constexpr double kArrived_mm = 1.0;

// Node 0 stands for all that the chain's root hangs from and does not move; the chain's joints follow.
struct LoneChain {
    ResolvedIk ik;
    PoseTree tree;
    LocalPose pose;
};

// `pose`: of the nodes of `tree`, in which `ik` has its chain.
LoneChain loneChain(const ResolvedIk& ik, const PoseTree& tree, const LocalPose& pose);

// The sum of the bones' lengths.
double lengthOf(const LoneChain& chain);
// The place of the chain's root, and of its end.
glm::dvec3 rootOf(const LoneChain& chain);
glm::dvec3 endOf(const LoneChain& chain);
// Puts all joints on a line from the root; `way`: any length above 0.
void straighten(LoneChain& chain, const glm::dvec3& way);

}  // namespace phalanx
