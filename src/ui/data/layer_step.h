// One step of a joint through a layered pose.
#pragma once

#include <glm/glm.hpp>
#include <string>

namespace phalanx {

struct LayerStep {
    std::string name;       // "Base", "Layer 1", "Aim of Weapon"
    double turn_deg = 0.0;  // of the joint in model space, since the step before
    double moved_mm = 0.0;  // of its origin
    glm::dvec3 at_m{0.0};   // its origin after the step, model space
};

}  // namespace phalanx
