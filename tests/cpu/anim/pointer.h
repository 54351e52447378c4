// A model whose error between baked frames is known.
#pragma once

#include "anim/bake/bake.h"
#include "synthetic_model.h"

namespace phalanx::test {

// A pointer 1.8 m long that turns about its end: the error between frames is known. Blending replaces the arc
// between two frames by its chord. If the pointer turns by an angle a in one interval, the tip lies 1.8 * (1
// - cos(a / 2)) m inside the circle at the middle of the interval.
inline Model pointer(double turns_per_s, bool loops = true) {
    Model model = test::makeModel({.joints = 1, .vertices = 3, .clips = 0, .metres_per_unit = 1.0});
    model.height_m = 1.8;
    model.nodes[0].parent_from_node_rest = glm::dmat4(1.0);
    model.palette[0].joint_from_bind = glm::dmat4(1.0);
    for (Vertex& v : model.vertices) {
        v.position = {1.8F, 0.0F, 0.0F};
        v.joints = {};
        v.weights = {1.0F, 0.0F, 0.0F, 0.0F};
    }
    Clip clip;
    clip.name = "turn";
    clip.duration_s = 1.0;
    clip.loops = loops;
    Channel channel;
    constexpr int kKeys = 120;
    for (int k = 0; k <= kKeys; ++k) {
        const double angle = 2.0 * glm::pi<double>() * turns_per_s * k / kKeys;
        glm::dquat q = glm::angleAxis(angle, glm::dvec3(0.0, 0.0, 1.0));
        if (k > 0 && glm::dot(q, channel.rotations.keys.back().value) < 0.0) q = -q;
        channel.rotations.keys.push_back({static_cast<double>(k) / kKeys, q});
    }
    clip.channels.push_back(channel);
    model.clips.push_back(clip);
    return model;
}

inline BakeSettings atRate(double rate_hz) {
    BakeSettings settings;
    settings.rate_hz = rate_hz;
    return settings;
}

}  // namespace phalanx::test
