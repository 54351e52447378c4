// A crowd in which most units hide each other.
#pragma once

#include <array>
#include <cstdint>

#include "app/army/army.h"
#include "synthetic_model.h"

namespace phalanx::test {

// A plate as wide and high as a person with a shield, and a rod above it, that nod and sway: rows of them
// hide what is behind.
inline LoadedModel shieldBearer() {
    LoadedModel loaded;
    Model& model = loaded.model;
    model = makeModel({.joints = 2, .vertices = 3, .seed = 5});
    for (Node& node : model.nodes) node.parent_from_node_rest = glm::dmat4(1.0);
    for (Joint& joint : model.palette) joint.joint_from_bind = glm::dmat4(1.0);
    model.vertices.clear();
    model.indices.clear();
    const auto box = [&](glm::vec3 low, glm::vec3 high) {
        constexpr std::array<std::array<int, 4>, 6> kFaces{
            {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
        for (const auto& face : kFaces) {
            const auto first = static_cast<std::uint32_t>(model.vertices.size());
            for (const int corner : face) {
                Vertex v;
                v.position = {(corner & 1) != 0 ? high.x : low.x, (corner & 2) != 0 ? high.y : low.y,
                              (corner & 4) != 0 ? high.z : low.z};
                v.normal = glm::vec3(0.0F, 1.0F, 0.0F);
                v.weights = {1.0F, 0.0F, 0.0F, 0.0F};
                model.vertices.push_back(v);
            }
            for (const std::uint32_t i : {0U, 1U, 2U, 0U, 2U, 3U}) model.indices.push_back(first + i);
        }
    };
    box({-40.0F, 0.0F, -15.0F}, {40.0F, 180.0F, 15.0F});
    box({28.0F, 180.0F, -2.0F}, {32.0F, 195.0F, 2.0F});
    const auto count = static_cast<std::uint32_t>(model.indices.size());
    model.parts = {{"all", 0, 0, count, 0, static_cast<std::uint32_t>(model.vertices.size())}};
    model.variants = {{"all", {{0, 0, count}}}};
    for (Clip& clip : model.clips) {
        for (Channel& channel : clip.channels) {
            for (auto& key : channel.rotations.keys) key.value = glm::dquat(1.0, 0.0, 0.0, 0.0);
            for (auto& key : channel.translations.keys) key.value = {key.value.x, 0.0, key.value.z};
            if (!channel.rotations.keys.empty()) {
                for (std::size_t i = 1; i + 1 < channel.rotations.keys.size(); ++i)
                    channel.rotations.keys[i].value =
                        glm::angleAxis(0.04, glm::dvec3(i % 2, 0.0, (i + 1) % 2));
            }
        }
    }
    BakeSettings bake;
    bake.rate_hz = 15.0;
    loaded.baked = bakeAnimation(model, bake);
    return loaded;
}

inline CrowdSettings ranks(Formation formation, std::uint32_t units) {
    CrowdSettings settings;
    settings.units = units;
    settings.formation = formation;
    settings.spacing_m = 1.1;
    settings.crossfade_spread = 0.6;
    settings.speed_spread = 0.1;
    return settings;
}

}  // namespace phalanx::test
