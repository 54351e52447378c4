// Moves the feet of a pose from flat ground onto ground that is not: the last operator on a pose before aims
// and IK.
#pragma once

#include <cmath>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/feet/foot_goal.h"
#include "anim/layers/pose_tree.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/pose.h"

namespace phalanx {

// The pelvis goes down by at most this part of the longest leg.
inline constexpr double kMostPelvisDrop = 0.3;

// Where a clip wants an ankle, see FootCurve.
struct FootMark {
    glm::dvec3 place{0.0};  // of the ankle, on flat ground through the origin
    double contact = 0.0;   // 0..1

    // As std::lerp.
    void blend(const FootMark& other, double weight) {
        place = glm::mix(place, other.place, weight);
        contact = std::lerp(contact, other.contact, weight);
    }
};

using GroundBelow = std::function<GroundAt(const glm::dvec3& place)>;  // below or above a place
GroundBelow groundOfPlane(const ResolvedPlane& plane, const glm::dvec3& up);

struct FeetOnGround {
    std::span<const ResolvedLeg> legs;
    int pelvis = 0;
    glm::dvec3 up{0.0, 1.0, 0.0};  // unit length
    double weight = 1.0;           // 0..1
    double least_drop = 0.0;       // of the pelvis at weight 1
    GroundBelow ground{};
    bool pelvis_stays = false;  // a common mistake: it does not go down
};

// All points are in the space of the tree's roots, in any unit. marks: as legs.
//
// An ankle's place is that of the pose or, by its contact, the mark's. From there the foot is carried from
// the plane through the origin onto the ground: its distance from the ground along the normal is what it was
// from the plane, and it turns as the normal turned, so that its sole touches the slope as it touched the
// plane. In contact the ankle is above the same point of the ground along the normal, in the air straight
// above it. The pelvis goes down by least_drop, and until each leg reaches; then hip and knee turn by
// solveTwoBones(). `weight` blends the ground, not the result: with 0.5 the ground is half as high, so a fade
// never bends a leg the wrong way. Returns a report per leg: limited if it does not reach.
std::vector<SolverReport> plantFeet(const FeetOnGround& feet, std::span<const FootMark> marks,
                                    const PoseTree& tree, LocalPose& pose);

}  // namespace phalanx
