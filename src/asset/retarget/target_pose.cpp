#include "asset/retarget/target_pose.h"

#include "asset/retarget/limb_ik.h"

namespace phalanx {

TargetPose::TargetPose(const BodySkeleton& body) : body_(body) {
    Model nodes;
    nodes.nodes = body.nodes();
    rest_ = restPose(nodes);
    tree_ = fileTree(nodes);
    reset();
}

void TargetPose::reset() {
    pose_ = rest_;
    wanted_.assign(rest_.nodes.size(), std::nullopt);
}

void TargetPose::apply() {
    const glm::dquat file_from_body = glm::quat_cast(body_.fileFromBody());
    file_from_node_.resize(pose_.nodes.size());
    for (std::size_t n = 0; n < pose_.nodes.size(); ++n) {
        const int parent = tree_.parents[n];
        const glm::dmat4 file_from_parent =
            parent < 0 ? glm::dmat4(1.0) : file_from_node_[static_cast<std::size_t>(parent)];
        LocalTransform& local = pose_.nodes[n];
        if (wanted_[n]) {
            Transform transform = local.driven ? local.transform : decompose(local.whole);
            transform.rotation = glm::normalize(glm::conjugate(decompose(file_from_parent).rotation) *
                                                file_from_body * *wanted_[n]);
            local = {true, transform, glm::dmat4(1.0)};
        }
        file_from_node_[n] = file_from_parent * (local.driven ? toMatrix(local.transform) : local.whole);
    }
    places_ = body_.from(file_from_node_);
}

void TargetPose::move(int node, const glm::dvec3& by) {
    const auto index = static_cast<std::size_t>(node);
    const int parent = tree_.parents[index];
    const glm::dmat3 file_from_parent(parent < 0 ? glm::dmat4(1.0)
                                                 : file_from_node_[static_cast<std::size_t>(parent)]);
    LocalTransform& local = pose_.nodes[index];
    if (!local.driven) local = {true, decompose(local.whole), glm::dmat4(1.0)};
    local.transform.translation += glm::inverse(file_from_parent) * (body_.fileFromBody() * by);
}

void TargetPose::put(int node, const glm::dmat4& file_from_node) {
    const auto index = static_cast<std::size_t>(node);
    const int parent = tree_.parents[index];
    const glm::dmat4 local =
        parent < 0 ? file_from_node
                   : glm::inverse(file_from_node_[static_cast<std::size_t>(parent)]) * file_from_node;
    pose_.nodes[index] = {true, decompose(local), glm::dmat4(1.0)};
}

glm::dvec3 TargetPose::middleOfHips() const {
    return (at(node(BodyRole::kLeftUpperLeg, 0)).place + at(node(BodyRole::kLeftUpperLeg, 1)).place) * 0.5;
}

void TargetPose::reach(BodyRole left_upper, BodyRole left_lower, int side, const glm::dvec3& end,
                       const glm::dvec3& goal) {
    const int upper = node(left_upper, side);
    const int lower = node(left_lower, side);
    const int hips = body_.map().first(BodyRole::kHips);
    // Knees bend forwards, elbows backwards.
    const glm::dvec3 bend = at(hips).turn * glm::conjugate(body_.reference(hips).turn) *
                            glm::dvec3(0.0, 0.0, left_upper == BodyRole::kLeftUpperLeg ? 1.0 : -1.0);
    const LimbTurns turns = bendLimb({at(upper).place, at(lower).place, end}, goal, bend);
    turn(upper, turns.upper * at(upper).turn);
    turn(lower, turns.lower * at(lower).turn);
}

}  // namespace phalanx
