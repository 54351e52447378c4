// Two-bone IK on positions: how two bones turn so that their end reaches a goal.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace phalanx {

// How far a limb is stretched at most, of its length: a straight one would bend to either side.
inline constexpr double kMostStraight = 0.9985;

struct LimbPlaces {
    glm::dvec3 upper{0.0};
    glm::dvec3 lower{0.0};  // knee or elbow
    glm::dvec3 end{0.0};
};

// Turns to be multiplied in front of those that the bones have.
struct LimbTurns {
    glm::dquat upper{1.0, 0.0, 0.0, 0.0};
    glm::dquat lower{1.0, 0.0, 0.0, 0.0};
};

// The limb keeps its plane, as far as the goal allows. `bend`: where a straight limb bends to. A goal out of
// reach stretches the limb by up to kMostStraight.
LimbTurns bendLimb(const LimbPlaces& limb, const glm::dvec3& goal, const glm::dvec3& bend);

}  // namespace phalanx
