// The soldier's body as capsules: the stand-in with which soldier_check measures depth of penetration.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "soldier.h"

namespace phalanx::soldier {

// kShoulder is the upper half of the upper arm, which is always in the torso; kButt the rifle's end.
enum class BodyPart {
    kTorso,
    kPack,
    kHead,
    kShoulder,
    kArm,
    kForearm,
    kHand,
    kThigh,
    kShin,
    kFoot,
    kRifle,
    kButt
};

// A capsule fixed to one joint.
struct Capsule {
    std::string joint;
    BodyPart part;
    glm::vec3 from, to;  // ends of its axis at rest, model space
    float radius;        // metres
};

// All of him in his fullest kit (helmet, plate carrier, pack). The radii are those of the mesh, less cloth:
// they lie within what one sees, so that a depth of 0 may still let cloth touch cloth.
std::vector<Capsule> bodyCapsules(const Skeleton& skeleton);

// How deep two posed capsules are in each other, metres; 0 where they only touch or stay apart.
float capsuleDepth(const glm::vec3& a0, const glm::vec3& a1, float a_radius, const glm::vec3& b0,
                   const glm::vec3& b1, float b_radius);

}  // namespace phalanx::soldier
