#include "render/model/packed_morphs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "anim/pose/morph.h"
#include "layouts.h"

namespace phalanx {
namespace {

constexpr float kMostSteps = 32767.0F;
constexpr std::uint32_t kNoDelta = std::numeric_limits<std::uint32_t>::max();
static_assert(kMaxMorphTargets <= PH_TARGET_MASK);

float longestComponent(const glm::vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

// Steps plus PH_DELTA_ZERO.
glm::uvec3 quantiseDelta(const glm::vec3& delta, float step) {
    return glm::uvec3(glm::clamp(glm::round(delta / step), -kMostSteps, kMostSteps) +
                      static_cast<float>(PH_DELTA_ZERO));
}

glm::vec3 deltaOf(const glm::uvec3& bits, float step) {
    return (glm::vec3(bits) - static_cast<float>(PH_DELTA_ZERO)) * step;
}

}  // namespace

bool PackedMorphs::moves(std::uint32_t vertex) const {
    return targets > 0 && texels[vertex / 4][static_cast<glm::length_t>(vertex % 4)] != kNoDelta;
}

PackedMorphs packMorphs(std::span<const MorphTarget> morph_targets,
                        std::span<const std::uint32_t> model_vertex) {
    PackedMorphs packed;
    if (morph_targets.empty()) return packed;
    packed.targets = static_cast<std::uint32_t>(morph_targets.size());
    float longest = 0.0F;
    float longest_normal = 0.0F;
    for (const MorphTarget& target : morph_targets) {
        for (const MorphDelta& delta : target.deltas) {
            longest = std::max(longest, longestComponent(delta.position));
            longest_normal = std::max(longest_normal, longestComponent(delta.normal));
        }
    }
    if (longest > 0.0F) packed.position_step = longest / kMostSteps;
    if (longest_normal > 0.0F) packed.normal_step = longest_normal / kMostSteps;

    std::vector<std::vector<glm::uvec4>> of_vertex(model_vertex.size());
    const std::vector<MorphTarget> targets = selectDeltas(morph_targets, model_vertex);
    for (std::uint32_t t = 0; t < packed.targets; ++t) {
        for (const MorphDelta& delta : targets[t].deltas) {
            const glm::uvec3 p = quantiseDelta(delta.position, packed.position_step);
            const glm::uvec3 n = quantiseDelta(delta.normal, packed.normal_step);
            const glm::uvec3 zero(static_cast<std::uint32_t>(PH_DELTA_ZERO));
            if (p == zero && n == zero) continue;
            of_vertex[delta.vertex].emplace_back(p.x | p.y << 16U, p.z | n.x << 16U, n.y | n.z << 16U, t);
        }
    }
    packed.first_delta = static_cast<std::uint32_t>((model_vertex.size() + 3) / 4);
    packed.texels.assign(packed.first_delta, glm::uvec4(kNoDelta));
    for (std::size_t v = 0; v < of_vertex.size(); ++v) {
        if (of_vertex[v].empty()) continue;
        packed.texels[v / 4][static_cast<glm::length_t>(v % 4)] =
            static_cast<std::uint32_t>(packed.texels.size()) - packed.first_delta;
        of_vertex[v].back().w |= PH_LAST_DELTA;
        packed.texels.insert(packed.texels.end(), of_vertex[v].begin(), of_vertex[v].end());
    }
    return packed;
}

std::size_t PackedMorphs::deltasBefore(std::uint32_t vertex) const {
    for (; vertex < first_delta * 4; ++vertex) {
        if (moves(vertex)) return texels[vertex / 4][static_cast<glm::length_t>(vertex % 4)];
    }
    return texels.size() - first_delta;
}

std::vector<MorphTarget> unpackMorphs(const PackedMorphs& morphs) {
    std::vector<MorphTarget> targets(morphs.targets);
    for (std::uint32_t v = 0; v < morphs.first_delta * 4; ++v) {
        if (!morphs.moves(v)) continue;
        std::size_t texel = morphs.first_delta + morphs.texels[v / 4][static_cast<glm::length_t>(v % 4)];
        for (bool last = false; !last; ++texel) {
            const glm::uvec4& bits = morphs.texels[texel];
            last = (bits.w & PH_LAST_DELTA) != 0;
            const glm::uvec3 p(bits.x & 0xFFFFU, bits.x >> 16U, bits.y & 0xFFFFU);
            const glm::uvec3 n(bits.y >> 16U, bits.z & 0xFFFFU, bits.z >> 16U);
            targets[bits.w & PH_TARGET_MASK].deltas.push_back(
                {v, deltaOf(p, morphs.position_step), deltaOf(n, morphs.normal_step)});
        }
    }
    return targets;
}

}  // namespace phalanx
