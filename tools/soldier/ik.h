// Two-bone inverse kinematics: a shoulder, an elbow and a wrist; or a hip, a knee and an ankle.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace phalanx::soldier {

struct TwoBoneRest {
    glm::vec3 root, middle, end;  // joints at rest, model space
    glm::vec3 pole;               // direction in which the middle joint bends at rest
};

struct TwoBoneSolution {
    glm::quat upper, lower;  // model space, relative to rest
    float extension;         // wanted distance / length of the straight limb; above 1 the end falls short
};

// Turns the two bones so that the end meets `target` and the middle joint points towards `pole` (a
// direction, model space). The triangle with known sides gives the angle at the root: the law of cosines.
// A target that is too far away is approached with an (almost) straight limb.
TwoBoneSolution solveTwoBone(const TwoBoneRest& rest, const glm::vec3& root, const glm::vec3& target,
                             const glm::vec3& pole);

}  // namespace phalanx::soldier
