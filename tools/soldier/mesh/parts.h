// The functions that build the soldier's parts, one file each. Each adds its patches in the rest pose, in
// model space, bound to the bones.
#pragma once

#include "mesh/patch.h"
#include "mesh/weights.h"

namespace phalanx::soldier {

void addBody(PatchList& list,
             const Rig& rig);  // part "body": jacket, trousers, boots, gloves, belt (body.cpp)
void addHands(PatchList& list, const Rig& rig);     // part "body" (hands.cpp)
void addHead(PatchList& list, const Rig& rig);      // part "body": skull, neck and the three below (head.cpp)
void addEyes(PatchList& list, const Rig& rig);      // part "body" (eyes.cpp)
void addMouth(PatchList& list, const Rig& rig);     // part "body" (mouth.cpp)
void addEars(PatchList& list, const Rig& rig);      // part "body" (ears.cpp)
void addHeadgear(PatchList& list, const Rig& rig);  // parts "helmet", "beret" (headgear.cpp)
void addKit(PatchList& list, const Rig& rig);       // parts "vest", "pack", "medic", "officer" (kit.cpp)
void addRifle(PatchList& list, const Rig& rig);     // part "rifle" (rifle.cpp)

// The weights of the jacket, also used for kit worn over it.
BoneWeights torsoWeights(const Rig& rig, const glm::vec3& point);

}  // namespace phalanx::soldier
