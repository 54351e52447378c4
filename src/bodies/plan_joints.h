// The joints of a biped that become bodies, and the limits between them.
#pragma once

#include <string>
#include <vector>

#include "bodies/body_plan.h"

namespace phalanx {

struct BipedJoints {
    std::string why;               // a sentence about what is missing; "": the joints are complete
    std::vector<PlanBody> bodies;  // parents first; node, parent, part and side are set
};

BipedJoints findBipedJoints(const Model& model);

// The axes of each node at rest, in model space.
std::vector<glm::dquat> restTurns(const Model& model);

// Sets the limits of all joints from the rest pose, in which the model faces +Z.
void setLimits(const Model& model, std::vector<PlanBody>& bodies);

}  // namespace phalanx
