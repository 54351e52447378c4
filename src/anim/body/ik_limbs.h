// Chains of a model's joints that IK is shown and measured on.
#pragma once

#include <string_view>
#include <vector>

#include "anim/layers/layered_pose.h"
#include "anim/pose/model.h"

namespace phalanx {

// A chain of the model, from its root down, each the parent of the next.
struct IkLimb {
    std::string_view name;
    std::vector<int> chain;
};

// Arms and legs with three joints, spines up to the head, and spines with an arm, found by the names of
// joints; of a model without such names: all chains of three joints and of five.
std::vector<IkLimb> ikLimbs(const Model& model);

}  // namespace phalanx
