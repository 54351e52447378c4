// Units that show a frame of their own: exactly that one, at their place, until they go on as before.
#include <gtest/gtest.h>

#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

using test::crowdSoldier;
using test::kSecond;

Crowd withOwnFrames(bool march, std::uint32_t count = 600) {
    CrowdModel model = crowdSoldier();
    const BakedClip& last = model.clips.back();
    model.own_frames = {last.first_frame + last.intervals + 1, count, 0};
    CrowdSettings settings;
    settings.units = 40;
    settings.march = march;
    settings.height_spread = 0.04;
    return Crowd({model}, {{test::kWalk, test::kRun}}, settings);
}

TEST(CrowdOwnFrames, EachSlotIsExactlyOneFrame) {
    Crowd crowd = withOwnFrames(false);
    const auto clip = static_cast<std::uint32_t>(crowd.models()[0].clips.size());
    const glm::uvec4 entry = crowd.clipTable(0)[clip];
    for (const Ticks now : {100U, 5000U, 0xFFFFFF00U}) {
        for (std::uint32_t slot = 0; slot < 600; ++slot) {
            crowd.showOwnFrame(3, slot, {1.0F, 0.0F, 2.0F, 0.5F}, OwnFrame::kFalls, 100);
            const layout::UnitState state = crowd.stateOf(3, now);
            const layout::ClipMoment moment = layout::clipMoment(state.cycle_a, entry.y);
            EXPECT_EQ(moment.frame, slot);
            EXPECT_EQ(moment.within, 0.0F);
            EXPECT_EQ(state.cycle_b, state.cycle_a);
        }
    }
}

TEST(CrowdOwnFrames, NothingMovesThemOrChangesWhatTheyShow) {
    for (const bool march : {false, true}) {
        Crowd crowd = withOwnFrames(march);
        const glm::vec4 placement(30.0F, 0.1F, -7.0F, 2.0F);
        crowd.showOwnFrame(5, 17, placement, OwnFrame::kFalls, kSecond);
        const auto check = [&](Ticks now) {
            EXPECT_TRUE(crowd.showsOwnFrame(5));
            EXPECT_EQ(crowd.stateOf(5, now).placement, placement);
        };
        check(2 * kSecond);
        CrowdSettings settings = crowd.settings();
        settings.speed = 2.0;
        settings.crossfade_s = 1.0;
        crowd.apply(settings, 3 * kSecond);
        check(4 * kSecond);
        crowd.chooseClips(0, {test::kRun, test::kRun}, 5 * kSecond);
        check(6 * kSecond);
        crowd.edit(5, {.speed = 0.5}, 6 * kSecond);
        check(7 * kSecond);
        UnitTravel travel;
        travel.rate = 1000;
        travel.stride_m = {0.0, 1.0};
        crowd.travel(5, travel, 7 * kSecond);
        check(8 * kSecond);
        const Ticks later = 4U * 24U * 3600U * kSecond;  // all units were written again meanwhile
        crowd.advance(later);
        check(later);
        EXPECT_FALSE(crowd.showsOwnFrame(4));
        // Pictures and shadows take all units in.
        EXPECT_GT(crowd.radius_m() + 0.5,
                  glm::length(glm::dvec2(placement.x - crowd.center().x, placement.z - crowd.center().z)));
    }
}

TEST(CrowdOwnFrames, LeavingThemGoesOnAsIfNothingHadHappened) {
    Crowd crowd = withOwnFrames(true);
    const Crowd untouched = crowd;
    crowd.showOwnFrame(5, 17, {30.0F, 0.1F, -7.0F, 2.0F}, OwnFrame::kFalls, kSecond);
    crowd.showOwnFrame(5, 18, {31.0F, 0.0F, -7.0F, 2.0F}, OwnFrame::kFalls, 2 * kSecond);
    crowd.rise(5, 3 * kSecond);
    EXPECT_FALSE(crowd.showsOwnFrame(5));
    for (const Ticks now : {3 * kSecond, 9 * kSecond}) {
        const layout::UnitState expected = untouched.stateOf(5, now);
        const layout::UnitState state = crowd.stateOf(5, now);
        EXPECT_NEAR(glm::distance(glm::vec3(state.placement), glm::vec3(expected.placement)), 0.0F, 1e-3F);
        EXPECT_NEAR(state.phase_a, expected.phase_a, 1e-5F);
    }
    crowd.rise(6, 3 * kSecond);  // never had one
    EXPECT_EQ(crowd.stateOf(6, kSecond).placement, untouched.stateOf(6, kSecond).placement);
}

TEST(CrowdOwnFrames, OrdersOfThoseWhoLieHoldWhenTheyRise) {
    for (const bool march : {false, true}) {
        Crowd crowd = withOwnFrames(march);
        Crowd upright = crowd;
        UnitTravel walk;
        walk.rate = 100'000;
        walk.stride_m = {0.0, 1.4};
        UnitTravel run = walk;
        run.rate = 300'000;
        for (Crowd* each : {&crowd, &upright}) each->travel(5, walk, 0);
        crowd.showOwnFrame(5, 17, {30.0F, 0.1F, -7.0F, 2.0F}, OwnFrame::kLies, kSecond);
        for (Crowd* each : {&crowd, &upright}) each->travel(5, run, 2 * kSecond);
        EXPECT_TRUE(crowd.showsOwnFrame(5));
        EXPECT_EQ(crowd.stateOf(5, 3 * kSecond).placement.x, 30.0F);
        crowd.rise(5, 4 * kSecond);
        EXPECT_EQ(crowd.stateOf(5, 9 * kSecond).placement, upright.stateOf(5, 9 * kSecond).placement);
    }
}

TEST(CrowdOwnFrames, WhoRisesKeepsWhatChangedMeanwhile) {
    Crowd crowd = withOwnFrames(false);
    // It falls during a crossfade, which ends while it lies.
    crowd.chooseClips(0, {test::kRun, test::kRun}, kSecond, 1.0);
    crowd.showOwnFrame(5, 17, {30.0F, 0.1F, -7.0F, 2.0F}, OwnFrame::kLies, kSecond + 100);
    crowd.edit(5, {.tint = glm::vec4{1.0F, 0.5F, 0.0F, 1.0F}}, 2 * kSecond);
    crowd.advance(5 * kSecond);
    crowd.rise(5, 5 * kSecond);
    crowd.advance(6 * kSecond);
    EXPECT_EQ(crowd.unit(5).look.x, 0xFF0080FFU);
    EXPECT_EQ(crowd.unit(5).fade.w >> PH_FADE_MODE_SHIFT, crowd.unit(6).fade.w >> PH_FADE_MODE_SHIFT);
    EXPECT_EQ(crowd.unit(5).playback.y, crowd.unit(6).playback.y);
}

TEST(CrowdOwnFrames, AClipThatEndsIsPlayedOnceWhereTheUnitStood) {
    for (const bool march : {false, true}) {
        Crowd crowd = withOwnFrames(march);
        const glm::vec4 stood = crowd.stateOf(5, 3 * kSecond).placement;
        crowd.fallByClip(5, test::kDie, 3 * kSecond);
        EXPECT_TRUE(crowd.hasFallen(5));
        EXPECT_FALSE(crowd.showsOwnFrame(5));
        EXPECT_EQ(crowd.fallenUnits(), std::vector<std::uint32_t>{5});
        EXPECT_EQ(crowd.stateOf(5, 3 * kSecond).weight, 0.0F);
        const layout::UnitState half = crowd.stateOf(5, 4 * kSecond);  // of two seconds
        EXPECT_EQ(half.weight, 1.0F);
        EXPECT_NEAR(half.phase_b, 0.5F, 1e-3F);
        const layout::UnitState late = crowd.stateOf(5, 500 * kSecond);
        EXPECT_NEAR(late.phase_b, 1.0F, 1e-6F);
        EXPECT_EQ(late.placement, stood);
        crowd.edit(5, {.clips = ClipChoice{test::kRun, test::kRun}}, 4 * kSecond);
        EXPECT_EQ(crowd.stateOf(5, 500 * kSecond).cycle_b, late.cycle_b);
        crowd.rise(5, 600 * kSecond);
        EXPECT_FALSE(crowd.hasFallen(5));
        EXPECT_EQ(crowd.unit(5).playback.y & 0xFFFFU, static_cast<unsigned>(test::kRun));
    }
}

TEST(CrowdOwnFrames, WhoGetsUpStandsThereUntilItRises) {
    for (const bool march : {false, true}) {
        SCOPED_TRACE(march);
        Crowd crowd = withOwnFrames(march);
        const Crowd untouched = crowd;
        const glm::vec4 there(30.0F, 0.0F, -7.0F, 2.0F);
        crowd.showOwnFrame(5, 17, {29.0F, 0.1F, -7.0F, 1.0F}, OwnFrame::kFalls, kSecond);
        EXPECT_EQ(crowd.stateGoingOn(5, 2 * kSecond).placement, untouched.stateOf(5, 2 * kSecond).placement);
        crowd.willStand(5, there, test::kRun, 3 * kSecond);
        EXPECT_TRUE(crowd.hasFallen(5));
        EXPECT_EQ(crowd.fallenCount(), 1U);
        // What it will show is known before: from the clip's first frame on.
        EXPECT_EQ(crowd.stateGoingOn(5, 3 * kSecond).placement, there);
        EXPECT_EQ(crowd.stateGoingOn(5, 3 * kSecond).phase_a, 0.0F);
        crowd.goOn(5, 3 * kSecond);
        EXPECT_FALSE(crowd.hasFallen(5));
        EXPECT_FALSE(crowd.showsOwnFrame(5));
        EXPECT_EQ(crowd.fallenCount(), 0U);
        EXPECT_EQ(crowd.asideUnits(), std::vector<std::uint32_t>{5});
        const double seconds = 0.25 * crowd.models()[0].clips[test::kRun].duration_s;
        const Ticks later = 3 * kSecond + static_cast<Ticks>(seconds * kSecond);
        EXPECT_NEAR(crowd.stateOf(5, later).phase_a, 0.25F, 2e-3F);
        for (const Ticks now : {4 * kSecond, 500 * kSecond})
            EXPECT_EQ(crowd.stateOf(5, now).placement, there);
        // It can fall again, stagger where it stands, and go back to its rank.
        crowd.showOwnFrame(5, 18, there, OwnFrame::kFalls, 5 * kSecond);
        EXPECT_EQ(crowd.fallenCount(), 1U);
        crowd.goOn(5, 6 * kSecond);
        EXPECT_EQ(crowd.stateOf(5, 6 * kSecond).placement, there);
        crowd.rise(5, 7 * kSecond);
        EXPECT_TRUE(crowd.asideUnits().empty());
        EXPECT_EQ(crowd.fallenCount(), 0U);
        EXPECT_EQ(crowd.stateOf(5, 9 * kSecond).placement, untouched.stateOf(5, 9 * kSecond).placement);
        // One who only staggered does what it did.
        crowd.showOwnFrame(6, 3, there, OwnFrame::kFalls, 8 * kSecond);
        crowd.goOn(6, 9 * kSecond);
        EXPECT_FALSE(crowd.anyAside());
        EXPECT_EQ(crowd.stateOf(6, 9 * kSecond).placement, untouched.stateOf(6, 9 * kSecond).placement);
        EXPECT_EQ(crowd.stateOf(6, 9 * kSecond).cycle_a, untouched.stateOf(6, 9 * kSecond).cycle_a);
    }
}

TEST(CrowdOwnFrames, ANewLayoutOrModelEndsThem) {
    Crowd crowd = withOwnFrames(false);
    crowd.showOwnFrame(5, 17, {30.0F, 0.1F, -7.0F, 2.0F}, OwnFrame::kFalls, kSecond);
    CrowdModel again = crowd.models()[0];
    crowd.replaceModel(0, again, crowd.choices()[0], 2 * kSecond);
    EXPECT_FALSE(crowd.showsOwnFrame(5));
    crowd.showOwnFrame(5, 17, {30.0F, 0.1F, -7.0F, 2.0F}, OwnFrame::kFalls, kSecond);
    CrowdSettings settings = crowd.settings();
    settings.spacing_m = 3.0;
    crowd.apply(settings, 3 * kSecond);
    EXPECT_FALSE(crowd.showsOwnFrame(5));
}

}  // namespace
}  // namespace phalanx
