// Parts of a body that masks and aims are about, found by the names of joints: spine, head, arms. For the
// namings of Mixamo, Quaternius, KayKit, Blender's Rigify and our soldier; a model whose joints have other
// names has no parts, and masks of its own.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "anim/layers/layered_pose.h"
#include "anim/pose/model.h"

namespace phalanx {

struct NamedMask {
    std::string name;  // "Upper body", "Head", "Arms", "Left arm", "Right arm"
    PoseMask mask;
};

// A chain that turns towards a target.
struct NamedAim {
    std::string name;  // "Look", "Aim", "Turn the chest"
    PoseAim aim;       // its axis points forward at rest, along the model's +Z
};

// The end of an arm, for two-bone IK.
struct NamedHand {
    std::string name;   // "Left hand", "Right hand"
    std::string joint;  // its parent and grandparent are joints of the arm
};

struct BodyParts {
    std::vector<NamedMask> masks;
    std::vector<NamedAim> aims;
    // What hands hold but does not hang from them or from the spine: without these, it stays behind when a
    // layer moves the upper body.
    std::vector<PoseReparent> held;
    std::vector<NamedHand> hands;  // left first
};

// Names of the joints that move vertices and whose name no other node has, parents first.
std::vector<std::string> uniqueJoints(const Model& model);

// Only parts that the model has. Joints that move no vertices, or whose name several nodes share, are left
// out.
BodyParts bodyParts(const Model& model);

}  // namespace phalanx
