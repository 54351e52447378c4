// What a body does in a clip, apart from its proportions: turns against the reference pose, and the paths of
// hips, feet and hands.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "asset/retarget/body_skeleton.h"
#include "asset/retarget/foot_contacts.h"

namespace phalanx {

struct BodyFrame {
    // Per role and joint of the role: the turn from the reference pose, body axes.
    std::array<std::vector<glm::dquat>, kBodyRoles> turns;
    glm::dvec3 hips{0.0};                   // middle of the hips' joints
    std::array<glm::dvec3, 2> shoulders{};  // of the upper arms
    std::array<glm::dvec3, 2> hands{};
    // Where the hips face, about Y, from Z towards X: averaged over a second, or over a clip that sways only.
    double heading_rad = 0.0;
};

// Places in units of the source's file, body axes.
struct BodyMotion {
    AnklePaths feet;  // times and ankles
    FootContacts contacts;
    std::vector<BodyFrame> frames;  // per time
    // Per time: whether it lies between keys of the clip. Such moments only show what interpolation would
    // miss.
    std::vector<bool> between;
};

// The clip's motion. `level`: BodySkeleton::ankleLevel() of all clips of the file. Motion capture (`free`:
// the file has no mesh) has no place and direction of its own: it is brought to the origin, and its mean
// direction to Z.
BodyMotion bodyMotion(const BodySkeleton& source, const Clip& clip, double level, bool free);

// The motion's mirror image at the plane through Y and Z.
BodyMotion mirroredMotion(const BodyMotion& motion);

}  // namespace phalanx
