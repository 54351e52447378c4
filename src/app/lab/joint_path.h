// Follows a joint of a layered soldier through the operators of its pose, by the reference that the GPU's
// rows are checked against.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "anim/rig/layer_rig.h"
#include "anim/rig/rig_pose.h"
#include "app/army/layered_look.h"
#include "ui/data/joint_path.h"

namespace phalanx {

// Names of the joints of aims and IK, in the order of the pose.
struct SolverNames {
    std::vector<std::string> aims;
    std::vector<std::string> iks;
};
SolverNames solverNamesOf(const LayeredPose& pose);

// Of a joint of the palette, from the base to the last operator. Operators whose weight is 0 are left out.
std::vector<LayerStep> layerSteps(const LayerRig& rig, const RigPose& pose, std::size_t joint,
                                  const SolverNames& names, const LayerMistakes& mistakes = {});

// All but the GPU's rows.
JointPath jointPath(const Model& model, const LayeredLook& look, std::size_t joint);

}  // namespace phalanx
