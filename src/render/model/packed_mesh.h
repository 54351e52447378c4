// A model's vertices and triangles as the GPU reads them: 24 bytes per vertex, in cache order. No GL.
//
// Bit layout: layouts.h. Precision: positions 1/65535 of the bind box (0.03 mm for a person), weights 1/8191,
// normals 16-bit octahedral, uv 1/65535 of the uv box.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"
#include "layouts.h"
#include "render/model/lod_vertex.h"
#include "render/model/packed_morphs.h"

namespace phalanx {

struct PackedVertex {
    glm::uvec4 shape;
    glm::uvec2 surface;
};
static_assert(sizeof(PackedVertex) == PH_VERTEX_BYTES);

// What is packed: the model's vertices, and after them those of LODs.
struct MeshSource {
    std::vector<Vertex> vertices;
    std::vector<MorphTarget> targets;
};
MeshSource meshSource(const Model& model, std::span<const LodVertex> lod_vertices);

struct PackedMesh {
    std::vector<PackedVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<Variant> variants;  // batches refer to `indices`
    // Vertices that only LODs use. They are packed after those of the model.
    std::vector<LodVertex> lod_vertices;
    std::size_t mesh_vertices = 0;  // packed vertices of the model
    // Index in Model::vertices, or in lod_vertices after them, by packed vertex; see MeshSource.
    std::vector<std::uint32_t> model_vertex;
    PackedMorphs morphs;  // vertices that they move have PH_HAS_MORPHS; none in rest meshes
    // Vertices used by each variant, ascending; one more list holds all vertices of the model.
    std::vector<std::vector<std::uint32_t>> used_vertices;
    // position = scale * fraction + offset, file units (metres for rest meshes)
    glm::vec3 position_scale{1.0F};
    glm::vec3 position_offset{0.0F};
    glm::vec2 uv_scale{1.0F};
    glm::vec2 uv_offset{0.0F};

    // By UnitGroup::variant. allVertices() selects all of the model, for skinning only, not for draws.
    const std::vector<std::uint32_t>& usedBy(int variant) const {
        return used_vertices[static_cast<std::size_t>(variant)];
    }
    int allVertices() const { return static_cast<int>(variants.size()); }
    std::size_t vertexBytes() const { return vertices.size() * sizeof(PackedVertex); }
    std::size_t indexBytes() const { return indices.size() * sizeof(std::uint32_t); }
};

// The vertices that the variant's batches of `indices` use, ascending.
std::vector<std::uint32_t> verticesUsedBy(const Variant& variant, std::span<const std::uint32_t> indices);

// Packs all vertices and orders triangles and vertices for the caches (meshoptimizer). lod_vertices: within
// the box of the model's vertices; they change nothing about these.
PackedMesh packMesh(const Model& model, std::vector<LodVertex> lod_vertices = {});

// The same mesh in the same order with all vertices morphed and skinned to the rest pose, metres, for
// technique `static`.
PackedMesh packRestMesh(const Model& model, const PackedMesh& mesh);

// Decodes the packed bits as the shaders do: the vertices that the reference implementation should use, with
// the deltas of unpackMorphs().
std::vector<Vertex> unpackMesh(const PackedMesh& mesh);

}  // namespace phalanx
