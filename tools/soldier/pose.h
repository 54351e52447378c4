// Poses of the soldier's skeleton: from clip space (relative to rest, parent's frame) to model space.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string_view>
#include <vector>

#include "soldier.h"

namespace phalanx::soldier {

// Where every joint is, model space, metres. At rest all rotations are the identity.
struct ModelPose {
    std::vector<glm::quat> rotation;
    std::vector<glm::vec3> position;
};

// No rotation and no offset: the rest pose.
ClipPose restPose(const Skeleton& skeleton);

// Forward kinematics. `pose` holds one entry per bone.
ModelPose toModel(const Skeleton& skeleton, const ClipPose& pose);

// Moves a point that is given at rest (model space) along with a joint.
glm::vec3 carry(const Skeleton& skeleton, const ModelPose& pose, int joint, const glm::vec3& rest_point);

// Rotation from angles in degrees: first roll about Z, then pitch about X, then yaw about Y (R = Ry Rx Rz).
// Positive x bends forward or lowers a muzzle, positive y turns left, positive z leans right.
glm::quat turn(const glm::vec3& degrees);

// The rotation whose first axis is `direction` and whose second axis lies in the plane of `direction` and
// `pole`. Neither needs unit length; they must not be parallel.
glm::quat frameAlong(const glm::vec3& direction, const glm::vec3& pole);

// The part of `rotation` that turns about `axis` (unit length): the twist of a swing-twist split.
glm::quat twistAbout(const glm::quat& rotation, const glm::vec3& axis);

}  // namespace phalanx::soldier
