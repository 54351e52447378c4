// Two-bone inverse kinematics: a shoulder, an elbow and a wrist; or a hip, a knee and an ankle.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace phalanx::soldier {

struct TwoBoneRest {
    glm::vec3 root, middle, end;  // joints at rest, model space
    glm::vec3 pole;               // direction of the middle joint's bend at rest
};

struct TwoBoneSolution {
    glm::quat upper, lower;  // model space, relative to rest
    float extension;         // required distance / length of the straight limb; above 1 the end falls short
};

// Rotates the two bones so that the end reaches `target` and the middle joint points towards `pole` (a
// direction in model space). The angle at the root follows from the law of cosines. If the target is out of
// reach, the limb points towards it, almost straight.
TwoBoneSolution solveTwoBone(const TwoBoneRest& rest, const glm::vec3& root, const glm::vec3& target,
                             const glm::vec3& pole);

}  // namespace phalanx::soldier
