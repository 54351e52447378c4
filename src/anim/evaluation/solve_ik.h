// The IK of a pose by the solver that it names.
#pragma once

#include "anim/evaluation/chain_ik.h"
#include "anim/layers/pose_tree.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/pose.h"

namespace phalanx {

// Changes the rotations of the chain's joints above its end: two_bone_ik.h, chain_ik.h. `weight`: each local
// rotation is a normalized weighted sum of those before and after; the report is about weight 1. `trace`:
// gets each round, in the file's units and axes; two-bone IK is one round.
SolverReport solveIk(const ResolvedIk& ik, const PoseTree& tree, LocalPose& pose, IkTrace* trace = nullptr);

}  // namespace phalanx
