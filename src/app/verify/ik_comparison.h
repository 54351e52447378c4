// Two-bone IK, CCD and FABRIK on the same random chains and targets: rounds, errors and time per solve.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "anim/layers/layered_pose.h"
#include "anim/pose/model.h"

namespace phalanx {

struct IkComparisonSettings {
    int chains = 10'000;  // of each row, 1 or more
    int rounds = 100;     // at most, 1..kMostIkRounds
    std::uint32_t seed = 1;
};

// A solver on the chains of one kind, with targets of one kind.
struct IkComparisonRow {
    std::string_view target;  // "reachable", "unreachable", "collinear"
    std::string_view limb;    // "arms and legs", "spine", "spine and arms", "all joints"
    IkSolver solver = IkSolver::kFabrik;
    std::size_t joints = 0;
    // Rounds until the end is within kArrived_mm; HUGE_VAL: not within the rounds.
    double rounds_median = 0.0;
    double rounds_p95 = 0.0;
    double arrived = 0.0;  // share of the chains
    // After kIkRounds rounds, beyond what no chain of this length could reach.
    double error_median_mm = 0.0;
    double error_p95_mm = 0.0;
    double microseconds =
        0.0;  // per solve that ends when the end has arrived: from local rotations to local rotations
};

// Chains are in random clips at random times, each joint turned further by up to 45 degrees. Targets are
// where the end gets by turns of up to 90 degrees (reachable), up to twice as far as the chain is long
// (unreachable), or on the line of the chain after it was made straight (collinear). Throws Error (kInput) if
// the model has no chain.
std::vector<IkComparisonRow> compareIk(const Model& model, const IkComparisonSettings& settings);

std::string ikComparisonText(const std::vector<IkComparisonRow>& rows, const IkComparisonSettings& settings);
nlohmann::json ikComparisonJson(const std::vector<IkComparisonRow>& rows,
                                const IkComparisonSettings& settings);

}  // namespace phalanx
