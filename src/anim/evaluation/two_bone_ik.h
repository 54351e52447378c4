// Two-bone IK: turns a joint's parent and grandparent so that the joint reaches a target.
#pragma once

#include <glm/glm.hpp>
#include <span>

#include "anim/layers/pose_tree.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/pose.h"

namespace phalanx {

// The parent bends about its hinge, the normal of the plane through the three joints, until the end is as far
// from the grandparent as the target is (law of cosines). Then the grandparent turns by the shortest arc so
// that the end lies at the target. So the hinge keeps its direction in the space of both bones. With a pole,
// the grandparent also turns about the line to the target until the parent lies on the pole's side of it. A
// target out of reach leaves the limb straight (or folded) towards it. Its weight is not regarded here.
SolverReport solveTwoBones(const ResolvedIk& ik, const PoseTree& tree, LocalPose& pose);

}  // namespace phalanx
