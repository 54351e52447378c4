// Soldiers of a battle that fall as bodies near the camera. Physics feeds nothing but the picture: far ones
// fall by the clip of their state, and the battle does not notice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/falls/falls.h"

namespace phalanx {

struct StruckSoldier {
    std::uint32_t unit = 0;
    std::uint32_t by = 0;  // the one who hit it; kNoOne: no round did
};

// What hits those of them that are near enough to be seen as ragdolls: away from who shot.
std::vector<Shot> shotsAt(std::span<const StruckSoldier> struck, const Crowd& crowd, const FallView& view,
                          Ticks now);

}  // namespace phalanx
