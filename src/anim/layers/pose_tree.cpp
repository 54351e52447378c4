#include "anim/layers/pose_tree.h"

#include <cmath>
#include <numbers>

#include "anim/layers/local_blend.h"

namespace phalanx {

PoseTree fileTree(const Model& model) {
    PoseTree tree;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        tree.parents.push_back(model.nodes[i].parent);
        tree.order.push_back(static_cast<int>(i));
    }
    return tree;
}

std::vector<glm::dmat4> fileFromNode(const PoseTree& tree, const LocalPose& pose) {
    std::vector<glm::dmat4> result(pose.nodes.size());
    for (const int node : tree.order) {
        const auto index = static_cast<std::size_t>(node);
        const LocalTransform& local = pose.nodes[index];
        const glm::dmat4 parent_from_node = local.driven ? toMatrix(local.transform) : local.whole;
        const int parent = tree.parents[index];
        result[index] =
            parent < 0 ? parent_from_node : result[static_cast<std::size_t>(parent)] * parent_from_node;
    }
    return result;
}

void turnNode(const PoseTree& tree, std::span<const glm::dmat4> file_from_node, int node,
              const glm::dquat& turn, LocalPose& pose) {
    const auto index = static_cast<std::size_t>(node);
    const int parent = tree.parents[index];
    // The same turn in the parent's space, also where the parent scales or mirrors.
    glm::dmat3 in_parent = glm::mat3_cast(turn);
    if (parent >= 0) {
        const glm::dmat3 file_from_parent(file_from_node[static_cast<std::size_t>(parent)]);
        in_parent = glm::inverse(file_from_parent) * in_parent * file_from_parent;
    }
    LocalTransform& local = pose.nodes[index];
    Transform transform = transformOf(local);
    transform.rotation = glm::normalize(decompose(glm::dmat4(in_parent)).rotation * transform.rotation);
    local = {true, transform, glm::dmat4(1.0)};
}

glm::dvec3 perpendicularTo(const glm::dvec3& v) {
    const glm::dvec3 size = glm::abs(v);
    const glm::dvec3 other = size.x <= size.y && size.x <= size.z ? glm::dvec3(1.0, 0.0, 0.0)
                             : size.y <= size.z                   ? glm::dvec3(0.0, 1.0, 0.0)
                                                                  : glm::dvec3(0.0, 0.0, 1.0);
    return glm::normalize(glm::cross(v, other));
}

glm::dquat shortestTurn(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& half_turn_axis) {
    const double lengths = glm::length(from) * glm::length(to);
    const glm::dvec3 axis = glm::cross(from, to);
    const double along = glm::dot(from, to);
    constexpr double kOpposite = 1e-12;
    if (lengths + along <= kOpposite * lengths) return glm::angleAxis(std::numbers::pi, half_turn_axis);
    return glm::normalize(glm::dquat(lengths + along, axis.x, axis.y, axis.z));
}

glm::dvec3 restHinge(int upper, int middle, int end, std::span<const glm::dmat4> file_from_node,
                     const glm::dmat3& model_from_file) {
    const glm::dvec3 up = originOf(file_from_node, upper) - originOf(file_from_node, middle);
    const glm::dvec3 down = originOf(file_from_node, end) - originOf(file_from_node, middle);
    glm::dvec3 hinge = glm::cross(up, down);
    if (glm::length(hinge) <= kStraight * glm::length(up) * glm::length(down)) {
        // The left side is +X of model space: about -X, the lower bone swings backwards.
        hinge = glm::normalize(glm::inverse(model_from_file) * glm::dvec3(-1.0, 0.0, 0.0));
        hinge -= down * (glm::dot(hinge, down) / std::max(glm::dot(down, down), 1e-300));
        if (glm::length(hinge) <= kStraight) hinge = perpendicularTo(down);
    }
    const glm::dmat3 file_from_middle(file_from_node[static_cast<std::size_t>(middle)]);
    const glm::dvec3 own = glm::inverse(file_from_middle) * hinge;
    return glm::length(own) > 0.0 ? glm::normalize(own) : glm::dvec3(1.0, 0.0, 0.0);
}

}  // namespace phalanx
