// Poses of the soldier's skeleton: from clip space (relative to rest, parent's frame) to model space.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string_view>
#include <vector>

#include "soldier.h"

namespace phalanx::soldier {

// The joints in model space, metres. In the rest pose all rotations are the identity.
struct ModelPose {
    std::vector<glm::quat> rotation;
    std::vector<glm::vec3> position;
};

// No rotation and no offset: the rest pose.
ClipPose restPose(const Skeleton& skeleton);

// Forward kinematics. `pose` has one entry per bone.
ModelPose toModel(const Skeleton& skeleton, const ClipPose& pose);

// Transforms a point, given in model space in the rest pose, by a joint.
glm::vec3 carry(const Skeleton& skeleton, const ModelPose& pose, int joint, const glm::vec3& rest_point);

// Rotation from angles in degrees: first roll about Z, then pitch about X, then yaw about Y (R = Ry Rx Rz).
// Positive x bends forward or lowers the muzzle, positive y turns left, positive z leans right.
glm::quat turn(const glm::vec3& degrees);

// The rotation whose first axis is `direction` and whose second axis is in the plane of `direction` and
// `pole`. They need not have unit length, but must not be parallel.
glm::quat frameAlong(const glm::vec3& direction, const glm::vec3& pole);

// The rotation about `axis` (unit length) in `rotation`: the twist of a swing-twist decomposition.
glm::quat twistAbout(const glm::quat& rotation, const glm::vec3& axis);

}  // namespace phalanx::soldier
