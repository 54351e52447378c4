// Steps: a foot that changes its place leaves the ground first and stands still before and after.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "clips_rig.h"

namespace phalanx::soldier {

struct Step {
    Side side;
    float from_s, to_s;
    glm::vec3 place;  // where the foot comes to stand, see FootControl
    float yaw;        // and its turn, degrees
    float lift;       // metres
};

// Puts the feet of `rig` where the steps have brought them at `time_s`. `start` is where they stood before.
// The steps of one foot follow each other in time.
void applySteps(const PoseRig& start, const std::vector<Step>& steps, float time_s, PoseRig& rig);

}  // namespace phalanx::soldier
