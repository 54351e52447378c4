// A LayeredPose in one model: indices instead of names, weights of masks for each joint, the hierarchy after
// reparenting. All decisions are made here, once, when a pose changes; evaluating it (evaluate_pose.h, and
// later the GPU) only reads plain numbers. Indices of joints are those of Model::nodes.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "anim/layers/blend_space.h"
#include "anim/layers/layered_pose.h"
#include "anim/pose/model.h"

namespace phalanx {

struct WeightedClip {
    int clip = 0;  // into Model::clips
    double time_s = 0.0;
    double weight = 1.0;  // of one source: above 0, sum 1
};
using ClipMix = std::vector<WeightedClip>;  // in the order of the form; of a space, heaviest first

ClipMix heaviestFirst(ClipMix mix);  // of equal weights, in their order

// How the base goes over the ground.
struct BaseCycle {
    // Its clips are loops of a blend space: they share a phase and its rate. Otherwise each has its own;
    // phase and rate here are the heaviest clip's.
    bool in_step = false;
    double phase = 0.0;        // cycles
    double rate_hz = 0.0;      // cycles per second
    glm::dvec2 stride_m{0.0};  // x and z of model space per cycle at that rate: the mean of the clips'
};

struct ResolvedLayer {
    ClipMix clips;
    double weight = 1.0;
    std::vector<double> mask;  // per node

    double weightOf(std::size_t node) const { return weight * mask[node]; }
};

struct ResolvedAdditive {
    ClipMix clips;
    WeightedClip reference;
    double weight = 1.0;
    std::vector<double> mask;  // per node

    double weightOf(std::size_t node) const { return weight * mask[node]; }
};

// A point of another unit of the same army, as PoseUnitTarget.
struct ResolvedUnitTarget {
    std::uint32_t unit = 0;
    double height_m = 0.0;
    int joint = -1;  // -1: none
    double share = 1.0;
};

// Of an aim or IK.
struct ResolvedTarget {
    glm::dvec3 target{0.0};
    bool in_world = false;  // `target` is a place of the world, metres; only armies have one
    std::optional<ResolvedUnitTarget> unit{};  // instead of `target`; only armies have units
};

struct ResolvedAim : ResolvedTarget {
    std::vector<int> chain;  // from the root down
    int joint = 0;
    glm::dvec3 axis{0.0, 0.0, 1.0};  // unit length
    double weight = 1.0;
    double most_sideways_rad = 0.0;
    double most_up_down_rad = 0.0;
};

// What limits of a chain refer to, at rest; unit length.
struct RestLimits {
    glm::dvec3 first_bone{0.0, 1.0, 0.0};  // its direction, in the space of the first joint's parent
    std::vector<glm::dvec3> hinges;  // of the second joint to the last but one, each in its parent's space
};

struct ResolvedIk : ResolvedTarget {
    std::vector<int> chain;                // from the root down, each the parent of the next
    glm::dvec3 rest_hinge{1.0, 0.0, 0.0};  // restHinge() of the second joint, in its own space
    double weight = 1.0;
    std::optional<glm::dvec3> pole;
    IkSolver solver = IkSolver::kTwoBone;
    int rounds = kIkRounds;  // of CCD and FABRIK
    std::optional<RestLimits> limits;
    double tolerance = 0.0;  // file units: rounds end when the end is as near to the target

    int upper() const { return chain[0]; }  // of a limb of two bones
    int middle() const { return chain[1]; }
    int end() const { return chain.back(); }
};

struct ResolvedLeg {
    int upper = 0;  // hip, knee and ankle
    int middle = 0;
    int end = 0;
    glm::dvec3 rest_hinge{1.0, 0.0, 0.0};  // as ResolvedIk::rest_hinge
};

// In the units and axes of the file.
struct ResolvedPlane {
    double height = 0.0;               // above the origin, at the origin
    glm::dvec3 normal{0.0, 1.0, 0.0};  // unit length
};

struct ResolvedGround {
    std::vector<ResolvedLeg> legs;
    int pelvis = 0;                      // the lowest joint that all hips follow
    std::optional<ResolvedPlane> plane;  // none: the ground that the army stands on
    double weight = 1.0;
    std::vector<glm::dvec2> strides_m;  // per clip of the model: travel per cycle, x and z of model space
};

struct Reparented {
    int joint = 0;
    int to = 0;
};

// The hierarchy of the pose, which masks, aims and IK use.
struct PoseTree {
    std::vector<int> parents;  // per node; -1: a root
    std::vector<int> order;    // all nodes, parents first
};

struct ResolvedPose {
    ClipMix base;  // empty: the rest pose
    BaseCycle cycle;
    std::vector<ResolvedLayer> layers;
    std::vector<ResolvedAdditive> additive;
    std::vector<Reparented> reparented;
    PoseTree tree;
    std::optional<ResolvedGround> ground;
    std::vector<ResolvedAim> aims;
    std::vector<ResolvedIk> iks;
};

// `where`: the name of the form, with which errors start. Throws Error (kUsage) that names the member for
// unknown clips, joints and spaces, a name of several nodes where one is needed, a joint that a mask or
// "reparent" names twice, cycles, weights of sum 0, joints without enough ancestors, a chain that does not
// lead to its joint, and an IK whose solver does not suit its chain.
ResolvedPose resolvePose(const Model& model, const LayeredPose& pose, const BlendSpaces& spaces,
                         const std::string& where);

// Only the weights of a mask, per node, in the hierarchy after `reparent`. Throws as resolvePose().
std::vector<double> maskWeights(const Model& model, const std::vector<PoseReparent>& reparent,
                                const PoseMask& mask, const std::string& where);

}  // namespace phalanx
