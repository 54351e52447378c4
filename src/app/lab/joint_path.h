// Follows a joint of a layered soldier through the operators of its pose, by the reference that the GPU's
// rows are checked against.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "anim/pose/joint_boxes.h"
#include "anim/pose/model.h"
#include "anim/rig/layer_rig.h"
#include "anim/rig/rig_pose.h"
#include "app/layers/layered_look.h"
#include "ui/data/joint_path.h"

namespace phalanx {

// Names of the joints of aims and IK, in the order of the pose.
struct SolverNames {
    std::vector<std::string> aims;
    std::vector<std::string> iks;
};
SolverNames solverNamesOf(const LayeredPose& pose);

// Of a joint of the palette, in the order in which the operators act, which a mistake can change. Operators
// whose weight is 0 are left out.
std::vector<LayerStep> layerSteps(const LayerRig& rig, const RigPose& pose, std::size_t joint,
                                  const SolverNames& names, const LayerMistakes& mistakes = {});

// How far apart two matrices move a corner of the box, at most: no point inside is moved farther apart. Both
// lead from bind space to metres; rows are the upper three of the first one. Infinity if a number is not
// finite.
double matricesApart_m(const std::array<glm::dvec4, 3>& rows, const glm::dmat4& matrix, const JointBox& box);

// All but the GPU's rows.
JointPath jointPath(const Model& model, const LayeredLook& look, std::size_t joint);

}  // namespace phalanx
