// One pose of a body that takes over another one's motion.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <vector>

#include "anim/layers/pose_tree.h"
#include "anim/pose/pose.h"
#include "asset/retarget/body_skeleton.h"

namespace phalanx {

class TargetPose {
  public:
    // Keeps a reference to the body.
    explicit TargetPose(const BodySkeleton& body);

    // All nodes in their rest transforms.
    void reset();
    // Which turn a node has, body axes, whatever its ancestors do. Counts from the next apply() on.
    void turn(int node, const glm::dquat& wanted) { wanted_[static_cast<std::size_t>(node)] = wanted; }
    // Computes local rotations, parents first, and all places.
    void apply();
    // Moves a node and what follows it; body axes. Call apply() afterwards.
    void move(int node, const glm::dvec3& by);
    // Puts a node, whose place the file's axes give.
    void put(int node, const glm::dmat4& file_from_node);

    const JointPlace& at(int node) const { return places_[static_cast<std::size_t>(node)]; }
    const glm::dmat4& fileFromNode(int node) const { return file_from_node_[static_cast<std::size_t>(node)]; }
    glm::dvec3 middleOfHips() const;
    glm::dvec3 ankle(int side) const { return body_.ankle(places_, side); }
    // Bends two bones so that `end`, which follows the lower one, comes to `goal`. Call apply() afterwards.
    void reach(BodyRole left_upper, BodyRole left_lower, int side, const glm::dvec3& end,
               const glm::dvec3& goal);

    const LocalPose& pose() const { return pose_; }

  private:
    int node(BodyRole left_role, int side) const { return body_.map().first(onSide(left_role, side)); }

    const BodySkeleton& body_;
    LocalPose rest_;
    LocalPose pose_;
    PoseTree tree_;
    std::vector<std::optional<glm::dquat>> wanted_;  // per node
    std::vector<glm::dmat4> file_from_node_;
    JointPlaces places_;
};

}  // namespace phalanx
