// Formations: the slots of any number of units on the ground, before jitter.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "crowd/crowd.h"

namespace phalanx {

// The size of a block of the phalanx in units, and the gaps between blocks side by side and behind each
// other, in spacings. The officer stands in the gap ahead of the block.
inline constexpr std::uint32_t kBlockWidth = 12;
inline constexpr std::uint32_t kBlockDepth = 8;
inline constexpr double kLaneBeside = 2.5;
inline constexpr double kLaneBehind = 4.0;

struct Slot {
    glm::vec2 place{0.0F};    // metres; x to the left, y ahead, as seen in the formation's facing direction
    float heading = 0.0F;     // relative to the facing of the formation, counter-clockwise
    std::uint32_t block = 0;  // phalanx: the block's number; others: 0
    std::uint8_t team = 0;    // 0 .. kTeams - 1
    bool leads = false;       // the officer of a block
};

inline constexpr int kTeams = 3;

struct FormationRequest {
    Formation formation = Formation::kGrid;
    std::uint32_t units = 1;
    double spacing_m = 1.5;  // minimum distance between two slots
    std::uint32_t seed = 1;  // used only by scatter
    bool officers = false;   // phalanx: blocks of more than 5 units have an officer
    bool outward = false;    // ring: units face outward, else ahead
};

// Returns `units` slots around the origin, in linear time. The same request gives the same bytes.
//   grid     nearly square; the last rank may be short, and is centred
//   phalanx  blocks of 12 x 8, in total about twice as wide as deep; the last block may be short
//   ring     concentric rings around an empty disc of half the outer radius
//   scatter  blue noise in a disc: a tile of Poisson-disc samples, repeated. R. Bridson, "Fast Poisson
//            Disk Sampling in Arbitrary Dimensions", SIGGRAPH 2007, on a torus
//   battle   two hosts that face each other, see hosts.h
std::vector<Slot> layFormation(const FormationRequest& request);

}  // namespace phalanx
