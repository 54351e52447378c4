// The controls by which a pose of the soldier is authored, and the solver that turns them into joints.
//
// Space: model space, metres and degrees (see turn() in pose.h), unless a comment says "chest space". Chest
// space is model space as it is at rest, carried along by the joint UpperChest: coordinates read as if he
// stood upright, and follow the torso.
#pragma once

#include <array>
#include <bit>
#include <glm/glm.hpp>
#include <vector>

#include "pose.h"
#include "soldier.h"

namespace phalanx::soldier {

enum Side { kLeft = 0, kRight = 1 };

struct FootControl {
    glm::vec3 place{0.0F};  // the sole's point under the ankle
    glm::vec3 turn{0.0F};   // x: pitch, toes down positive; y: yaw; z: roll
    float spin = 0.0F;      // about the shin, before `turn`
    float toe = 0.0F;       // toes bent up, beyond what `planted` asks for
    float planted = 1.0F;   // 1: pitch turns about heel or ball and leaves it in place; 0: about the ankle
    glm::vec3 knee{0.0F, 0.0F, 1.0F};  // where the knee points
};

struct HandControl {
    float hold = 1.0F;      // 1: on the rifle; 0: where the fields below say
    float magazine = 0.0F;  // left hand, of what is held: 0 the handguard, 1 the magazine
    float world = 0.0F;     // 0: `palm`, `fingers`, `normal` are in chest space; 1: in model space
    glm::vec3 palm{0.0F};   // the middle of the grasp
    glm::vec3 fingers{0.0F, -1.0F, 0.0F};  // from the wrist to the knuckles
    glm::vec3 normal{0.0F, 0.0F, 1.0F};    // out of the palm
    glm::vec3 elbow{0.0F, -1.0F, 0.0F};    // where the elbow points, chest space
    float curl = 55.0F;                    // three fingers: bend of each of the two joints
    float index = 50.0F;
    float thumb = 30.0F;
};

// Floats only, so that every control can be interpolated alike.
struct PoseRig {
    glm::vec3 hips{0.0F};  // added to the rest position
    glm::vec3 hips_turn{0.0F};
    float spin = 0.0F;  // about the spine, before `hips_turn`: which side of him looks up when he lies
    glm::vec3 spine{0.0F}, chest{0.0F}, upper_chest{0.0F};
    glm::vec3 look{0.0F};                    // the head's turn in model space
    glm::vec3 nod{0.0F};                     // the head's turn against the chest
    float nod_weight = 0.0F;                 // 0: `look` counts, 1: `nod` counts
    std::array<float, 2> raise{0.0F, 0.0F};  // shoulders up
    std::array<float, 2> reach{0.0F, 0.0F};  // shoulders forward
    glm::vec3 weapon{0.0F};                  // the rifle's joint, chest space
    glm::vec3 weapon_turn{0.0F};
    float weapon_free = 0.0F;  // 1: the two below count instead
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
    std::array<float, 2> leg_extension{};  // wanted length / length when straight
    std::array<float, 2> arm_extension{};
};

SolvedPose solveRig(const Skeleton& skeleton, const PoseRig& rig);

// Where the left hand holds the handguard, Weapon's frame: a hand's breadth behind its middle, so that the
// elbow stays bent.
inline constexpr glm::vec3 kHandguardHold{0.0F, 0.003F, 0.235F};

// Where the ankle is for a foot's control.
glm::vec3 anklePosition(const Skeleton& skeleton, Side side, const FootControl& foot);

// The middle of what a hand grasps, at rest, model space: it lies on the rifle's point while the hand holds
// it.
glm::vec3 graspAtRest(const Skeleton& skeleton, Side side);

}  // namespace phalanx::soldier
