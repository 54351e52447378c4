// Slots on the ground for any number of units: who stands where before jitter.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "crowd/crowd.h"

namespace phalanx {

// Blocks of the phalanx, in men: how wide, how deep, and how many spacings lie between two blocks beside and
// behind each other (the officer stands in the latter).
inline constexpr std::uint32_t kBlockWidth = 12;
inline constexpr std::uint32_t kBlockDepth = 8;
inline constexpr double kLaneBeside = 2.5;
inline constexpr double kLaneBehind = 4.0;

struct Slot {
    glm::vec2 place{0.0F};    // metres; x to the left and y ahead of one who faces as the formation does
    float heading = 0.0F;     // relative to the facing of the formation, counter-clockwise
    std::uint32_t block = 0;  // phalanx: the block's number; others: 0
    std::uint8_t team = 0;    // 0 .. kTeams - 1
    bool leads = false;       // the officer of a block
};

inline constexpr int kTeams = 3;

struct FormationRequest {
    Formation formation = Formation::kGrid;
    std::uint32_t units = 1;
    double spacing_m = 1.5;  // no two slots are nearer to each other than this
    std::uint32_t seed = 1;  // scatter alone takes it
    bool officers = false;   // phalanx: a block of more than 5 men is led
    bool outward = false;    // ring: look outward, else ahead
};

// `units` slots, arranged around the origin. The same request gives the same bytes; linear in the units.
//   grid     nearly square; the last rank may be short, and stands in the middle
//   phalanx  blocks of 12 x 8, the army about twice as wide as it is deep; the last block may be short
//   ring     concentric rings around a hollow of half the outer radius
//   scatter  blue noise in a disc: one tile of a Poisson-disc sample, repeated. R. Bridson, "Fast Poisson
//   Disk Sampling
//            in Arbitrary Dimensions", SIGGRAPH 2007, on a torus
std::vector<Slot> layFormation(const FormationRequest& request);

}  // namespace phalanx
