// The bounding boxes of the vertices that each joint moves, used for bounds of errors and of animations.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct JointBox {
    glm::dvec3 min{1.0};
    glm::dvec3 max{-1.0};

    bool empty() const { return min.x > max.x; }  // the joint moves no vertex
    glm::dvec3 corner(unsigned i) const {         // i in 0..7
        return {(i & 1U) != 0 ? max.x : min.x, (i & 2U) != 0 ? max.y : min.y, (i & 4U) != 0 ? max.z : min.z};
    }
    void add(const glm::dvec3& point) {
        const bool first = empty();
        min = first ? point : glm::min(min, point);
        max = first ? point : glm::max(max, point);
    }
};

// The boxes per joint of the palette, in bind space. They contain the vertices for all weights of morph
// targets in morphRanges().
std::vector<JointBox> jointBoxes(const Model& model);

// The box around all vertices in bind space, without morph targets.
JointBox meshBox(const Model& model);

// The height that errors are relative to: the model's own, or 1.8 m for a flat model.
double heightOf(const Model& model);
// The factor from metres of model space to millimetres on a model scaled to a height of 1.8 m.
double millimetresPerMetre(const Model& model);

}  // namespace phalanx
