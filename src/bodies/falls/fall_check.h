// Seeded falls of a model: ragdolls that begin at random moments of random clips with random shots, and what
// is wrong with their poses. Printed by `phalanx falls`, checked by tests.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "bodies/ragdoll.h"

namespace phalanx {

struct FallPlan {
    int count = 1000;  // 1 or more
    int first = 0;     // number of the first fall; fall N is the same in any range
    std::uint32_t seed = 1;
    unsigned threads = 0;  // 0: as many as the machine has
};

// What fall number `fall` begins with: any moment of any clip but those that get up. plans: one per variant
// of the model.
RagdollStart randomFall(const Model& model, const std::vector<std::shared_ptr<const BodyPlan>>& plans,
                        const Terrain* terrain, std::uint32_t seed, int fall);

// Of one fall, from its start to its rest.
struct FallResult {
    double fastest_m_s = 0.0;  // part of a body, displacement per step
    double gap_m = 0.0;        // joint: largest distance between its ends
    double rest_gap_m = 0.0;
    double start_depth_m = 0.0;  // of all vertices below the ground in the pose of the start
    double hull_depth_m = 0.0;   // of the hulls below the ground, shown poses; 0: above it
    double rest_hull_depth_m = 0.0;
    double skin_depth_m = 0.0;  // of all vertices that its variant shows
    double rest_skin_depth_m = 0.0;
    double rest_float_m = 0.0;  // its lowest vertex above the ground; 0: it touches it
    // Lowest points of the hips and of the highest of head, hands and feet above the ground, at rest.
    double rest_hips_m = 0.0;
    double rest_limb_m = 0.0;
    double rest_s = 0.0;     // time to rest
    double late_m_s = 0.0;   // speed of the fastest part after kLate_s; 0: at rest by then
    double last_m_s = 0.0;   // speed of the fastest part in the last step, before it stands still
    bool stopped = false;    // it was still faster than kRestSpeed_m_s after kMostFall_s
    double corpse_mm = 0.0;  // what showing the rounded frame at rest moves, the farthest vertex
    double step_ms = 0.0;
    int steps = 0;
    std::size_t variant = 0;
};

inline constexpr double kLate_s = 3.0;
// Depths in the fall are measured from here on: on a slope, many a pose of the start is in the ground.
inline constexpr double kRisen_s = 0.5;

struct FallSpread {
    double median = 0.0;
    double p99 = 0.0;
    double most = 0.0;
};

struct FallReport {
    std::vector<FallResult> falls;  // in the order of their numbers
    std::size_t bodies = 0;         // of the plan of variant 0
    std::size_t frame_bytes = 0;    // of a pose, see OwnPose
};

FallReport measureFalls(const Model& model, const Terrain* terrain, const FallPlan& plan);

FallSpread spreadOf(const FallReport& report, double FallResult::*value);
double stepMilliseconds(const FallReport& report);  // mean of all steps, per ragdoll

std::string fallText(const FallReport& report);
nlohmann::json fallJson(const FallReport& report);

}  // namespace phalanx
