// A model with alternatives, made in code: a skinned body with two hands, each of which holds several boxes
// in the same place. Each part has an unlit material of a colour of its own, named like the part.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx::test {

struct BoxPart {
    std::string name;
    std::uint8_t parent = 0;  // node
    glm::vec3 center{0.0F};   // in the space of that node, metres
    glm::vec3 half{0.0F};
    glm::vec3 color{0.0F};
};

inline constexpr std::uint8_t kChest = 1;
inline constexpr std::uint8_t kLeftHand = 2;
inline constexpr std::uint8_t kRightHand = 3;
// Places of the nodes at rest, model space.
inline constexpr std::array<glm::vec3, 4> kNodePlaces{
    glm::vec3(0.0F), {0.0F, 0.9F, 0.0F}, {-0.6F, 0.9F, 0.0F}, {0.6F, 0.9F, 0.0F}};

// Boxes in one hand are of different sizes, so that the largest covers the others if all are shown.
inline std::vector<BoxPart> heldBoxes() {
    return {{"red", kLeftHand, glm::vec3(0.0F), glm::vec3(0.22F), {1.0F, 0.0F, 0.0F}},
            {"green", kLeftHand, glm::vec3(0.0F), glm::vec3(0.25F), {0.0F, 1.0F, 0.0F}},
            {"blue", kLeftHand, glm::vec3(0.0F), glm::vec3(0.28F), {0.0F, 0.0F, 1.0F}},
            {"yellow", kRightHand, glm::vec3(0.0F), glm::vec3(0.22F), {1.0F, 1.0F, 0.0F}},
            {"cyan", kRightHand, glm::vec3(0.0F), glm::vec3(0.26F), {0.0F, 1.0F, 1.0F}}};
}

// Appends a box as a part of its own; `weigh` sets joints and weights of a vertex.
template <typename Weigh>
void addBox(Model& model, const BoxPart& box, const Weigh& weigh) {
    Part part;
    part.name = box.name;
    part.material = static_cast<std::uint32_t>(model.materials.size());
    part.first_index = static_cast<std::uint32_t>(model.indices.size());
    part.first_vertex = static_cast<std::uint32_t>(model.vertices.size());
    Material material;
    material.name = box.name;
    material.base_color = glm::vec4(box.color, 1.0F);
    material.unlit = true;
    model.materials.push_back(material);
    for (int side = 0; side < 6; ++side) {
        glm::vec3 normal(0.0F);
        normal[side / 2] = side % 2 == 0 ? 1.0F : -1.0F;
        const glm::vec3 up = side / 2 == 1 ? glm::vec3(0.0F, 0.0F, 1.0F) : glm::vec3(0.0F, 1.0F, 0.0F);
        const glm::vec3 across = glm::cross(up, normal);
        const auto corner = static_cast<std::uint32_t>(model.vertices.size());
        for (const glm::vec2 at :
             {glm::vec2(-1.0F, -1.0F), glm::vec2(1.0F, -1.0F), glm::vec2(1.0F), glm::vec2(-1.0F, 1.0F)}) {
            Vertex vertex;
            vertex.position = box.center + box.half * (normal + at.x * across + at.y * up);
            vertex.normal = normal;
            weigh(vertex);
            model.vertices.push_back(vertex);
        }
        for (const std::uint32_t index : {0U, 1U, 2U, 0U, 2U, 3U}) model.indices.push_back(corner + index);
    }
    part.index_count = static_cast<std::uint32_t>(model.indices.size()) - part.first_index;
    part.vertex_count = static_cast<std::uint32_t>(model.vertices.size()) - part.first_vertex;
    model.parts.push_back(part);
}

inline void showAllParts(Model& model) {
    Variant all{"all", {}};
    for (const Part& part : model.parts)
        all.batches.push_back({part.material, part.first_index, part.index_count});
    model.variants = {all};
}

// `held`: rigid meshes, each with a node of its own below its parent. skinned: the body has two joints.
inline Model armedModel(std::span<const BoxPart> held, bool skinned = true) {
    Model model;
    model.name = model.source_path = "armed";
    model.height_m = 1.8;
    const std::array<std::pair<const char*, int>, 4> nodes{
        std::pair("root", -1), {"chest", 0}, {"hand.l", kChest}, {"hand.r", kChest}};
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const auto parent = nodes.at(n).second;
        const glm::vec3 from =
            parent < 0 ? glm::vec3(0.0F) : kNodePlaces.at(static_cast<std::size_t>(parent));
        model.nodes.push_back({nodes.at(n).first, parent,
                               glm::translate(glm::dmat4(1.0), glm::dvec3(kNodePlaces.at(n) - from))});
    }
    model.palette.push_back({0, glm::dmat4(1.0)});
    model.palette.push_back({kChest, glm::translate(glm::dmat4(1.0), -glm::dvec3(kNodePlaces[kChest]))});
    addBox(model, {"body", 0, {0.0F, 0.9F, 0.0F}, {0.2F, 0.9F, 0.2F}, glm::vec3(1.0F)}, [&](Vertex& vertex) {
        if (!skinned) return;
        vertex.joints = {0, 1};
        vertex.weights = {0.5F, 0.5F};
    });
    for (const BoxPart& box : held) {
        const auto joint = static_cast<std::uint16_t>(model.palette.size());
        model.nodes.push_back({box.name + " node", box.parent, glm::dmat4(1.0)});
        model.palette.push_back({static_cast<int>(model.nodes.size()) - 1, glm::dmat4(1.0)});
        addBox(model, box, [&](Vertex& vertex) { vertex.joints[0] = joint; });
    }
    showAllParts(model);
    Clip clip;
    clip.name = "stand";
    clip.duration_s = 1.0;
    clip.loops = true;
    Channel& channel = clip.channels.emplace_back();
    channel.node = 0;
    for (const double time_s : {0.0, 1.0}) channel.translations.keys.push_back({time_s, glm::dvec3(0.0)});
    model.clips.push_back(clip);
    validate(model);
    return model;
}

// A magenta box above its origin, without a skeleton, to attach.
inline Model flagModel() {
    Model model;
    model.name = "flag";
    model.source_path = "flag.glb";
    model.height_m = 1.4;
    model.nodes.push_back({"flag", -1, glm::dmat4(1.0)});
    model.palette.push_back({0, glm::dmat4(1.0)});
    addBox(model, {"flag", 0, {0.0F, 1.2F, 0.0F}, glm::vec3(0.2F), {1.0F, 0.0F, 1.0F}}, [](Vertex&) {});
    showAllParts(model);
    return model;
}

}  // namespace phalanx::test
