// What each operator of a layered pose does to one joint.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "anim/layers/layer_rig.h"
#include "anim/layers/rig_pose.h"
#include "ui/data/layer_step.h"

namespace phalanx {

// Of a joint of the palette, from the base to the last operator: model space after each, by the reference
// that the GPU's rows are checked against. Operators whose weight is 0 are left out. names: of the aims and
// IKs, in the order of the pose.
struct SolverNames {
    std::vector<std::string> aims;
    std::vector<std::string> iks;
};
std::vector<LayerStep> layerSteps(const LayerRig& rig, const RigPose& pose, std::size_t joint,
                                  const SolverNames& names);

}  // namespace phalanx
