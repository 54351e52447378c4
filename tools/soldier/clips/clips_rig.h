// The controls of a pose of the soldier, and the solver that computes the joints from them.
//
// Space: model space, metres and degrees (see turn() in pose.h), unless a comment says "chest space". Chest
// space is attached to the joint UpperChest and equals model space in the rest pose: coordinates are those of
// an upright soldier, and follow the torso.
#pragma once

#include <array>
#include <bit>
#include <glm/glm.hpp>
#include <vector>

#include "rig/pose.h"
#include "soldier.h"

namespace phalanx::soldier {

enum Side { kLeft = 0, kRight = 1 };

struct FootControl {
    glm::vec3 place{0.0F};  // the point of the sole below the ankle
    glm::vec3 turn{0.0F};   // x: pitch, positive with toes down; y: yaw; z: roll
    float spin = 0.0F;      // rotation about the shin, before `turn`
    float toe = 0.0F;       // upward bend of the toes, in addition to that of `planted`
    // 1: pitch rotates about the heel or ball, which stays in place; 0: about the ankle.
    float planted = 1.0F;
    glm::vec3 knee{0.0F, 0.0F, 1.0F};  // direction of the knee
};

struct HandControl {
    float hold = 1.0F;      // 1: on the rifle; 0: placed by the fields below
    float magazine = 0.0F;  // left hand: 0 holds the handguard, 1 the magazine
    float world = 0.0F;     // 0: `palm`, `fingers`, `normal` are in chest space; 1: in model space
    glm::vec3 palm{0.0F};   // the middle of the grasp
    glm::vec3 fingers{0.0F, -1.0F, 0.0F};  // from the wrist to the knuckles
    glm::vec3 normal{0.0F, 0.0F, 1.0F};    // normal of the palm, outwards
    glm::vec3 elbow{0.0F, -1.0F, 0.0F};    // direction of the elbow, chest space
    float curl = 55.0F;                    // bend of each of the two joints of the three fingers
    float index = 50.0F;
    float thumb = 30.0F;
};

// All members are floats, so that every control can be interpolated in the same way.
struct PoseRig {
    glm::vec3 hips{0.0F};  // added to the rest position
    glm::vec3 hips_turn{0.0F};
    float spin = 0.0F;  // rotation about the spine, before `hips_turn`: the side that faces up when lying
    glm::vec3 spine{0.0F}, chest{0.0F}, upper_chest{0.0F};
    glm::vec3 look{0.0F};                    // rotation of the head in model space
    glm::vec3 nod{0.0F};                     // rotation of the head relative to the chest
    float nod_weight = 0.0F;                 // 0: uses `look`, 1: uses `nod`
    std::array<float, 2> raise{0.0F, 0.0F};  // shoulders up
    std::array<float, 2> reach{0.0F, 0.0F};  // shoulders forward
    glm::vec3 weapon{0.0F};                  // the rifle's joint, chest space
    glm::vec3 weapon_turn{0.0F};
    float weapon_free = 0.0F;  // 1: the next two fields are used instead
    glm::vec3 weapon_world{0.0F};
    glm::vec3 weapon_world_turn{0.0F};
    float magazine_in_hand = 0.0F;  // 1: the magazine follows the left hand
    std::array<FootControl, 2> foot;
    std::array<HandControl, 2> hand;
};

inline constexpr std::size_t kRigFloats = sizeof(PoseRig) / sizeof(float);
using RigFloats = std::array<float, kRigFloats>;

struct SolvedPose {
    ClipPose pose;
    std::array<float, 2> leg_extension{};  // required length / length of the straight leg
    std::array<float, 2> arm_extension{};
};

SolvedPose solveRig(const Skeleton& skeleton, const PoseRig& rig);

// The position of the left hand on the handguard, in the space of Weapon: a hand's width behind its middle,
// so that the elbow stays bent.
inline constexpr glm::vec3 kHandguardHold{0.0F, 0.003F, 0.235F};

// The position of the ankle for a foot control.
glm::vec3 anklePosition(const Skeleton& skeleton, Side side, const FootControl& foot);

// The middle of a hand's grasp in the rest pose, model space. It is at the corresponding point of the rifle
// while the hand holds it.
glm::vec3 graspAtRest(const Skeleton& skeleton, Side side);

}  // namespace phalanx::soldier
