// The functions that build the soldier's parts, one file each. Each adds its patches in the rest pose, in
// model space, bound to the bones.
#pragma once

#include "mesh/patch.h"
#include "mesh/weights.h"

namespace phalanx::soldier {

// The middle of the left eye in the rest pose, metres; the right one is at -kEyeX.
inline constexpr float kEyeX = 0.0310F;
inline constexpr float kEyeY = 1.6590F;

void addBody(PatchList& list,
             const Rig& rig);  // part "body": jacket, trousers, boots, gloves, belt (body.cpp)
void addHands(PatchList& list, const Rig& rig);     // part "body" (hands.cpp)
void addHead(PatchList& list, const Rig& rig);      // part "body": neck, face, ears (head.cpp)
void addHeadgear(PatchList& list, const Rig& rig);  // parts "helmet", "beret" (headgear.cpp)
void addKit(PatchList& list, const Rig& rig);       // parts "vest", "pack", "medic", "officer" (kit.cpp)
void addRifle(PatchList& list, const Rig& rig);     // part "rifle" (rifle.cpp)

// The weights of the jacket, also used for kit worn over it.
BoneWeights torsoWeights(const Rig& rig, const glm::vec3& point);

}  // namespace phalanx::soldier
