// The soldier's body as capsules, with which soldier_check measures depths of penetration.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "soldier.h"

namespace phalanx::soldier {

// kShoulder is the upper half of the upper arm, which always overlaps the torso; kButt is the butt of the
// rifle.
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

// The whole soldier with the largest kit (helmet, plate carrier, pack). The radii are those of the mesh
// without cloth, so the capsules are inside the visible surface: at a depth of 0, cloth may still touch
// cloth.
std::vector<Capsule> bodyCapsules(const Skeleton& skeleton);

// The penetration depth of two posed capsules, metres; 0 if they only touch or are separate.
float capsuleDepth(const glm::vec3& a0, const glm::vec3& a1, float a_radius, const glm::vec3& b0,
                   const glm::vec3& b1, float b_radius);

}  // namespace phalanx::soldier
