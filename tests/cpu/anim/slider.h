// A model of one node, and clips that move it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "anim/pose/pose.h"

namespace phalanx::test {

inline constexpr double kTiny = 1e-12;  // for results that differ only by rounding

inline double distance(const glm::dmat4& a, const glm::dmat4& b) {
    double largest = 0.0;
    for (int c = 0; c < 4; ++c) largest = std::max(largest, glm::length(a[c] - b[c]));
    return largest;
}

inline glm::dquat aboutZ(double degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::dvec3(0.0, 0.0, 1.0));
}

// One node that slides along x and turns about z.
inline Model slider() {
    Model model;
    model.name = "slider";
    model.nodes.push_back({"root", -1, glm::dmat4(1.0)});
    model.palette.push_back({0, glm::dmat4(1.0)});
    model.vertices.resize(3);
    model.indices = {0, 1, 2};
    model.materials.emplace_back();
    model.variants.push_back({"all", {{0, 0, 3}}});
    model.height_m = 1.0;
    return model;
}

inline Clip slide(std::vector<Key<glm::dvec3>> keys, double duration_s, bool loops, double closing_s = 0.0) {
    Clip clip;
    clip.name = "slide";
    clip.duration_s = duration_s;
    clip.loops = loops;
    clip.closing_s = closing_s;
    clip.channels.emplace_back().translations.keys = std::move(keys);
    return clip;
}

}  // namespace phalanx::test
