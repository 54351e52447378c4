#include "anim/pose/vertex_groups.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace phalanx {
namespace {

using JointSet = std::array<std::uint16_t, kWeightsPerVertex>;

// The joints of a vertex; those without weight are replaced by the first one.
JointSet jointSet(const Vertex& vertex) {
    JointSet joints = vertex.joints;
    for (std::size_t k = 1; k < joints.size(); ++k) {
        if (!(vertex.weights[k] > 0.0F)) joints[k] = joints[0];
    }
    return joints;
}

}  // namespace

VertexGroups::VertexGroups(const Model& model) : vertices_(model.vertices.size()) {
    std::vector<std::uint32_t> order(model.vertices.size());
    std::iota(order.begin(), order.end(), 0U);
    std::vector<bool> morphs(model.vertices.size(), false);
    for (const MorphTarget& target : model.morph_targets) {
        for (const MorphDelta& delta : target.deltas) morphs[delta.vertex] = true;
    }
    // A block has either only vertices that a morph target moves, or none.
    const auto groupOf = [&](std::uint32_t i) { return std::pair(!morphs[i], jointSet(model.vertices[i])); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return groupOf(a) < groupOf(b); });
    std::vector<LaneDelta> places(model.morph_targets.empty() ? 0 : order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        append(model.vertices[order[i]], i == 0 || groupOf(order[i]) != groupOf(order[i - 1]),
               morphs[order[i]]);
        const Block& block = blocks_.back();
        if (block.morphs >= 0)
            places[order[i]] = {static_cast<std::uint32_t>(block.morphs), block.vertex_count - 1U, {}};
    }
    for (const MorphTarget& target : model.morph_targets) {
        std::vector<LaneDelta>& deltas = deltas_.emplace_back();
        for (const MorphDelta& delta : target.deltas) {
            deltas.push_back(places[delta.vertex]);
            deltas.back().delta = delta.position;
        }
    }
}

void VertexGroups::append(const Vertex& vertex, bool opens_group, bool morphs) {
    if (opens_group || blocks_.back().vertex_count == kLanes) {
        blocks_.emplace_back();
        blocks_.back().joints = jointSet(vertex);
        if (morphs) blocks_.back().morphs = static_cast<int>(morphing_blocks_++);
    }
    Block& block = blocks_.back();
    const std::size_t lane = block.vertex_count++;
    block.x[lane] = vertex.position.x;
    block.y[lane] = vertex.position.y;
    block.z[lane] = vertex.position.z;
    for (std::uint8_t k = 0; k < kWeightsPerVertex && vertex.weights[k] > 0.0F; ++k) {
        block.weights[k][lane] = vertex.weights[k];
        block.joint_count = std::max(block.joint_count, static_cast<std::uint8_t>(k + 1));
    }
}

void VertexGroups::setMorphs(std::span<const double> exact, std::span<const double> shown,
                             MorphGap& morphs) const {
    morphs.lanes.assign(morphing_blocks_, {});
    for (std::size_t t = 0; t < deltas_.size(); ++t) {
        const auto weight = static_cast<float>(exact[t]);
        const auto gap = static_cast<float>(shown[t] - exact[t]);
        if (weight == 0.0F && gap == 0.0F) continue;
        for (const LaneDelta& delta : deltas_[t]) {
            MorphGap::Lanes& lanes = morphs.lanes[delta.lanes];
            for (int i = 0; i < 3; ++i) {
                const auto axis = static_cast<std::size_t>(i);
                lanes.offset[axis][delta.lane] += weight * delta.delta[i];
                lanes.gap[axis][delta.lane] += gap * delta.delta[i];
            }
        }
    }
}

std::size_t VertexGroups::squaredLengths(std::size_t block, std::span<const glm::mat4> matrices,
                                         const MorphGap& morphs, Lane& squares) const {
    const Block& b = blocks_[block];
    Lane x{};
    Lane y{};
    Lane z{};
    if (b.morphs >= 0 && !morphs.lanes.empty()) {
        // The difference of the morphed vertices: (shown - exact) * (position + offset) + shown * gap.
        const MorphGap::Lanes& lanes = morphs.lanes[static_cast<std::size_t>(b.morphs)];
        for (std::size_t k = 0; k < b.joint_count; ++k) {
            const glm::mat3 d(matrices[b.joints[k]]);
            const glm::mat3& m = morphs.shown[b.joints[k]];
            const Lane& weight = b.weights[k];
            for (std::size_t i = 0; i < kLanes; ++i) {
                const glm::vec3 offset(lanes.offset[0][i], lanes.offset[1][i], lanes.offset[2][i]);
                const glm::vec3 gap(lanes.gap[0][i], lanes.gap[1][i], lanes.gap[2][i]);
                const glm::vec3 moved = weight[i] * (d * offset + m * gap);
                x[i] += moved.x;
                y[i] += moved.y;
                z[i] += moved.z;
            }
        }
    }
    // Plain loops over a fixed number of lanes, so that the compiler can vectorize them.
    for (std::size_t k = 0; k < b.joint_count; ++k) {
        const glm::mat4 m = matrices[b.joints[k]];
        const Lane& weight = b.weights[k];
        for (std::size_t i = 0; i < kLanes; ++i) {
            x[i] += weight[i] * (m[0].x * b.x[i] + m[1].x * b.y[i] + m[2].x * b.z[i] + m[3].x);
            y[i] += weight[i] * (m[0].y * b.x[i] + m[1].y * b.y[i] + m[2].y * b.z[i] + m[3].y);
            z[i] += weight[i] * (m[0].z * b.x[i] + m[1].z * b.y[i] + m[2].z * b.z[i] + m[3].z);
        }
    }
    constexpr float kWorst = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < kLanes; ++i) {
        const float square = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
        squares[i] = square <= kWorst ? square : kWorst;
    }
    return b.vertex_count;
}

}  // namespace phalanx
