// A skeleton whose joints are known by their roles, in its reference pose: the bind pose, or the rest pose of
// a file without a mesh.
//
// Body axes: X to the body's left, Y up, Z forward; the units and the origin of the file.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <vector>

#include "anim/body/body_map.h"
#include "anim/pose/model.h"

namespace phalanx {

// Of one node, body axes.
struct JointPlace {
    glm::dquat turn{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 place{0.0};
};
using JointPlaces = std::vector<JointPlace>;  // per node

class BodySkeleton {
  public:
    // The map must have all roles that missingRoles() asks for. `palette` may be empty. Keeps copies.
    BodySkeleton(std::vector<Node> nodes, std::span<const Joint> palette, BodyMap map);

    const std::vector<Node>& nodes() const { return skeleton_.nodes; }
    const BodyMap& map() const { return map_; }
    const JointPlaces& reference() const { return reference_; }
    const JointPlace& reference(int node) const { return reference_[static_cast<std::size_t>(node)]; }

    // Columns: the body axes, in the axes of the file. Axes of the file, perhaps negated.
    const glm::dmat3& fileFromBody() const { return file_from_body_; }

    // In a pose of a clip of these nodes.
    JointPlaces at(const Clip& clip, double time_s) const;
    JointPlaces from(std::span<const glm::dmat4> file_from_node) const;

    // The end of a lower leg, where the ankle is in the reference pose: the foot may hang from elsewhere.
    glm::dvec3 ankle(const JointPlaces& places, int side) const;

    // Whether legs, arms and hips have a size, and the trunk stands on the legs: an animal on four legs is no
    // body.
    bool isUsable() const;

    // Of both bones, the mean of both sides.
    double legLength() const { return leg_length_; }
    double armLength() const { return arm_length_; }
    // Half of the distance between the hips' joints.
    double halfWidth() const { return half_width_; }

    // How high the ankles are when the feet are on the ground: the median over the clips of what they are at
    // their lowest; of the reference pose without clips.
    double ankleLevel(std::span<const Clip> clips) const;

  private:
    Model skeleton_;  // only nodes, for sampling
    BodyMap map_;
    glm::dmat3 file_from_body_{1.0};
    JointPlaces reference_;
    double leg_length_ = 1.0;
    double arm_length_ = 1.0;
    double half_width_ = 0.0;
};

// The times of a clip's keys, ascending, with further ones where they are far apart.
std::vector<double> keyTimes(const Clip& clip);

}  // namespace phalanx
