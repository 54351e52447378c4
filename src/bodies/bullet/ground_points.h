// The points of a body's hull that touch the ground.
#pragma once

#include <LinearMath/btVector3.h>

#include <array>
#include <cstddef>
#include <span>

namespace phalanx {

inline constexpr std::size_t kBodyContacts = 4;  // of a body with the ground: MANIFOLD_CACHE_SIZE

// One point of a hull that touches the ground, with the impulses of the last substep.
struct GroundPoint {
    std::size_t point = 0;
    float depth_m = 0.0F;  // below the ground; negative: above
    btVector3 position;
    btVector3 normal;
    btVector3 anchor;  // where it began to stick
    std::array<float, 3> impulses{};
};

// Up to kBodyContacts of the points that are near the ground, at least one: the deepest, and those that span
// the largest area with it. before: those of the last substep, which are preferred. Changes the order of
// `near`. Returns how many were chosen.
std::size_t chooseContacts(std::span<GroundPoint> near, std::span<const GroundPoint> before,
                           std::array<GroundPoint, kBodyContacts>& chosen);

}  // namespace phalanx
