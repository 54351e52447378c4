#include "render/model/packed_mesh.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"

namespace phalanx {
namespace {

std::uint32_t quantise(float fraction, float steps) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(fraction, 0.0F, 1.0F) * steps));
}

constexpr auto kSteps16 = static_cast<float>(PH_POSITION_MAX);
constexpr unsigned kLowBitsOfThird = 32U - 2U * PH_WEIGHT_BITS;  // bits of weight 3 in A_SHAPE.w

float signNotZero(float value) {
    return value >= 0.0F ? 1.0F : -1.0F;
}

// Source of the octahedral mapping: see shaders/include/vertex.glsl.
glm::vec3 octahedralDecode(std::uint32_t bits) {
    const glm::vec2 e = glm::vec2(bits & 0xFFFFU, bits >> 16U) * (2.0F / kSteps16) - 1.0F;
    glm::vec3 n(e, 1.0F - std::abs(e.x) - std::abs(e.y));
    if (n.z < 0.0F) {
        const glm::vec2 folded =
            (1.0F - glm::abs(glm::vec2(n.y, n.x))) * glm::vec2(signNotZero(n.x), signNotZero(n.y));
        n = glm::vec3(folded, n.z);
    }
    return glm::normalize(n);
}

std::uint32_t octahedralEncode(const glm::vec3& normal) {
    const float sum = std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z);
    if (!(sum > 0.0F)) return octahedralEncode(glm::vec3(0.0F, 1.0F, 0.0F));
    glm::vec2 e(normal.x / sum, normal.y / sum);
    if (normal.z < 0.0F)
        e = (1.0F - glm::abs(glm::vec2(e.y, e.x))) * glm::vec2(signNotZero(e.x), signNotZero(e.y));
    const std::uint32_t x = quantise(e.x * 0.5F + 0.5F, kSteps16), y = quantise(e.y * 0.5F + 0.5F, kSteps16);
    const std::uint32_t bits = x | y << 16U;
    return bits == PH_NO_NORMAL ? 0 : bits;  // all four corners decode to -Z
}

// Weights in steps of 1 / PH_WEIGHT_MAX that sum to PH_WEIGHT_MAX: all are rounded down, and the steps that
// are left go to those with the largest remainders. Descending weights stay descending, and no weight is off
// by a whole step.
std::array<std::uint32_t, kWeightsPerVertex> roundWeights(
    const std::array<double, kWeightsPerVertex>& weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::array<std::uint32_t, kWeightsPerVertex> steps{};
    std::array<double, kWeightsPerVertex> remainders{};
    std::uint32_t left = PH_WEIGHT_MAX;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const double exact = weights[k] / sum * PH_WEIGHT_MAX;
        steps[k] = std::min(static_cast<std::uint32_t>(exact), left);
        remainders[k] = exact - steps[k];
        left -= steps[k];
    }
    for (; left > 0; --left) {
        const auto largest = std::max_element(remainders.begin(), remainders.end());
        ++steps[static_cast<std::size_t>(largest - remainders.begin())];
        *largest = -1.0;
    }
    return steps;
}

// Joint slots are sorted by weight.
void packInfluences(const Vertex& vertex, PackedVertex& packed) {
    std::array<std::size_t, kWeightsPerVertex> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return vertex.weights[a] > vertex.weights[b]; });
    std::array<double, kWeightsPerVertex> sorted{};
    for (std::size_t slot = 0; slot < order.size(); ++slot) sorted[slot] = vertex.weights[order[slot]];
    const std::array<std::uint32_t, kWeightsPerVertex> weights = roundWeights(sorted);
    std::uint32_t high = 0;
    for (unsigned slot = 0; slot < kWeightsPerVertex; ++slot) {
        // A joint with weight 0 is never fetched, but its index must be valid.
        const std::uint32_t joint = vertex.joints[order[weights[slot] == 0 ? 0 : slot]];
        packed.shape.z |= (joint & 0xFFU) << (8U * slot);
        high |= (joint >> 8U) << (2U * slot);
    }
    packed.shape.y |= high << 16U | weights[3] >> kLowBitsOfThird << 24U;
    packed.shape.w = weights[1] | weights[2] << PH_WEIGHT_BITS | weights[3] << (2U * PH_WEIGHT_BITS);
}

// Joints and weights as unpackVertex() in shaders/include/vertex.glsl.
void unpackInfluences(const glm::uvec4& shape, Vertex& vertex) {
    const std::array<std::uint32_t, kWeightsPerVertex - 1> weights{
        shape.w & PH_WEIGHT_MAX, shape.w >> PH_WEIGHT_BITS & PH_WEIGHT_MAX,
        shape.w >> (2U * PH_WEIGHT_BITS) | (shape.y >> 24U & 0x7FU) << kLowBitsOfThird};
    std::uint32_t left = PH_WEIGHT_MAX;
    for (unsigned slot = 0; slot < kWeightsPerVertex; ++slot) {
        const std::uint32_t high = shape.y >> (16U + 2U * slot) & 3U;
        vertex.joints[slot] = static_cast<std::uint16_t>((shape.z >> (8U * slot) & 0xFFU) | high << 8U);
        if (slot == 0) continue;
        vertex.weights[slot] = static_cast<float>(weights[slot - 1]) / static_cast<float>(PH_WEIGHT_MAX);
        left -= weights[slot - 1];
    }
    vertex.weights[0] = static_cast<float>(left) / static_cast<float>(PH_WEIGHT_MAX);
}

PackedVertex packVertex(const Vertex& vertex, const PackedMesh& frame) {
    PackedVertex packed{glm::uvec4(0), glm::uvec2(0)};
    const glm::vec3 p = (vertex.position - frame.position_offset) / frame.position_scale;
    packed.shape.x = quantise(p.x, kSteps16) | quantise(p.y, kSteps16) << 16U;
    packed.shape.y = quantise(p.z, kSteps16);
    packInfluences(vertex, packed);
    const glm::vec2 uv = (vertex.uv - frame.uv_offset) / frame.uv_scale;
    packed.surface.x = quantise(uv.x, kSteps16) | quantise(uv.y, kSteps16) << 16U;
    packed.surface.y = octahedralEncode(vertex.normal);
    return packed;
}

template <int N>
void spanBox(glm::vec<N, float>& scale, glm::vec<N, float>& offset,
             const std::vector<glm::vec<N, float>>& points) {
    glm::vec<N, float> low = points.front();
    glm::vec<N, float> high = points.front();
    for (const auto& p : points) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    offset = low;
    for (int i = 0; i < N; ++i) scale[i] = std::max(high[i] - low[i], 1e-6F);
}

void setBoxes(PackedMesh& mesh, const std::vector<Vertex>& vertices) {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec2> uvs;
    for (const Vertex& vertex : vertices) {
        positions.push_back(vertex.position);
        uvs.push_back(vertex.uv);
    }
    spanBox<3>(mesh.position_scale, mesh.position_offset, positions);
    spanBox<2>(mesh.uv_scale, mesh.uv_offset, uvs);
}

// Batches of variants may share an index run; each run is ordered once.
void orderTriangles(const Model& model, PackedMesh& mesh) {
    constexpr float kOverdrawThreshold = 1.05F;  // as meshoptimizer advises: lose at most 5 % of the cache
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> seen;
    for (const Variant& variant : model.variants) {
        for (const Batch& batch : variant.batches) {
            if (batch.index_count == 0 ||
                !seen.emplace(std::pair(batch.first_index, batch.index_count), true).second)
                continue;
            std::uint32_t* run = mesh.indices.data() + batch.first_index;
            meshopt_optimizeVertexCache(run, run, batch.index_count, model.vertices.size());
            meshopt_optimizeOverdraw(run, run, batch.index_count, &model.vertices[0].position.x,
                                     model.vertices.size(), sizeof(Vertex), kOverdrawThreshold);
        }
    }
}

void listUsedVertices(PackedMesh& mesh) {
    for (const Variant& variant : mesh.variants)
        mesh.used_vertices.push_back(verticesUsedBy(variant, mesh.indices));
    std::vector<std::uint32_t>& all = mesh.used_vertices.emplace_back(mesh.mesh_vertices);
    std::iota(all.begin(), all.end(), 0);
}

}  // namespace

std::vector<std::uint32_t> verticesUsedBy(const Variant& variant, std::span<const std::uint32_t> indices) {
    std::vector<std::uint32_t> used;
    for (const Batch& batch : variant.batches) {
        const auto run = indices.subspan(batch.first_index, batch.index_count);
        used.insert(used.end(), run.begin(), run.end());
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    return used;
}

MeshSource meshSource(const Model& model, std::span<const LodVertex> lod_vertices) {
    MeshSource source{model.vertices, model.morph_targets};
    for (const LodVertex& added : lod_vertices) {
        const auto number = static_cast<std::uint32_t>(source.vertices.size());
        source.vertices.push_back(added.vertex);
        for (const VertexMorph& morph : added.morphs)
            source.targets[morph.target].deltas.push_back({number, morph.position, morph.normal});
    }
    return source;
}

PackedMesh packMesh(const Model& model, std::vector<LodVertex> lod_vertices) {
    PackedMesh mesh;
    mesh.mesh_vertices = model.vertices.size();
    mesh.lod_vertices = std::move(lod_vertices);
    mesh.indices = model.indices;
    mesh.variants = model.variants;
    setBoxes(mesh, model.vertices);
    orderTriangles(model, mesh);
    // Vertices in the order in which triangles first use them; unused ones last.
    std::vector<std::uint32_t> remap(model.vertices.size());
    std::size_t used = meshopt_optimizeVertexFetchRemap(remap.data(), mesh.indices.data(),
                                                        mesh.indices.size(), model.vertices.size());
    for (std::uint32_t& target : remap) {
        if (target == ~0U) target = static_cast<std::uint32_t>(used++);
    }
    meshopt_remapIndexBuffer(mesh.indices.data(), mesh.indices.data(), mesh.indices.size(), remap.data());
    const MeshSource source = meshSource(model, mesh.lod_vertices);
    while (remap.size() < source.vertices.size()) remap.push_back(static_cast<std::uint32_t>(remap.size()));
    mesh.vertices.resize(source.vertices.size());
    mesh.model_vertex.resize(source.vertices.size());
    for (std::size_t i = 0; i < remap.size(); ++i) {
        mesh.vertices[remap[i]] = packVertex(source.vertices[i], mesh);
        mesh.model_vertex[remap[i]] = static_cast<std::uint32_t>(i);
    }
    listUsedVertices(mesh);
    mesh.morphs = packMorphs(source.targets, mesh.model_vertex);
    for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
        if (mesh.morphs.moves(v)) mesh.vertices[v].shape.y |= PH_HAS_MORPHS;
    }
    return mesh;
}

PackedMesh packRestMesh(const Model& model, const PackedMesh& mesh) {
    const MeshSource source = meshSource(model, mesh.lod_vertices);
    const LocalPose pose = restPose(model);
    const std::vector<SkinnedVertex> skinned =
        skin(source.vertices, modelFromBind(model, pose), {source.targets, pose.morph_weights});
    std::vector<Vertex> rest = source.vertices;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        rest[i].position = glm::vec3(skinned[i].position);
        rest[i].normal = glm::vec3(skinned[i].normal);
    }
    PackedMesh result = mesh;
    result.morphs = {};
    setBoxes(result, rest);
    for (std::size_t i = 0; i < result.vertices.size(); ++i) {
        result.vertices[i] = packVertex(rest[result.model_vertex[i]], result);
    }
    return result;
}

std::vector<Vertex> unpackMesh(const PackedMesh& mesh) {
    std::vector<Vertex> vertices;
    vertices.reserve(mesh.vertices.size());
    for (const PackedVertex& packed : mesh.vertices) {
        Vertex vertex;
        const glm::vec3 fraction =
            glm::vec3(packed.shape.x & 0xFFFFU, packed.shape.x >> 16U, packed.shape.y & 0xFFFFU) / kSteps16;
        vertex.position = mesh.position_scale * fraction + mesh.position_offset;
        const glm::vec2 uv = glm::vec2(packed.surface.x & 0xFFFFU, packed.surface.x >> 16U) / kSteps16;
        vertex.uv = mesh.uv_scale * uv + mesh.uv_offset;
        vertex.normal = octahedralDecode(packed.surface.y);
        unpackInfluences(packed.shape, vertex);
        vertices.push_back(vertex);
    }
    return vertices;
}

}  // namespace phalanx
