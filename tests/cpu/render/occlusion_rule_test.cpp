#include "render/culling/occlusion_rule.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

using Known = OcclusionRule::Known;

constexpr std::uint64_t kUnits = 100'000;
constexpr std::uint64_t kPays = testInTriangles(kUnits);

TEST(OcclusionRule, OnAndOffAreRespected) {
    OcclusionRule rule;
    EXPECT_TRUE(rule.tests(Occlusion::kOn, {true, 0, kUnits}));
    EXPECT_TRUE(rule.tests(Occlusion::kOn, {true, 0, kUnits}));
    EXPECT_FALSE(rule.tests(Occlusion::kOff, {true, 10 * kPays, kUnits}));
}

TEST(OcclusionRule, ContinuesWhileItPays) {
    OcclusionRule rule;
    // Nothing is known during the first frames.
    for (int frame = 0; frame < 4; ++frame) EXPECT_TRUE(rule.tests(Occlusion::kAuto, {false, 0, kUnits}));
    for (int frame = 0; frame < 500; ++frame)
        EXPECT_TRUE(rule.tests(Occlusion::kAuto, {true, kPays, kUnits}));
    EXPECT_FALSE(rule.tests(Occlusion::kAuto, {true, kPays - 1, kUnits}));
}

// Seen from above nothing is hidden: an occasional frame tests whether that is still so.
TEST(OcclusionRule, PausesIfItDoesNotPayAndRetries) {
    OcclusionRule rule;
    int tested = 0;
    bool before = false;
    for (int frame = 0; frame < 10 * OcclusionRule::kRest; ++frame) {
        before = rule.tests(Occlusion::kAuto, {before, 0, kUnits});
        tested += before ? 1 : 0;
    }
    EXPECT_GE(tested, 9);
    EXPECT_LE(tested, 10);
}

TEST(OcclusionRule, OffEndsThePause) {
    OcclusionRule rule;
    EXPECT_TRUE(rule.tests(Occlusion::kAuto, {}));
    EXPECT_FALSE(rule.tests(Occlusion::kAuto, {true, 0, kUnits}));
    EXPECT_FALSE(rule.tests(Occlusion::kOff, {}));
    EXPECT_TRUE(rule.tests(Occlusion::kAuto, {})) << "after it is switched on again, it is tested at once";
}

}  // namespace
}  // namespace phalanx
