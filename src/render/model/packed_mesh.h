// A model's vertices and triangles as the GPU reads them: 24 bytes a vertex, in cache order. No GL.
//
// Bits: layouts.h. Rounding: positions to 1/65535 of the bind box (0.03 mm for a man), weights to 1/1023,
// normals to 16-bit octahedral, uv to 1/65535 of the uv box.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "anim/pose/model.h"
#include "layouts.h"

namespace phalanx {

struct PackedVertex {
    glm::uvec4 shape;
    glm::uvec2 surface;
};
static_assert(sizeof(PackedVertex) == PH_VERTEX_BYTES);

struct PackedMesh {
    std::vector<PackedVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<Variant> variants;            // batches into `indices`
    std::vector<std::uint32_t> model_vertex;  // of each packed vertex: its index in Model::vertices
    // For each variant the vertices that it shows, ascending; and one list more, of all vertices.
    std::vector<std::vector<std::uint32_t>> used_vertices;
    glm::vec3 position_scale{
        1.0F};  // position = scale * fraction + offset, file units (metres for rest meshes)
    glm::vec3 position_offset{0.0F};
    glm::vec2 uv_scale{1.0F};
    glm::vec2 uv_offset{0.0F};

    // As the variant of a UnitGroup says; allVertices() takes part in no draw, but in skinning.
    const std::vector<std::uint32_t>& usedBy(int variant) const {
        return used_vertices[static_cast<std::size_t>(variant)];
    }
    int allVertices() const { return static_cast<int>(variants.size()); }
    std::size_t vertexBytes() const { return vertices.size() * sizeof(PackedVertex); }
    std::size_t indexBytes() const { return indices.size() * sizeof(std::uint32_t); }
};

// Packs all vertices and orders triangles and vertices for the caches (meshoptimizer).
PackedMesh packMesh(const Model& model);

// The same mesh, same order, with every vertex skinned to the rest pose, in metres: what technique `static`
// draws.
PackedMesh packRestMesh(const Model& model, const PackedMesh& mesh);

// What the shader makes of the packed bits, as vertices of the reference: same positions, normals and
// weights.
std::vector<Vertex> unpackMesh(const PackedMesh& mesh);

}  // namespace phalanx
