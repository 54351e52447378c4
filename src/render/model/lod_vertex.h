// Vertices that a simplifier makes: between two vertices of a mesh.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// What morph target `target` adds to one vertex at weight 1, as MorphDelta.
struct VertexMorph {
    std::uint32_t target = 0;
    glm::vec3 position{0.0F};
    glm::vec3 normal{0.0F};

    friend bool operator==(const VertexMorph&, const VertexMorph&) = default;
};
using VertexMorphs = std::vector<VertexMorph>;  // by target, ascending

struct LodVertex {
    Vertex vertex;
    VertexMorphs morphs;
};

// The morphs of each of so many vertices.
std::vector<VertexMorphs> morphsByVertex(std::span<const MorphTarget> targets, std::size_t vertices);

// Influences between those of two vertices, t from 0 (a) to 1 (b): the heaviest joints of both, with weights
// that are descending and sum to 1.
void blendInfluences(const Vertex& a, const Vertex& b, double t, Vertex& result);

VertexMorphs blendMorphs(const VertexMorphs& a, const VertexMorphs& b, double t);

// Of unit length. If both cancel out, the nearer one.
glm::vec3 blendNormals(const glm::vec3& a, const glm::vec3& b, double t);

}  // namespace phalanx
