#include "render/skinning/cpu_skin.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace phalanx {
namespace {

std::uint32_t packNormal(const glm::vec3& n) {
    const float size = std::abs(n.x) + std::abs(n.y) + std::abs(n.z);
    if (!(size > 0.0F)) return PH_NO_NORMAL;
    float x = n.x / size;
    float y = n.y / size;
    if (n.z < 0.0F) {
        const float folded_x = (1.0F - std::abs(y)) * (x >= 0.0F ? 1.0F : -1.0F);
        y = (1.0F - std::abs(x)) * (y >= 0.0F ? 1.0F : -1.0F);
        x = folded_x;
    }
    constexpr auto kSteps = static_cast<float>(PH_POSITION_MAX);
    // Rounds halves up, as the shaders do; never negative.
    const auto steps = [](float e) {
        return static_cast<std::uint32_t>(
            std::floor(std::clamp(e * 0.5F + 0.5F, 0.0F, 1.0F) * kSteps + 0.5F));
    };
    const std::uint32_t bits = steps(x) | steps(y) << 16U;
    return bits == PH_NO_NORMAL ? 0U : bits;
}

// The three rows of a matrix as twelve floats, so that compilers vectorize the sum.
struct Rows {
    float m[12];
};

void addScaled(Rows& sum, const glm::vec4* rows, float weight) {
    const float* m = &rows->x;
    for (int i = 0; i < 12; ++i) sum.m[i] += m[i] * weight;
}

}  // namespace

CpuSkinMesh::CpuSkinMesh(const PackedMesh& packed, const glm::vec3& bind_center,
                         const glm::vec3& model_center)
    : model_center_(model_center) {
    for (const Vertex& v : unpackMesh(packed)) {
        Source source{v.position - bind_center, v.normal, {}, v.weights};
        for (std::size_t k = 0; k < source.rows.size(); ++k)
            source.rows[k] = std::uint32_t{v.joints[k]} * PH_PALETTE_TEXELS;
        vertices_.push_back(source);
    }
    addDeltas(packed.morphs);
}

void CpuSkinMesh::addDeltas(const PackedMorphs& morphs) {
    const std::vector<MorphTarget> targets = unpackMorphs(morphs);
    for (const MorphTarget& target : targets) {
        for (const MorphDelta& delta : target.deltas) ++vertices_[delta.vertex].deltas;
    }
    std::uint32_t count = 0;
    for (Source& source : vertices_) {
        source.first_delta = count;
        count += std::exchange(source.deltas, 0);
    }
    deltas_.resize(count);
    for (std::uint32_t t = 0; t < targets.size(); ++t) {
        for (const MorphDelta& delta : targets[t].deltas) {
            Source& source = vertices_[delta.vertex];
            deltas_[source.first_delta + source.deltas++] = {delta.position, delta.normal, t};
        }
    }
}

template <int Weights, bool BindNormals>
void CpuSkinMesh::skinAll(std::span<const glm::vec4> palette, std::span<const float> morph_weights,
                          std::span<const std::uint32_t> used, PosedVertex* out) const {
    for (const std::uint32_t index : used) {
        const Source& v = vertices_[index];
        float scale = 1.0F;
        if constexpr (Weights == 1) scale = 1.0F / v.weights[0];
        if constexpr (Weights == 2) scale = 1.0F / (v.weights[0] + v.weights[1]);
        Rows r{};
        for (std::size_t k = 0; k < Weights; ++k) {
            if (v.weights[k] == 0.0F) break;  // weights are in descending order
            addScaled(r, &palette[v.rows[k]], v.weights[k] * scale);
        }
        const float* m = r.m;
        glm::vec3 p = v.position;
        glm::vec3 n = v.normal;
        for (std::uint32_t i = v.first_delta; i < v.first_delta + v.deltas; ++i) {
            const float weight = morph_weights[deltas_[i].target];
            p += weight * deltas_[i].position;
            n += weight * deltas_[i].normal;
        }
        const glm::vec3 x(m[0], m[1], m[2]);
        const glm::vec3 y(m[4], m[5], m[6]);
        const glm::vec3 z(m[8], m[9], m[10]);
        const glm::vec3 yz = glm::cross(y, z);
        glm::vec3 normal(glm::dot(yz, n), glm::dot(glm::cross(z, x), n), glm::dot(glm::cross(x, y), n));
        if (glm::dot(x, yz) < 0.0F) normal = -normal;
        if constexpr (BindNormals) normal = n;
        out[index] = {
            glm::vec3(glm::dot(x, p) + m[3], glm::dot(y, p) + m[7], glm::dot(z, p) + m[11]) + model_center_,
            packNormal(normal)};
    }
}

void CpuSkinMesh::skin(std::span<const glm::vec4> palette, std::span<const float> morph_weights,
                       std::span<const std::uint32_t> used, const PoseSwitches& switches,
                       PosedVertex* out) const {
    const bool bind = switches.bind_normals;
    switch (switches.weights) {
        case 1:
            return bind ? skinAll<1, true>(palette, morph_weights, used, out)
                        : skinAll<1, false>(palette, morph_weights, used, out);
        case 2:
            return bind ? skinAll<2, true>(palette, morph_weights, used, out)
                        : skinAll<2, false>(palette, morph_weights, used, out);
        default:
            return bind ? skinAll<4, true>(palette, morph_weights, used, out)
                        : skinAll<4, false>(palette, morph_weights, used, out);
    }
}

}  // namespace phalanx
