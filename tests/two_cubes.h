// A model of two cubes side by side, made in code: each has a material of its own, without a texture.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "anim/pose/model.h"

namespace phalanx::test {

// Centres of the cubes, metres; they are 0.8 m wide.
inline constexpr std::array<glm::vec3, 2> kCubes{glm::vec3(-0.5F, 0.4F, 0.0F), glm::vec3(0.5F, 0.4F, 0.0F)};

// One joint, which a looping clip of a second leaves where it is.
inline Model twoCubes(const Material& left, const Material& right) {
    constexpr float kHalf = 0.4F;
    Model model;
    model.name = model.source_path = "two cubes";
    model.height_m = 2.0 * kHalf;
    model.materials = {left, right};
    for (std::uint32_t cube = 0; cube < 2; ++cube) {
        const auto first_index = static_cast<std::uint32_t>(model.indices.size());
        const auto first_vertex = static_cast<std::uint32_t>(model.vertices.size());
        for (int side = 0; side < 6; ++side) {
            glm::vec3 normal(0.0F);
            normal[side / 2] = side % 2 == 0 ? 1.0F : -1.0F;
            const glm::vec3 up = side / 2 == 1 ? glm::vec3(0.0F, 0.0F, 1.0F) : glm::vec3(0.0F, 1.0F, 0.0F);
            const glm::vec3 across = glm::cross(up, normal);
            const auto corner = static_cast<std::uint32_t>(model.vertices.size());
            for (const glm::vec2 at :
                 {glm::vec2(-1.0F, -1.0F), glm::vec2(1.0F, -1.0F), glm::vec2(1.0F), glm::vec2(-1.0F, 1.0F)}) {
                Vertex vertex;
                vertex.position = kCubes[cube] + kHalf * (normal + at.x * across + at.y * up);
                vertex.normal = normal;
                vertex.weights = {1.0F, 0.0F, 0.0F, 0.0F};
                model.vertices.push_back(vertex);
            }
            for (const std::uint32_t index : {0U, 1U, 2U, 0U, 2U, 3U})
                model.indices.push_back(corner + index);
        }
        const auto indices = static_cast<std::uint32_t>(model.indices.size()) - first_index;
        const auto vertices = static_cast<std::uint32_t>(model.vertices.size()) - first_vertex;
        model.parts.push_back(
            {cube == 0 ? "left" : "right", cube, first_index, indices, first_vertex, vertices});
    }
    model.variants.push_back({"both", {{0, 0, 36}, {1, 36, 36}}});
    model.nodes.push_back({"root", -1, glm::dmat4(1.0)});
    model.palette.push_back({0, glm::dmat4(1.0)});
    Clip clip;
    clip.name = "stand";
    clip.duration_s = 1.0;
    clip.loops = true;
    Channel& channel = clip.channels.emplace_back();
    for (const double time_s : {0.0, 1.0}) channel.translations.keys.push_back({time_s, glm::dvec3(0.0)});
    model.clips.push_back(clip);
    return model;
}

}  // namespace phalanx::test
