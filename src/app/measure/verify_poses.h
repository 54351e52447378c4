// The moments that `verify` looks at, spread evenly and the same at every run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "app/measure/verify_checks.h"

namespace phalanx {

// 0..1, number i of `times`: the beginning, the end, and what lies between.
double singlePhase(int i, int times);

// At most `limit` of so many clips, evenly chosen.
std::vector<int> chooseClips(std::size_t count, int limit);

struct Poses {
    std::vector<BakedPose> poses;  // as held by a unit
    std::size_t singles = 0;       // these come first
};
Poses choosePoses(const std::vector<int>& clips, const VerifyScope& scope);

// "Walk at 0.4313 s, vertex 17".
std::string placeOf(const BakedAnimation& baked, const BakedPose& pose, std::uint32_t vertex);

}  // namespace phalanx
