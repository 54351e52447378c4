// Poses of units that are hit and stay on their feet, and of those who get up. No GL here.
#pragma once

#include <cstddef>
#include <span>

#include "anim/pose/model.h"
#include "anim/pose/pose.h"
#include "bodies/body_plan.h"

namespace phalanx {

// --- A unit that is hit and does not fall. Above the hips it is a ragdoll, whose motors find their strength
// again.
inline constexpr double kStagger_s = 2.2;

// RagdollTarget::powered, so many seconds after the hit.
double powerAfterHit(double seconds);
// going: what the unit would show without the hit; hit: the pose of the ragdoll. What hands hold follows the
// nearest hand.
LocalPose staggeringPose(const BodyPlan& plan, const LocalPose& going, const LocalPose& hit, double seconds);

// --- A unit that gets up.
// Of clips, the one whose first pose is the most like a pose in which a unit lies, whichever way it faces.
// clips: at least one.
int bestRisingClip(const BodyPlan& plan, const Model& model, std::span<const int> clips,
                   const LocalPose& lying);

struct Rising {
    const Clip* clip = nullptr;
    LocalPose lying;               // where the clip's first pose has hips and head
    glm::dvec3 up{0.0, 1.0, 0.0};  // normal of the ground in model space, on which the clip begins
    double taken_s = 0.0;          // the clip lifts what hands hold
};
// model: of the clip, must outlive the result.
Rising beginRising(const BodyPlan& plan, const Model& model, int clip, LocalPose lying, const glm::dvec3& up);
// going: what the unit shows after it. What hands hold stays where it lies until the hand takes it.
LocalPose risingPose(const Rising& rising, const BodyPlan& plan, const Model& model, const LocalPose& going,
                     double seconds);

}  // namespace phalanx
