// A model as the GPU's layered poses read it: its clips as local transforms, rounded to the texels that the
// shaders fetch, and the tables of joints, masks, aims and IK. docs/pose.md has the layout of the texels.
//
// A rig joint is a node that moves vertices, that feet, aims or IK use, also as the joint of another unit
// that they reach for, or an ancestor of one of those. Its rig space has the node's origin and axes, but
// metres and no scale: constant scales are folded into translations and skin matrices, and the turn and unit
// of the file into the roots. So a pose is a rotation and a translation per joint, and the transforms of
// ancestors are multiplied as quaternions.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/model.h"

namespace phalanx {

inline constexpr double kSteadyScale = 1e-3;        // a scale within this of a constant counts as constant
inline constexpr double kSteadyTranslation = 1e-6;  // of the height; a joint that moves less has no track
inline constexpr std::size_t kMostRigJoints = 2048;
inline constexpr std::size_t kMostRigMasks = 256;  // with mask 0
inline constexpr std::size_t kMostRigAims = 2;
inline constexpr std::size_t kMostRigChain = 8;  // joints of a chain of an aim or IK
inline constexpr std::size_t kMostRigIks = 2;
inline constexpr std::size_t kMostRigSolved = 16;  // joints that feet, aims and IK turn
inline constexpr std::size_t kPelvisTexels = 2;    // of a frame: PelvisDrop

struct RigJoint {
    int node = 0;                 // into Model::nodes
    int parent = -1;              // into LayerRig::joints, below the joint's own index; -1: a root
    glm::vec3 translation{0.0F};  // in the parent's rig space, metres, where it has no track
    int track = -1;               // of the translations of a frame; -1: none
    int solved = -1;              // into LayerRig::solved; -1: nothing turns it
    double parent_scale = 1.0;    // metres per unit of the parent's space in the file
};

// A node's transform relative to its parent as that of its rig joint; scale 1.
Transform rigTransform(const Model& model, const RigJoint& joint, const Transform& of_node);

// One joint of the palette: rig_from_bind, its matrix in the rig space of a joint.
struct RigSkin {
    int joint = 0;                    // into LayerRig::joints
    std::array<glm::vec4, 3> rows{};  // from bind space in file units to metres
    double reach_m = 0.0;             // largest distance from the joint of a vertex that it moves; -1: none
};

struct RigAim {
    std::vector<int> chain;  // rig joints, from the root down
    int joint = 0;
    glm::vec3 axis{0.0F, 0.0F, 1.0F};  // in the joint's rig space, unit length
    float most_sideways_rad = 0.0F;
    float most_up_down_rad = 0.0F;
};

struct RigIk {
    std::vector<int> chain;                  // rig joints, from the root down, each the parent of the next
    glm::vec3 rest_hinge{1.0F, 0.0F, 0.0F};  // in the second joint's rig space, unit length
    int rounds = 0;                          // of FABRIK; 0: two-bone IK
};

struct RigGround {
    std::vector<ResolvedLeg> legs;       // rig joints; hinges in the middle joint's rig space
    int pelvis = 0;                      // rig joint
    std::optional<ResolvedPlane> plane;  // model space, metres; none: the ground that the army stands on
    double weight = 1.0;
};

struct LayerRig {
    std::vector<BakedClip> clips;           // of the bake: where the frames of each clip are
    std::vector<RigJoint> joints;           // parents first
    std::vector<RigSkin> palette;           // as Model::palette
    std::vector<std::vector<float>> masks;  // weights per rig joint, 0..1; mask 0 is 1 everywhere
    std::vector<RigAim> aims;               // as ResolvedPose::aims of the setup
    std::vector<RigIk> iks;                 // as ResolvedPose::iks
    std::optional<RigGround> ground;        // feet stand on it
    std::vector<int> layer_masks;           // per layer of the setup, into `masks`
    std::vector<int> additive_masks;
    std::vector<int> solved;  // rig joints that feet, aims and IK turn, ascending

    // Frames as in BakedAnimation, then the rest pose as the last frame. A frame has the rotations of all
    // joints (x, y, z, w; unit length; neighbouring frames of a clip in one hemisphere), then the
    // translations of those with a track (metres; w is 0), then per leg the mark of its ankle (metres; w is
    // the contact, see FootMark), then the drops of the pelvis (metres, PelvisDrop::drops_m).
    std::uint32_t frames = 0;
    std::uint32_t tracks = 0;
    std::vector<glm::vec4> texels;

    std::size_t feetTexels() const { return ground ? ground->legs.size() + kPelvisTexels : 0; }
    std::size_t texelsPerFrame() const { return joints.size() + tracks + feetTexels(); }
    std::size_t firstFeetTexel() const { return joints.size() + tracks; }  // of a frame
    std::uint32_t restFrame() const { return frames - 1; }
};

// Samples the clips at the frames of `clips` (BakedAnimation::clips). `setup`: what the rig is made for: its
// reparenting, masks, aims and IK; clips, weights and targets have no effect. Throws Error: kInput with the
// joint and its scales if a joint's scale changes, if a joint with descendants scales unevenly or mirrors, or
// if it shears; kUsage if there are more joints or items than the limits above, or an IK by CCD or with
// joint limits.
LayerRig bakeLayerRig(const Model& model, std::span<const BakedClip> clips, const ResolvedPose& setup);

// The feet of a rig, which must have a ground, get another plane and weight. Its texels stay as they are:
// they hold for all planes.
void moveGround(const Model& model, const ResolvedGround& ground, LayerRig& rig);

}  // namespace phalanx
