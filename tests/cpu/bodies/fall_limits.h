// What falls of the soldier may not exceed, and the falls of one shard.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "bodies/falls/fall_check.h"
#include "bodies/ragdoll_sim.h"
#include "core/address_sanitizer.h"
#include "soldier_model.h"
#include "terrain/terrain.h"

namespace phalanx::test {

// With sanitizers, which look at the code and not at the figures, a tenth.
inline constexpr int kFallShard = kAddressSanitizer ? 25 : 250;

inline std::shared_ptr<const Terrain> hillsOfFalls() {
    TerrainSettings settings;
    settings.ground = kGroundHills;
    return makeTerrain(settings);
}

// The number of falls that exceed each limit is reported with the first of them.
template <typename Broken>
void expectNone(const FallReport& report, int first, const char* what, const Broken& broken) {
    const auto found = std::ranges::find_if(report.falls, broken);
    if (found == report.falls.end()) return;
    ADD_FAILURE() << what << ": " << std::ranges::count_if(report.falls, broken) << " falls, first number "
                  << first + (found - report.falls.begin());
}

inline void checkFalls(const Terrain* terrain, int first) {
    if (!bodiesAvailable()) GTEST_SKIP() << whyNoBodies();
    FallPlan plan;
    plan.count = kFallShard;
    plan.first = first;
    const FallReport report = measureFalls(soldier(), terrain, plan);
    SCOPED_TRACE(fallText(report));
    const auto none = [&](const char* what, const auto& broken) { expectNone(report, first, what, broken); };
    none("faster than 20 m/s", [](const FallResult& fall) { return fall.fastest_m_s > 20.0; });
    none("joint stretched by over 25 mm", [](const FallResult& fall) { return fall.gap_m > 0.025; });
    none("joint stretched by over 8 mm at rest",
         [](const FallResult& fall) { return fall.rest_gap_m > 0.008; });
    none("over 50 mm in the ground at rest",
         [](const FallResult& fall) { return fall.rest_skin_depth_m > 0.05; });
    none("over 60 mm in the ground after 0.5 s",
         [](const FallResult& fall) { return fall.skin_depth_m > 0.06; });
    none("over 20 mm above the ground at rest",
         [](const FallResult& fall) { return fall.rest_float_m > 0.02; });
    none("not at rest within 5 s", [](const FallResult& fall) { return fall.rest_s > 5.0; });
    none("over 0.1 m/s in the last step", [](const FallResult& fall) { return fall.last_m_s > 0.1; });
    none("the frame at rest moves a vertex by over 1 mm",
         [](const FallResult& fall) { return fall.corpse_mm > 1.0; });
    EXPECT_LE(spreadOf(report, &FallResult::gap_m).p99, 0.015);
    EXPECT_LE(spreadOf(report, &FallResult::rest_skin_depth_m).p99, 0.030);
    EXPECT_LE(spreadOf(report, &FallResult::rest_s).median, 3.0);
    const auto stopped = std::ranges::count_if(report.falls, &FallResult::stopped);
    EXPECT_LE(stopped, (kFallShard + 49) / 50);  // 2 %
    // The measurements see something: most bodies fall (some lie already), and rounding moves all of them.
    const auto still =
        std::ranges::count_if(report.falls, [](const FallResult& fall) { return fall.fastest_m_s < 1.0; });
    EXPECT_LE(still, kFallShard / 20);
    none("rounding moves nothing", [](const FallResult& fall) { return fall.corpse_mm <= 0.0; });
}

}  // namespace phalanx::test
