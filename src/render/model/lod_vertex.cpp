#include "render/model/lod_vertex.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace phalanx {

std::vector<VertexMorphs> morphsByVertex(std::span<const MorphTarget> targets, std::size_t vertices) {
    std::vector<VertexMorphs> result(targets.empty() ? 0 : vertices);
    for (std::size_t t = 0; t < targets.size(); ++t) {
        for (const MorphDelta& delta : targets[t].deltas)
            result[delta.vertex].push_back({static_cast<std::uint32_t>(t), delta.position, delta.normal});
    }
    return result;
}

void blendInfluences(const Vertex& a, const Vertex& b, double t, Vertex& result) {
    std::array<std::pair<double, std::uint16_t>, std::size_t{2} * kWeightsPerVertex> all{};
    std::size_t count = 0;
    const auto add = [&](const Vertex& vertex, double share) {
        for (std::size_t k = 0; k < vertex.weights.size(); ++k) {
            const double weight = share * static_cast<double>(vertex.weights[k]);
            if (!(weight > 0.0)) continue;
            const auto end = all.begin() + static_cast<std::ptrdiff_t>(count);
            const auto same = std::find_if(
                all.begin(), end, [&](const auto& other) { return other.second == vertex.joints[k]; });
            if (same != end) {
                same->first += weight;
            } else {
                all[count++] = {weight, vertex.joints[k]};
            }
        }
    };
    add(a, 1.0 - t);
    add(b, t);
    const std::size_t kept = std::min<std::size_t>(count, kWeightsPerVertex);
    double sum = 0.0;
    for (std::size_t k = 0; k < kept; ++k) {
        std::size_t heaviest = k;
        for (std::size_t other = k + 1; other < count; ++other) {
            const bool equal = all[other].first == all[heaviest].first;
            if (equal ? all[other].second < all[heaviest].second : all[other].first > all[heaviest].first)
                heaviest = other;
        }
        std::swap(all[k], all[heaviest]);
        sum += all[k].first;
    }
    for (std::size_t k = 0; k < kWeightsPerVertex; ++k) {
        result.joints[k] = all[k < kept ? k : 0].second;
        result.weights[k] = k < kept ? static_cast<float>(all[k].first / sum) : 0.0F;
    }
}

VertexMorphs blendMorphs(const VertexMorphs& a, const VertexMorphs& b, double t) {
    VertexMorphs result;
    const auto add = [&](const VertexMorph& morph, double share) {
        const auto scale = static_cast<float>(share);
        if (result.empty() || result.back().target != morph.target)
            result.push_back({morph.target, glm::vec3(0.0F), glm::vec3(0.0F)});
        result.back().position += scale * morph.position;
        result.back().normal += scale * morph.normal;
    };
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
        if (j == b.size() || (i < a.size() && a[i].target <= b[j].target)) {
            add(a[i++], 1.0 - t);
        } else {
            add(b[j++], t);
        }
    }
    return result;
}

glm::vec3 blendNormals(const glm::vec3& a, const glm::vec3& b, double t) {
    const glm::dvec3 sum = glm::dvec3(a) * (1.0 - t) + glm::dvec3(b) * t;
    const double length = glm::length(sum);
    return length > 1e-3 ? glm::vec3(sum / length) : (t < 0.5 ? a : b);
}

}  // namespace phalanx
