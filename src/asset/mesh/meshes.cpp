#include "asset/mesh/meshes.h"

#include <fmt/format.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

#include "asset/mesh/vertex_weights.h"
#include "core/error.h"

namespace phalanx {
namespace {

// Limit before welding: a file may store a separate vertex for each corner of each triangle.
constexpr std::size_t kMaxCorners = std::size_t{8} * kMaxVertices;

struct PositionHash {
    std::size_t operator()(const glm::vec3& p) const {
        std::uint64_t hash = 0;
        for (int i = 0; i < 3; ++i)
            hash = (hash ^ std::bit_cast<std::uint32_t>(p[i] + 0.0F)) * 0x9E3779B97F4A7C15ULL;
        return static_cast<std::size_t>(hash ^ (hash >> 29U));
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

// A vertex without a normal gets the normals of the morphed triangles at weight 1, as it gets those of the
// triangles at rest.
void makeNormalDeltas(PartMesh& mesh) {
    for (PartMorph& morph : mesh.morphs) {
        std::vector<Vertex> morphed = mesh.vertices;
        std::vector<MorphDelta> dense(morphed.size());
        for (const MorphDelta& delta : morph.deltas) {
            dense[delta.vertex] = delta;
            morphed[delta.vertex].position += delta.position;
        }
        makeNormals(morphed, mesh.indices, mesh.without_normal);
        morph.deltas.clear();
        for (std::size_t v = 0; v < dense.size(); ++v) {
            MorphDelta& delta = dense[v];
            delta.vertex = static_cast<std::uint32_t>(v);
            if (mesh.without_normal[v]) delta.normal = morphed[v].normal - mesh.vertices[v].normal;
            if (delta.position != glm::vec3(0.0F) || delta.normal != glm::vec3(0.0F))
                morph.deltas.push_back(delta);
        }
    }
}

// Per vertex a number that two vertices share only if all of their deltas are equal; 0 without deltas.
std::vector<std::uint32_t> deltaClasses(const PartMesh& mesh) {
    std::vector<std::string> bytes(mesh.vertices.size());
    for (const PartMorph& morph : mesh.morphs) {
        for (const MorphDelta& delta : morph.deltas) {
            const auto append = [&](const auto& value) {
                bytes[delta.vertex].append(reinterpret_cast<const char*>(&value), sizeof(value));
            };
            append(morph.target);
            append(delta.position);
            append(delta.normal);
        }
    }
    std::unordered_map<std::string, std::uint32_t> numbers;
    std::vector<std::uint32_t> classes;
    classes.reserve(bytes.size());
    for (std::string& key : bytes) {
        const auto next = static_cast<std::uint32_t>(numbers.size() + 1);
        classes.push_back(key.empty() ? 0 : numbers.try_emplace(std::move(key), next).first->second);
    }
    return classes;
}

constexpr std::uint32_t kUnused = ~0U;

// Deltas of the welded vertices. `new_of`: per vertex its new number, kUnused if it was removed.
void renumberDeltas(const std::vector<std::uint32_t>& new_of, std::vector<PartMorph>& morphs) {
    for (PartMorph& morph : morphs) {
        for (MorphDelta& delta : morph.deltas) delta.vertex = new_of[delta.vertex];
        std::erase_if(morph.deltas, [](const MorphDelta& delta) { return delta.vertex == kUnused; });
        std::ranges::stable_sort(morph.deltas, {}, &MorphDelta::vertex);
        // Not std::ranges::unique: clang 14, which builds the fuzzers, cannot compile its result.
        const auto copies =
            std::unique(morph.deltas.begin(), morph.deltas.end(),
                        [](const MorphDelta& a, const MorphDelta& b) { return a.vertex == b.vertex; });
        morph.deltas.erase(copies, morph.deltas.end());
    }
}

// Sets, per vertex, the number that all equal vertices get, in the order of the file, and returns how many
// there are.
std::size_t findEqual(const PartMesh& mesh, std::vector<unsigned>& remap) {
    const std::size_t count = mesh.vertices.size();
    if (mesh.morphs.empty()) {
        return meshopt_generateVertexRemap(remap.data(), nullptr, count, mesh.vertices.data(), count,
                                           sizeof(Vertex));
    }
    struct Morphed {
        Vertex vertex;
        std::uint32_t deltas;
    };
    static_assert(sizeof(Morphed) == sizeof(Vertex) + sizeof(std::uint32_t), "no padding");
    const std::vector<std::uint32_t> classes = deltaClasses(mesh);
    std::vector<Morphed> all;
    all.reserve(count);
    for (std::size_t v = 0; v < count; ++v) all.push_back({mesh.vertices[v], classes[v]});
    return meshopt_generateVertexRemap(remap.data(), nullptr, count, all.data(), count, sizeof(Morphed));
}

// Welds vertices whose bytes and deltas are all equal, joints and weights included. Keeps the order of the
// file and removes vertices that no triangle uses.
void weld(PartMesh& mesh) {
    static_assert(sizeof(Vertex) == 56, "no padding, since its bytes are compared");
    std::vector<Vertex>& vertices = mesh.vertices;
    std::vector<std::uint32_t>& indices = mesh.indices;
    if (vertices.empty()) return;
    std::vector<unsigned> remap(vertices.size());
    const std::size_t unique = findEqual(mesh, remap);
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
    for (unsigned& place : remap) place = used[place] ? packed[place] : kUnused;
    renumberDeltas(remap, mesh.morphs);
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
    std::size_t coloured_parts = 0;

    void report(Notes& notes) const {
        weights.report(notes);
        if (made_normals > 0) {
            notes.info(fmt::format("{} without a normal; computed from the adjacent triangles",
                                   counted(made_normals, "vertex", "vertices")));
        }
        if (coloured_parts > 0) {
            notes.warn(fmt::format("{} with vertex colours, which are not supported",
                                   counted(coloured_parts, "part")));
        }
    }
};

}  // namespace

MeshData readMeshes(ModelSource& source, const std::vector<SourcePart>& parts, const MaterialSet& materials,
                    PaletteBuilder& palette, const std::string& file, Notes& notes) {
    checkSize(parts, file);
    MeshData data;
    data.morph_targets = source.morphTargets();
    MeshCounts counts;
    std::size_t deltas = 0;
    std::vector<std::vector<std::uint32_t>> indices(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        PartMesh mesh = source.mesh(parts[i], materials.uvOf(parts[i].material));
        const auto missing = std::ranges::count(mesh.without_normal, true);
        counts.made_normals += static_cast<std::size_t>(missing);
        if (missing > 0) {
            makeNormals(mesh.vertices, mesh.indices, mesh.without_normal);
            makeNormalDeltas(mesh);
        }
        setWeights(mesh, parts[i].node, palette, counts.weights);
        weld(mesh);
        counts.coloured_parts += mesh.coloured ? 1U : 0U;
        Part part;
        part.name = parts[i].name;
        part.material = materials.indexOf(parts[i].material);
        part.first_vertex = static_cast<std::uint32_t>(data.vertices.size());
        part.vertex_count = static_cast<std::uint32_t>(mesh.vertices.size());
        part.index_count = static_cast<std::uint32_t>(mesh.indices.size());
        for (std::uint32_t& index : mesh.indices) index += part.first_vertex;
        for (PartMorph& morph : mesh.morphs) {
            deltas += morph.deltas.size();
            if (deltas > kMaxMorphDeltas) {
                throw inputError(file, fmt::format("its morph targets have more than {} deltas, the limit",
                                                   kMaxMorphDeltas));
            }
            std::vector<MorphDelta>& all = data.morph_targets[morph.target].deltas;
            for (MorphDelta& delta : morph.deltas) delta.vertex += part.first_vertex;
            all.insert(all.end(), morph.deltas.begin(), morph.deltas.end());
        }
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
