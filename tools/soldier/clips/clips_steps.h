// Steps: a foot leaves the ground before it moves, and stands still before and after the step.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "clips/clips_rig.h"

namespace phalanx::soldier {

struct Step {
    Side side;
    float from_s, to_s;
    glm::vec3 place;  // the position of the foot after the step, see FootControl
    float yaw;        // its yaw, degrees
    float lift;       // metres
};

// Sets the feet of `rig` to their positions at `time_s`. `start`: the positions before all steps. The steps
// of a foot must be in order of time.
void applySteps(const PoseRig& start, const std::vector<Step>& steps, float time_s, PoseRig& rig);

}  // namespace phalanx::soldier
