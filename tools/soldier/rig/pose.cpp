#include "rig/pose.h"

#include <glm/gtc/matrix_transform.hpp>

namespace phalanx::soldier {

ClipPose restPose(const Skeleton& skeleton) {
    ClipPose pose;
    pose.rotation.assign(skeleton.bones.size(), glm::quat(1.0F, 0.0F, 0.0F, 0.0F));
    pose.translation.assign(skeleton.bones.size(), glm::vec3(0.0F));
    return pose;
}

ModelPose toModel(const Skeleton& skeleton, const ClipPose& pose) {
    const std::size_t count = skeleton.bones.size();
    ModelPose model;
    model.rotation.resize(count);
    model.position.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Bone& bone = skeleton.bones[i];
        if (bone.parent < 0) {
            model.rotation[i] = pose.rotation[i];
            model.position[i] = bone.position + pose.translation[i];
            continue;
        }
        const auto p = static_cast<std::size_t>(bone.parent);
        model.rotation[i] = model.rotation[p] * pose.rotation[i];
        model.position[i] =
            model.position[p] +
            model.rotation[p] * (bone.position - skeleton.bones[p].position + pose.translation[i]);
    }
    return model;
}

glm::vec3 carry(const Skeleton& skeleton, const ModelPose& pose, int joint, const glm::vec3& rest_point) {
    const auto j = static_cast<std::size_t>(joint);
    return pose.position[j] + pose.rotation[j] * (rest_point - skeleton.bones[j].position);
}

glm::quat turn(const glm::vec3& degrees) {
    const glm::vec3 a = glm::radians(degrees);
    return glm::angleAxis(a.y, glm::vec3(0.0F, 1.0F, 0.0F)) *
           glm::angleAxis(a.x, glm::vec3(1.0F, 0.0F, 0.0F)) *
           glm::angleAxis(a.z, glm::vec3(0.0F, 0.0F, 1.0F));
}

glm::quat frameAlong(const glm::vec3& direction, const glm::vec3& pole) {
    const glm::vec3 x = glm::normalize(direction);
    const glm::vec3 z = glm::normalize(glm::cross(x, pole));
    return glm::normalize(glm::quat_cast(glm::mat3(x, glm::cross(z, x), z)));
}

glm::quat twistAbout(const glm::quat& rotation, const glm::vec3& axis) {
    const float along = glm::dot(glm::vec3(rotation.x, rotation.y, rotation.z), axis);
    const glm::quat twist(rotation.w, axis.x * along, axis.y * along, axis.z * along);
    const float length = glm::length(twist);
    // For a swing of exactly 180 degrees the twist is undefined; the identity is used.
    if (length < 1e-6F) return {1.0F, 0.0F, 0.0F, 0.0F};
    const glm::quat unit = twist / length;
    return unit.w < 0.0F ? -unit : unit;
}

}  // namespace phalanx::soldier
