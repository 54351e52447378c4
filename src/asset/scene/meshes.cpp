#include "asset/scene/meshes.h"

#include <fmt/format.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "asset/scene/vertex_weights.h"
#include "core/error.h"

namespace phalanx {
namespace {

// Limit before welding: a file may store a separate vertex for each corner of each triangle.
constexpr std::size_t kMaxCorners = std::size_t{8} * kMaxVertices;

struct PositionHash {
    std::size_t operator()(const glm::vec3& p) const {
        std::size_t hash = 0;
        for (int i = 0; i < 3; ++i)
            hash = (hash ^ std::bit_cast<std::uint32_t>(p[i] + 0.0F)) * 0x9E3779B97F4A7C15ULL;
        return hash ^ (hash >> 29U);
    }
};

// Computes missing normals: weighted by area, and smooth across vertices at the same position.
void makeNormals(std::vector<Vertex>& vertices, const std::vector<std::uint32_t>& indices,
                 const std::vector<bool>& missing) {
    std::unordered_map<glm::vec3, glm::dvec3, PositionHash> sums;
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const glm::dvec3 a(vertices[indices[i]].position);
        const glm::dvec3 b(vertices[indices[i + 1]].position);
        const glm::dvec3 c(vertices[indices[i + 2]].position);
        const glm::dvec3 area = glm::cross(b - a, c - a);
        for (std::size_t k = 0; k < 3; ++k) sums[vertices[indices[i + k]].position] += area;
    }
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        if (!missing[v]) continue;
        const auto sum = sums.find(vertices[v].position);
        const double length = sum == sums.end() ? 0.0 : glm::length(sum->second);
        vertices[v].normal = length > 0.0 && std::isfinite(length) ? glm::vec3(sum->second / length)
                                                                   : glm::vec3(0.0F, 1.0F, 0.0F);
    }
}

// Welds vertices whose bytes are all equal, joints and weights included. Keeps the order of the file and
// removes vertices that no triangle uses.
void weld(std::vector<Vertex>& vertices, std::vector<std::uint32_t>& indices) {
    static_assert(sizeof(Vertex) == 56, "no padding, since its bytes are compared");
    if (vertices.empty()) return;
    std::vector<unsigned> remap(vertices.size());
    const std::size_t unique = meshopt_generateVertexRemap(remap.data(), nullptr, vertices.size(),
                                                           vertices.data(), vertices.size(), sizeof(Vertex));
    std::vector<Vertex> welded(unique);
    meshopt_remapVertexBuffer(welded.data(), vertices.data(), vertices.size(), sizeof(Vertex), remap.data());
    std::vector<bool> used(unique, false);
    for (std::uint32_t& index : indices) {
        index = remap[index];
        used[index] = true;
    }
    std::vector<std::uint32_t> packed(unique, 0);
    std::uint32_t next = 0;
    for (std::size_t v = 0; v < unique; ++v) {
        if (!used[v]) continue;
        welded[next] = welded[v];
        packed[v] = next++;
    }
    welded.resize(next);
    for (std::uint32_t& index : indices) index = packed[index];
    vertices = std::move(welded);
}

void checkSize(const std::vector<SourcePart>& parts, const std::string& file) {
    std::size_t corners = 0;
    for (const SourcePart& part : parts) {
        corners += part.vertices + part.triangles;
        if (corners > kMaxCorners) {
            throw inputError(
                file, fmt::format(
                          "has more than {} vertices and triangles before welding; the limit is {} vertices",
                          kMaxCorners, kMaxVertices));
        }
    }
}

// Counts over all parts, for the notes.
struct MeshCounts {
    WeightCounts weights;
    std::size_t made_normals = 0;
    std::size_t morphing_parts = 0;
    std::size_t coloured_parts = 0;

    void report(Notes& notes) const {
        weights.report(notes);
        if (made_normals > 0) {
            notes.info(fmt::format("{} without a normal; computed from the adjacent triangles",
                                   counted(made_normals, "vertex", "vertices")));
        }
        if (morphing_parts > 0) {
            notes.info(fmt::format("{} with morph targets, which are not supported",
                                   counted(morphing_parts, "part")));
        }
        if (coloured_parts > 0) {
            notes.warn(fmt::format("{} with vertex colours, which are not supported",
                                   counted(coloured_parts, "part")));
        }
    }
};

}  // namespace

MeshData readMeshes(SceneSource& source, const std::vector<SourcePart>& parts, const MaterialSet& materials,
                    PaletteBuilder& palette, const std::string& file, Notes& notes) {
    checkSize(parts, file);
    MeshData data;
    MeshCounts counts;
    std::vector<std::vector<std::uint32_t>> indices(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        PartMesh mesh = source.mesh(parts[i], materials.uvOf(parts[i].material));
        const auto missing = std::ranges::count(mesh.without_normal, true);
        counts.made_normals += static_cast<std::size_t>(missing);
        if (missing > 0) makeNormals(mesh.vertices, mesh.indices, mesh.without_normal);
        setWeights(mesh, parts[i].node, palette, counts.weights);
        weld(mesh.vertices, mesh.indices);
        counts.morphing_parts += mesh.morphs ? 1U : 0U;
        counts.coloured_parts += mesh.coloured ? 1U : 0U;
        Part part;
        part.name = parts[i].name;
        part.material = materials.indexOf(parts[i].material);
        part.first_vertex = static_cast<std::uint32_t>(data.vertices.size());
        part.vertex_count = static_cast<std::uint32_t>(mesh.vertices.size());
        part.index_count = static_cast<std::uint32_t>(mesh.indices.size());
        for (std::uint32_t& index : mesh.indices) index += part.first_vertex;
        data.vertices.insert(data.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
        data.parts.push_back(std::move(part));
        indices[i] = std::move(mesh.indices);
    }
    // The indices of parts with the same material are adjacent, so that the whole model is one batch per
    // material.
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return data.parts[a].material < data.parts[b].material;
    });
    for (const std::size_t i : order) {
        data.parts[i].first_index = static_cast<std::uint32_t>(data.indices.size());
        data.indices.insert(data.indices.end(), indices[i].begin(), indices[i].end());
    }
    counts.report(notes);
    return data;
}

}  // namespace phalanx
