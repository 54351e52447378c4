// The poses that `verify` checks: spread evenly, and the same in every run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "app/verify/verify_checks.h"

namespace phalanx {

// Phase 0..1 of pose i of `times`. The first is 0, the last is 1, the others are spread evenly between.
double singlePhase(int i, int times);

// Indices of at most `limit` of `count` clips, evenly spread.
std::vector<int> chooseClips(std::size_t count, int limit);

struct Poses {
    std::vector<BakedPose> poses;  // rounded to the precision of a unit's state; single clips come first
    std::size_t singles = 0;       // number of poses of a single clip; the others are crossfades
};
Poses choosePoses(const std::vector<int>& clips, const VerifyScope& scope);

// "Walk at 0.4313 s, vertex 17"; a crossfade: "Walk at 0.4313 s blended with weight 0.250 of Run at 0.1000 s,
// vertex 17".
std::string placeOf(const BakedAnimation& baked, const BakedPose& pose, std::uint32_t vertex);

}  // namespace phalanx
