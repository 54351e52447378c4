// Models made in code: chains of joints with random offsets, clips with random keys, random vertices. Random
// numbers that belong together are drawn in braces or in statements of their own: compilers evaluate the
// arguments of a call in different orders.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <random>
#include <string>

#include "anim/bake/bake.h"
#include "anim/pose/model.h"
#include "anim/pose/pose.h"

namespace phalanx::test {

struct SyntheticSettings {
    int joints = 12;
    int vertices = 300;  // a multiple of 3
    int clips = 3;
    std::uint32_t seed = 1;
    bool moving_scales = false;  // clips also scale joints, non-uniformly
    bool mirrored = false;       // one joint mirrors
    bool zero_scale = false;     // one joint scales its vertices and children to a point
    double metres_per_unit = 0.01;
    int morphs = 0;  // morph targets, each of which moves a third of the vertices by up to 8 units per axis
};

class Dice {
  public:
    explicit Dice(std::uint32_t seed) : engine_(seed) {}
    // The engine gives the same numbers everywhere, but the standard library's distributions do not, so the
    // scaling is done here.
    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_()) / 4294967296.0);
    }
    int below(int count) { return static_cast<int>(between(0.0, count)); }
    glm::dvec3 inBox(double half) {
        return {between(-half, half), between(-half, half), between(-half, half)};
    }
    glm::dvec3 direction() {
        for (;;) {
            const glm::dvec3 v = inBox(1.0);
            const double length = glm::length(v);
            if (length > 0.1 && length < 1.0) return v / length;
        }
    }
    glm::dquat turn(double most_rad) {
        const glm::dvec3 axis = direction();
        return glm::angleAxis(between(-most_rad, most_rad), axis);
    }

  private:
    std::mt19937 engine_;
};

inline Channel randomChannel(int node, const Transform& rest, const SyntheticSettings& s, Dice& dice) {
    Channel channel;
    channel.node = node;
    glm::dquat previous = rest.rotation;
    for (int k = 0; k <= 4; ++k) {
        const double time_s = 0.25 * k;
        glm::dquat rotation = glm::normalize(rest.rotation * dice.turn(0.8));
        if (glm::dot(previous, rotation) < 0.0) rotation = -rotation;
        previous = rotation;
        channel.rotations.keys.push_back({time_s, rotation});
        if (node % 3 == 0) channel.translations.keys.push_back({time_s, rest.translation + dice.inBox(3.0)});
        if (s.moving_scales && node % std::max(2, s.joints / 6) == 0) {
            glm::dvec3 scale = rest.scale;
            for (int axis = 2; axis >= 0; --axis) scale[axis] *= dice.between(0.7, 1.4);
            channel.scales.keys.push_back({time_s, scale});
        }
    }
    return channel;
}

inline void closeLoop(Channel& channel) {
    channel.rotations.keys.back().value = channel.rotations.keys.front().value;
    if (!channel.translations.keys.empty())
        channel.translations.keys.back().value = channel.translations.keys.front().value;
    if (!channel.scales.keys.empty()) channel.scales.keys.back().value = channel.scales.keys.front().value;
}

// Every third target rests at a weight above 0. Two thirds have tracks in each clip, with weights of -0.5
// to 1.5.
inline void addMorphs(Model& model, const SyntheticSettings& s, Dice& dice) {
    for (int t = 0; t < s.morphs; ++t) {
        MorphTarget target;
        target.name = "target " + std::to_string(t);
        target.rest_weight = t % 3 == 0 ? 0.4 : 0.0;
        for (int v = t % 3; v < s.vertices; v += 1 + dice.below(5)) {
            target.deltas.push_back(
                {static_cast<std::uint32_t>(v), glm::vec3(dice.inBox(8.0)), glm::vec3(dice.inBox(0.3))});
        }
        model.morph_targets.push_back(target);
    }
    for (Clip& clip : model.clips) {
        for (int t = 0; t < s.morphs; ++t) {
            if (t % 3 == 0) continue;
            MorphTrack& track = clip.morph_tracks.emplace_back();
            track.target = t;
            for (int k = 0; k <= 4; ++k) track.weights.keys.push_back({0.25 * k, dice.between(-0.5, 1.5)});
            if (clip.loops) track.weights.keys.back().value = track.weights.keys.front().value;
        }
    }
}

// Clips 0, 2, 4 ... loop, the others are one-shots. The unit is the centimetre by default; about 1.8 m tall.
inline Model makeModel(const SyntheticSettings& s) {
    Dice dice(s.seed);
    Model model;
    model.name = "synthetic";
    model.source_path = "synthetic";
    model.metres_per_unit = s.metres_per_unit;
    model.height_m = 180.0 * s.metres_per_unit;

    std::vector<Transform> rest;
    for (int i = 0; i < s.joints; ++i) {
        Transform t;
        t.translation = dice.inBox(180.0 / std::sqrt(3.0 * s.joints));
        t.rotation = dice.turn(0.5);
        if (s.mirrored && i == s.joints / 2) t.scale.x = -1.0;
        if (s.zero_scale && i == s.joints - 1) t.scale = glm::dvec3(0.0);
        rest.push_back(t);
        Node node;
        node.name = "joint " + std::to_string(i);
        // Chains first, branches later: errors and scales grow with every generation.
        node.parent = i == 0 ? -1 : std::max(0, i - 1 - dice.below(std::max(3, i / 3)));
        node.parent_from_node_rest = toMatrix(t);
        model.nodes.push_back(node);
    }
    for (int i = 0; i < s.joints; ++i) {
        Joint joint;
        joint.node = i;
        const glm::dmat4 turn = glm::mat4_cast(dice.turn(3.0));
        joint.joint_from_bind = glm::translate(glm::dmat4(1.0), dice.inBox(20.0)) * turn;
        model.palette.push_back(joint);
    }
    for (int i = 0; i < s.vertices; ++i) {
        Vertex v;
        v.position = glm::vec3(dice.inBox(30.0));
        v.normal = glm::vec3(dice.direction());
        v.uv.y = static_cast<float>(dice.between(0.0, 1.0));
        v.uv.x = static_cast<float>(dice.between(0.0, 1.0));
        const int influences = 1 + dice.below(kWeightsPerVertex);
        std::array<float, kWeightsPerVertex> weights{};
        float sum = 0.0F;
        for (int k = 0; k < influences; ++k) {
            v.joints[static_cast<std::size_t>(k)] = static_cast<std::uint16_t>(dice.below(s.joints));
            weights[static_cast<std::size_t>(k)] = static_cast<float>(dice.between(0.05, 1.0));
            sum += weights[static_cast<std::size_t>(k)];
        }
        std::sort(weights.begin(), weights.end(), std::greater<>());
        for (float& w : weights) w /= sum;
        v.weights = weights;
        model.vertices.push_back(v);
        model.indices.push_back(static_cast<std::uint32_t>(i));
    }
    const auto count = static_cast<std::uint32_t>(model.indices.size());
    model.materials.emplace_back();
    model.parts.push_back({"all", 0, 0, count, 0, count});
    model.variants.push_back({"all", {{0, 0, count}}});

    for (int c = 0; c < s.clips; ++c) {
        Clip clip;
        clip.name = "clip " + std::to_string(c);
        clip.duration_s = 1.0;
        clip.loops = c % 2 == 0;
        for (int i = 0; i < s.joints; ++i) {
            if (dice.between(0.0, 1.0) < 0.3) continue;
            clip.channels.push_back(randomChannel(i, rest[static_cast<std::size_t>(i)], s, dice));
            if (clip.loops) closeLoop(clip.channels.back());
        }
        model.clips.push_back(clip);
    }
    addMorphs(model, s, dice);
    return model;
}

// Rigid parts on arms of 0.2 to 12 m, each of which turns about its own joint, and strips between neighbours
// whose weights change along them: rounded weights move vertices far. 1.8 m tall when at rest.
inline Model makeSwingingModel() {
    constexpr int kParts = 6;
    constexpr int kSteps = 30;  // triangles per part
    Dice dice(7);
    Model model =
        makeModel({.joints = kParts, .vertices = 3 * kParts * kSteps, .clips = 0, .metres_per_unit = 1.0});
    model.height_m = 1.8;
    for (int i = 0; i < kParts; ++i) {
        Node& node = model.nodes[static_cast<std::size_t>(i)];
        node.parent = i == 0 ? -1 : 0;
        node.parent_from_node_rest = glm::translate(glm::dmat4(1.0), glm::dvec3(0.2 * i, 0.9, 0.0));
        model.palette[static_cast<std::size_t>(i)].joint_from_bind = glm::dmat4(1.0);
    }
    for (std::size_t v = 0; v < model.vertices.size(); ++v) {
        Vertex& vertex = model.vertices[v];
        const int part = static_cast<int>(v) / (3 * kSteps);
        const double along = dice.between(0.0, 1.0);
        vertex.position =
            glm::vec3(0.0F, 0.2F + 2.4F * static_cast<float>(part) * static_cast<float>(along), 0.0F) +
            glm::vec3(dice.inBox(0.1));
        vertex.joints = {static_cast<std::uint16_t>(part), static_cast<std::uint16_t>((part + 1) % kParts), 0,
                         0};
        const auto second = static_cast<float>(v % 2 == 0 ? 0.0 : 0.5 * along);
        vertex.weights = {1.0F - second, second, 0.0F, 0.0F};
    }
    Clip clip;
    clip.name = "swing";
    clip.duration_s = 16.0;
    clip.loops = true;
    for (int i = 0; i < kParts; ++i) {
        Channel channel;
        channel.node = i;
        for (int k = 0; k <= 16; ++k) {
            const double angle = (i % 2 == 0 ? 1.0 : -1.0) * glm::radians(22.5) * (k % 16) * (1 + i % 3);
            glm::dquat turn = glm::angleAxis(angle, glm::dvec3(0.0, 0.0, 1.0));
            if (k > 0 && glm::dot(channel.rotations.keys.back().value, turn) < 0.0) turn = -turn;
            channel.rotations.keys.push_back({1.0 * k, turn});
        }
        clip.channels.push_back(channel);
    }
    model.clips.push_back(clip);
    return model;
}

// Adds morph targets that move a third of the vertices each, by up to 10 units, and tracks of all
// interpolations: target 0 linear, 1 in steps, 2 a spline, 3 without a track, and so on.
inline void addMorphs(Model& model, int targets = 5, std::uint32_t seed = 3) {
    Dice dice(seed);
    for (int t = 0; t < targets; ++t) {
        MorphTarget target;
        target.name = "morph " + std::to_string(t);
        target.rest_weight = dice.between(-0.3, 0.6);
        for (std::uint32_t v = 0; v < model.vertices.size(); ++v) {
            if (dice.below(3) != 0) continue;
            target.deltas.push_back({v, glm::vec3(dice.inBox(10.0)), glm::vec3(dice.inBox(0.5))});
        }
        model.morph_targets.push_back(std::move(target));
    }
    for (Clip& clip : model.clips) {
        for (int t = 0; t < targets; ++t) {
            if (t % 4 == 3) continue;
            MorphTrack track;
            track.target = t;
            track.weights.interpolation = static_cast<Interpolation>(t % 4);
            for (int k = 0; k <= 4; ++k) track.weights.keys.push_back({0.25 * k, dice.between(-0.5, 1.5)});
            if (clip.loops) track.weights.keys.back().value = track.weights.keys.front().value;
            if (t % 4 == 2) {
                for (int k = 0; k <= 4; ++k)
                    track.weights.tangents.push_back({dice.between(-8.0, 8.0), dice.between(-8.0, 8.0)});
            }
            clip.morph_tracks.push_back(std::move(track));
        }
    }
}

inline BakedAnimation bakeAt(const Model& model, double rate_hz) {
    BakeSettings settings;
    settings.rate_hz = rate_hz;
    return bakeAnimation(model, settings);
}

}  // namespace phalanx::test
