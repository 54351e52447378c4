#include "anim/bake/vertex_groups.h"

#include <algorithm>
#include <limits>
#include <numeric>

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
    const auto setOf = [&](std::uint32_t i) { return jointSet(model.vertices[i]); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return setOf(a) < setOf(b); });
    for (std::size_t i = 0; i < order.size(); ++i)
        append(model.vertices[order[i]], i == 0 || setOf(order[i]) != setOf(order[i - 1]));
}

void VertexGroups::append(const Vertex& vertex, bool opens_group) {
    if (opens_group || blocks_.back().vertex_count == kLanes) {
        blocks_.emplace_back();
        blocks_.back().joints = jointSet(vertex);
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

std::size_t VertexGroups::squaredLengths(std::size_t block, std::span<const glm::mat4> matrices,
                                         Lane& squares) const {
    const Block& b = blocks_[block];
    Lane x{};
    Lane y{};
    Lane z{};
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
