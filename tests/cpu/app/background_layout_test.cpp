#include "app/army/background_layout.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "core/error.h"
#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

constexpr std::uint32_t kMany = 3 * BackgroundLayout::kAtOnce;

CrowdSettings withUnits(std::uint32_t units) {
    CrowdSettings settings;
    settings.units = units;
    settings.crossfade_spread = 0.5;
    return settings;
}

// Counts frames until the units are placed. No frame writes more units than the limit per frame.
int framesUntilLaid(BackgroundLayout& layout, Crowd& crowd, const CrowdSettings& wanted, Ticks now) {
    for (int frame = 0;; ++frame) {
        const std::uint64_t written = crowd.unitsWritten();
        if (layout.carryOut(crowd, wanted, now)) return frame;
        EXPECT_LE(crowd.unitsWritten() - written, BackgroundLayout::kAtOnce);
        EXPECT_NE(crowd.size(), wanted.units);
        std::this_thread::yield();
    }
}

void expectSameUnits(const Crowd& a, const Crowd& b) {
    ASSERT_EQ(a.size(), b.size());
    ASSERT_EQ(a.groups().size(), b.groups().size());
    for (std::size_t g = 0; g < a.groups().size(); ++g) {
        const auto& of_a = a.groups()[g].units;
        const auto& of_b = b.groups()[g].units;
        ASSERT_EQ(of_a.size(), of_b.size());
        EXPECT_EQ(std::memcmp(of_a.data(), of_b.data(), of_a.size() * sizeof(UnitInstance)), 0) << g;
    }
}

TEST(BackgroundLayout, PlacesFewUnitsAtOnce) {
    Crowd crowd = test::army();
    BackgroundLayout layout;
    EXPECT_FALSE(layout.carryOut(crowd, withUnits(BackgroundLayout::kAtOnce), 100));
    EXPECT_EQ(crowd.size(), BackgroundLayout::kAtOnce);
    EXPECT_FALSE(layout.busy());
}

TEST(BackgroundLayout, PlacesManyUnitsInTheBackground) {
    Crowd crowd = test::army();
    BackgroundLayout layout;
    const std::uint32_t before = crowd.size();
    const std::uint64_t written = crowd.unitsWritten();
    EXPECT_FALSE(layout.carryOut(crowd, withUnits(kMany), 100));
    EXPECT_TRUE(layout.busy());
    EXPECT_EQ(crowd.size(), before) << "the frame continues with the old units";
    EXPECT_EQ(crowd.unitsWritten(), written);
    framesUntilLaid(layout, crowd, withUnits(kMany), 100);
    EXPECT_FALSE(layout.busy());
    expectSameUnits(crowd, Crowd({test::crowdSoldier()}, {{test::kWalk, test::kRun}}, withUnits(kMany), 100));
    // And back to one unit. The many units are freed on another thread.
    framesUntilLaid(layout, crowd, withUnits(1), 200);
    EXPECT_EQ(crowd.size(), 1U);
}

// A setting that changes while units are being placed is applied next.
TEST(BackgroundLayout, FollowsTheSlider) {
    Crowd crowd = test::army();
    BackgroundLayout layout;
    layout.carryOut(crowd, withUnits(kMany), 0);
    framesUntilLaid(layout, crowd, withUnits(kMany + 1), 10);
    EXPECT_EQ(crowd.size(), kMany);
    framesUntilLaid(layout, crowd, withUnits(kMany + 1), 20);
    EXPECT_EQ(crowd.size(), kMany + 1);
}

TEST(BackgroundLayout, KeepsEditsAndClips) {
    Crowd crowd = test::army();
    BackgroundLayout layout;
    UnitEdit edit;
    edit.speed = 2.0;
    crowd.edit(7, edit, 0);
    layout.carryOut(crowd, withUnits(kMany), 10);
    crowd.edit(9, edit, 20);
    crowd.chooseClips(0, {test::kIdle, test::kRun}, 20);
    framesUntilLaid(layout, crowd, withUnits(kMany), 30);
    EXPECT_EQ(crowd.editOf(7), edit);
    EXPECT_EQ(crowd.editOf(9), edit);
    EXPECT_EQ(crowd.choices()[0], (ClipChoice{test::kIdle, test::kRun}));
}

TEST(BackgroundLayout, DiscardsWorkForOldModels) {
    Crowd crowd = test::army();
    BackgroundLayout layout;
    layout.carryOut(crowd, withUnits(kMany), 10);
    crowd.replaceModel(0, test::crowdSoldier(2), {test::kWalk, test::kRun}, 20);
    layout.forgetModels();
    framesUntilLaid(layout, crowd, withUnits(kMany), 30);
    EXPECT_EQ(crowd.models()[0].variants, 2);
}

TEST(BackgroundLayout, NamesABadSettingAndChangesNothing) {
    Crowd crowd = test::army();
    BackgroundLayout layout;
    CrowdSettings bad = withUnits(kMany);
    bad.spacing_m = -1.0;
    const std::uint32_t before = crowd.size();
    EXPECT_THROW(layout.carryOut(crowd, bad, 0), Error);
    EXPECT_FALSE(layout.busy());
    EXPECT_EQ(crowd.size(), before);
}

}  // namespace
}  // namespace phalanx
