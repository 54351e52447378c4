// What a pose of a unit is made of: clips and their weights, layers with masks, additive clips, other parents
// for some joints, feet on the ground, aims and IK. A plain value with names, which scenes and files
// store; what the names mean in a model is a ResolvedPose. docs/pose.md has the JSON form and the meaning of
// each operator.
//
// A joint is any node of the file, whether it moves vertices or not. A name that several nodes share means
// all of them; "#K" is node K of the file. Points are in the units and axes of the file.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace phalanx {

// Weights and times beyond these are refused: they are typing mistakes.
inline constexpr double kMostPoseTime_s = 1e6;           // of a clip's moment, before and after its first key
inline constexpr double kMostSourceWeight = 1e6;         // of a clip among others; from 0
inline constexpr double kMostAdditiveWeight = 10.0;      // also negative
inline constexpr std::uint32_t kMostPoseUnit = 0xFFFFF;  // number of a unit
inline constexpr std::size_t kMostPoseItems = 64;        // of each list of a pose
inline constexpr double kAimSideways_deg = 80.0;         // default limits of an aim
inline constexpr double kAimUpDown_deg = 45.0;
inline constexpr double kSteepestGround_deg = 60.0;  // of a pose's own plane
inline constexpr double kAimHeight_m = 1.3;       // default of a target above the feet of a unit: its chest
inline constexpr std::size_t kLeastIkJoints = 3;  // of a chain, with its end
inline constexpr std::size_t kMostIkJoints = 8;
inline constexpr int kIkRounds = 10;  // default
inline constexpr int kMostIkRounds = 100;

struct PoseClip {
    std::string clip;     // a name or "#K", see findClip()
    double time_s = 0.0;  // since the clip's first key; loops wrap, one-shots hold their ends
    double weight = 1.0;  // relative to the others
};

// A point of a blend space.
struct PoseSpacePoint {
    std::string space;
    std::vector<double> at;  // one number or two, as the space has
    double phase = 0.0;      // of the space's clips, in cycles
};

// Clips by their weights or, if given, a point of a blend space.
struct LayerSource {
    std::vector<PoseClip> clips;
    std::optional<PoseSpacePoint> point;
};

// A joint's weight, 0 to 1, holds for it and its descendants until one of them has its own; 0 outside. No
// mask: 1 everywhere.
using PoseMask = std::optional<std::vector<std::pair<std::string, double>>>;

// Blended over what is below it with weight * mask.
struct PoseLayer {
    LayerSource source;
    double weight = 1.0;  // 0..1
    PoseMask mask;
};

// Adds the difference between `source` and `reference`, times weight * mask.
struct PoseAdditive {
    LayerSource source;
    double weight = 1.0;
    PoseClip reference;
    PoseMask mask;
};

// `joint` follows `to` instead of its parent. Before all other operators: in each sampled clip it stays where
// it is in model space.
struct PoseReparent {
    std::string joint;
    std::string to;
};

// A point of another unit of the same army, wherever that unit is: above its feet, or one of its joints.
struct PoseUnitTarget {
    std::uint32_t unit = 0;
    double height_m = kAimHeight_m;  // above the feet, at scale 1; without `joint`
    // Where base, layers and additive clips put it, before feet, aims and IK of that unit; "": none.
    std::string joint{};
    // 0..1, between the joint that reaches for it, where its clips put that, and `joint`. 1 for aims.
    double share = 1.0;
};

// Of an aim or IK.
struct PoseTarget {
    glm::dvec3 point{0.0};
    bool in_world = false;               // `point` is a place of the world, metres, the same for all units
    std::optional<PoseUnitTarget> unit;  // instead of `point`

    bool inModel() const { return !in_world && !unit; }
    // To a point of model space.
    PoseTarget& operator=(const glm::dvec3& of_model) { return *this = PoseTarget{of_model, false, {}}; }
};
using AimTarget = PoseTarget;

// Turns a chain so that an axis of a joint points from the joint's origin at the target. The angles are those
// of that direction in model space: sideways from +Z, and up or down from the horizontal plane.
struct PoseAim {
    std::vector<std::string> chain;  // ancestors of `joint`, or it
    std::string joint;
    glm::dvec3 axis{0.0, 0.0, 1.0};  // in the joint's own space, any length above 0
    PoseTarget target;
    double weight = 1.0;                          // 0..1, of the turn's angle
    double most_sideways_deg = kAimSideways_deg;  // 0..180
    double most_up_down_deg = kAimUpDown_deg;     // 0..90
};

enum class IkSolver : std::uint8_t { kTwoBone, kCcd, kFabrik };
inline constexpr std::array<std::pair<IkSolver, std::string_view>, 3> kIkSolvers{
    {{IkSolver::kTwoBone, "two-bone"}, {IkSolver::kCcd, "ccd"}, {IkSolver::kFabrik, "fabrik"}}};
inline std::string_view nameOf(IkSolver solver) {
    return kIkSolvers[static_cast<std::size_t>(solver)].second;
}

// Turns the joints of a chain above its last one, `joint`, so that it reaches the target.
struct PoseIk {
    std::string joint;
    PoseTarget target;
    double weight = 1.0;             // 0..1, of all turns
    std::optional<glm::dvec3> pole;  // the point towards which the chain bends
    std::vector<std::string> chain;  // from the root down to `joint`; empty: `joint` and its two ancestors
    std::optional<IkSolver> solver;  // none: two-bone for three joints, FABRIK for more
    int rounds = kIkRounds;          // 1..kMostIkRounds, of CCD and FABRIK
    bool limits = false;             // of the joints, for CCD and FABRIK
};

// The plane through the point `height` above the origin, in the units and axes of the file.
struct PosePlane {
    double height = 0.0;
    std::optional<glm::dvec3> normal;  // any length above 0; none: upwards
};

// Puts the feet on ground that is not flat: the legs bend, the pelvis goes down, the feet turn.
struct PoseGround {
    // In the unit's model space; none: the ground that the army stands on.
    std::optional<PosePlane> plane;
    double weight = 1.0;            // 0..1, of the ground's height and slope
    std::vector<std::string> legs;  // names of ankles; empty: anklesOf() the model
};

struct LayeredPose {
    std::optional<LayerSource> base;  // none: the rest pose
    std::vector<PoseLayer> layers;
    std::vector<PoseAdditive> additive;
    std::vector<PoseReparent> reparent;
    std::optional<PoseGround> ground;
    std::vector<PoseAim> aim;
    std::vector<PoseIk> ik;
};

}  // namespace phalanx
