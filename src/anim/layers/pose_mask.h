// Changes a mask joint by joint.
#pragma once

#include <vector>

#include "anim/layers/layered_pose.h"
#include "anim/pose/model.h"

namespace phalanx {

// Takes a node out of a mask that covers it, or else adds it with weight 1; what hangs from it goes with it.
// A node that is taken out loses its own weight and, if an ancestor still covers it, gets 0. A mask that
// covers nothing stays a mask. reparent: of the pose. Throws Error (kUsage) if the mask does not fit the
// model.
void toggleJoint(const Model& model, const std::vector<PoseReparent>& reparent, int node, PoseMask& mask);

}  // namespace phalanx
