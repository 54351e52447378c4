// The boxes around what each joint moves: what bounds of errors and of space are made from.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct JointBox {
    glm::dvec3 min{1.0};
    glm::dvec3 max{-1.0};

    bool empty() const { return min.x > max.x; }  // no vertex hangs on the joint
    glm::dvec3 corner(unsigned i) const {         // i in 0..7
        return {(i & 1U) != 0 ? max.x : min.x, (i & 2U) != 0 ? max.y : min.y, (i & 4U) != 0 ? max.z : min.z};
    }
    void add(const glm::dvec3& point) {
        const bool first = empty();
        min = first ? point : glm::min(min, point);
        max = first ? point : glm::max(max, point);
    }
};

// Per joint of the palette; bind space.
std::vector<JointBox> jointBoxes(const Model& model);

// Millimetres that one metre of model space would be on a soldier 1.8 m tall.
double millimetresPerMetre(const Model& model);

}  // namespace phalanx
