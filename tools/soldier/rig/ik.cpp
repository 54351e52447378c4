#include "rig/ik.h"

#include <algorithm>
#include <cmath>

#include "rig/pose.h"

namespace phalanx::soldier {

TwoBoneSolution solveTwoBone(const TwoBoneRest& rest, const glm::vec3& root, const glm::vec3& target,
                             const glm::vec3& pole) {
    const float upper_length = glm::length(rest.middle - rest.root);
    const float lower_length = glm::length(rest.end - rest.middle);
    const float full = upper_length + lower_length;
    const glm::vec3 way = target - root;
    const float wanted = glm::length(way);
    const float shortest = std::abs(upper_length - lower_length) + 0.1F * full;
    const float distance = std::clamp(wanted, shortest, 0.9995F * full);
    const glm::vec3 direction = way / std::max(wanted, 1e-6F);
    const glm::vec3 side = glm::normalize(pole - direction * glm::dot(pole, direction));

    const float cosine = (upper_length * upper_length + distance * distance - lower_length * lower_length) /
                         (2.0F * upper_length * distance);
    const float c = std::clamp(cosine, -1.0F, 1.0F);
    const glm::vec3 middle =
        root + direction * (upper_length * c) + side * (upper_length * std::sqrt(1.0F - c * c));
    const glm::vec3 end = root + direction * distance;

    // Both bones rotate about the normal of the limb's plane. It is computed from `side`, not from the bones,
    // so that it does not flip when the limb is straight.
    const glm::quat upper_rest = frameAlong(rest.middle - rest.root, rest.pole);
    const glm::quat lower_rest = frameAlong(rest.end - rest.middle, rest.pole);
    const auto hinged = [&](const glm::vec3& bone) {
        const glm::vec3 axis = glm::cross(direction, side);
        const glm::vec3 x = glm::normalize(bone);
        return glm::quat_cast(glm::mat3(x, glm::cross(axis, x), axis));
    };
    return {hinged(middle - root) * glm::conjugate(upper_rest),
            hinged(end - middle) * glm::conjugate(lower_rest), wanted / full};
}

}  // namespace phalanx::soldier
