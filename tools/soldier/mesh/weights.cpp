#include "mesh/weights.h"

#include <algorithm>
#include <numeric>

#include "mesh/loft.h"

namespace phalanx::soldier {

glm::vec3 Rig::joint(std::string_view bone) const {
    return skeleton_.bones[static_cast<std::size_t>(skeleton_.index(bone))].position;
}

glm::vec3 Rig::tail(std::string_view bone) const {
    return skeleton_.bones[static_cast<std::size_t>(skeleton_.index(bone))].tail;
}

BoneWeights Rig::rigid(std::string_view bone) const {
    BoneWeights weights(skeleton_.bones.size(), 0.0F);
    weights[static_cast<std::size_t>(skeleton_.index(bone))] = 1.0F;
    return weights;
}

BoneWeights Rig::chain(const glm::vec3& point, const std::vector<ChainLink>& links) const {
    const std::size_t count = links.size();
    std::vector<glm::vec3> corner;
    for (const ChainLink& link : links) corner.push_back(joint(link.bone));
    corner.push_back(tail(links.back().bone));
    std::vector<float> reach(count, 0.0F);  // start of each bone along the chain
    for (std::size_t i = 1; i < count; ++i) reach[i] = reach[i - 1] + glm::distance(corner[i - 1], corner[i]);

    float best_distance = 1e9F;
    float place = 0.0F;
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec3 way = corner[i + 1] - corner[i];
        const float length = glm::length(way);
        const float u = glm::dot(point - corner[i], way) / (length * length);
        const float distance = glm::distance(point, corner[i] + way * std::clamp(u, 0.0F, 1.0F));
        if (distance >= best_distance - 1e-7F) continue;
        best_distance = distance;
        const float lowest = i == 0 ? -9.0F : 0.0F;
        const float highest = i + 1 == count ? 9.0F : 1.0F;
        place = reach[i] + std::clamp(u, lowest, highest) * length;
    }
    BoneWeights weights(skeleton_.bones.size(), 0.0F);
    float begun = 1.0F;
    for (std::size_t i = 0; i < count; ++i) {
        const float next =
            i + 1 == count
                ? 0.0F
                : std::min(begun, ramp(-links[i + 1].blend, links[i + 1].blend, place - reach[i + 1]));
        weights[static_cast<std::size_t>(skeleton_.index(links[i].bone))] += begun - next;
        begun = next;
    }
    return weights;
}

WeightRule Rig::rigidRule(const std::string& bone) const {
    return [weights = rigid(bone)](const glm::vec3&) { return weights; };
}

WeightRule Rig::chainRule(std::vector<ChainLink> links) const {
    return [this, links = std::move(links)](const glm::vec3& p) { return chain(p, links); };
}

void Rig::give(BoneWeights& weights, std::string_view bone, float share) const {
    for (float& w : weights) w *= 1.0F - share;
    weights[static_cast<std::size_t>(skeleton_.index(bone))] += share;
}

FourWeights largestFour(const BoneWeights& weights) {
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    FourWeights result;
    float sum = 0.0F;
    // A weight below half a percent is not visible, but costs the fetch of a joint.
    for (std::size_t k = 0; k < 4; ++k) {
        if (weights[order[k]] < 0.005F) break;
        result.joints[k] = static_cast<std::uint8_t>(order[k]);
        result.weights[k] = weights[order[k]];
        sum += weights[order[k]];
    }
    for (float& w : result.weights) w /= sum;
    return result;
}

}  // namespace phalanx::soldier
