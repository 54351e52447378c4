// Which joint a shot hits: a ray against the shapes of a body plan.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "anim/pose/pose.h"
#include "bodies/body_plan.h"

namespace phalanx {

struct ShotHit {
    std::size_t body = 0;  // into BodyPlan::bodies
    int node = 0;          // its joint
    double distance_m = 0.0;
};

// The first body that a ray in the world hits of a unit with this pose and stand; nullopt: none.
// direction: unit length. A ray that begins inside a body hits it at 0.
std::optional<ShotHit> hitBody(const BodyPlan& plan, const LocalPose& pose, const Stand& stand,
                               const glm::dvec3& from, const glm::dvec3& direction);

}  // namespace phalanx
