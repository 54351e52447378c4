// Playback continues through every change of the settings, and for weeks.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

using namespace test;

// The tick at which the crowd is created must not matter: the same settings give the same state at the same
// tick.
TEST(CrowdPlayback, StateDoesNotDependOnTheTickOfCreation) {
    Crowd early = army();
    Crowd late = army();
    CrowdSettings s;
    s.units = 300;
    early.apply(s, 0);
    late.apply(s, 100 * kSecond);
    for (std::uint32_t u = 0; u < 300; ++u)
        expectSameState(early.stateOf(u, 140 * kSecond), late.stateOf(u, 140 * kSecond));
}

// Every change of playback settings, at times within and between fades, and whether the weight must stay
// continuous.
TEST(CrowdPlayback, PlaybackContinuesThroughChanges) {
    struct Case {
        const char* name;
        std::function<void(CrowdSettings&)> change;
        bool weight_stays;
    };
    const std::vector<Case> cases{
        {"speed", [](CrowdSettings& s) { s.speed = 2.5; }, true},
        {"stop", [](CrowdSettings& s) { s.speed = 0.0; }, true},
        {"speed spread", [](CrowdSettings& s) { s.speed_spread = 0.3; }, true},
        {"stand", [](CrowdSettings& s) { s.march = false; }, true},
        {"longer fade", [](CrowdSettings& s) { s.crossfade_s = 4.0; }, true},
        {"longer hold", [](CrowdSettings& s) { s.hold_s = 11.0; }, true},
        {"no hold", [](CrowdSettings& s) { s.hold_s = 0.0; }, true},
        {"by hand", [](CrowdSettings& s) { s.crossfade_s = 0.0, s.blend = 0.7; }, false},
        {"crossfade spread", [](CrowdSettings& s) { s.crossfade_spread = 0.8; }, false},
    };
    for (const ClipChoice choice :
         {ClipChoice{kWalk, kRun}, ClipChoice{kIdle, kRun}, ClipChoice{kRun, kIdle}}) {
        for (const Case& c : cases) {
            SCOPED_TRACE(c.name);
            for (const double at_s : {1.0, 3.7, 6.1, 8.2, 500.25}) {
                SCOPED_TRACE(at_s);
                Crowd crowd = army(choice);
                CrowdSettings s;
                s.units = 64;
                crowd.apply(s, 0);
                const Ticks now = ticksFromSeconds(at_s);
                std::vector<layout::UnitState> before;
                for (std::uint32_t u = 0; u < s.units; ++u) before.push_back(crowd.stateOf(u, now));
                c.change(s);
                crowd.apply(s, now);
                for (std::uint32_t u = 0; u < s.units; ++u) {
                    expectSameState(before[u], crowd.stateOf(u, now), c.weight_stays);
                }
                // Motion stays smooth after the change: at most 16 cycles/s and 25 m/s over 4 ticks.
                for (std::uint32_t u = 0; u < s.units; ++u) {
                    const auto a = crowd.stateOf(u, now + 4);
                    EXPECT_LT(cyclesApart(a.phase_a, before[u].phase_a), 16.0 * 4 / 4096);
                    EXPECT_LT(placesApart(a, before[u]), 25.0 * 4 / 4096);
                }
            }
        }
    }
}

TEST(CrowdPlayback, AHeldBlendKeepsRisingWhenTheCrossfadeStarts) {
    Crowd crowd = army();
    CrowdSettings s;
    s.crossfade_s = 0.0;
    s.blend = 0.4;
    crowd.apply(s, 0);
    const auto before = crowd.stateOf(3, 10 * kSecond);
    EXPECT_NEAR(before.weight, 0.4, 1e-6);
    s.crossfade_s = 2.0;
    crowd.apply(s, 10 * kSecond);
    expectSameState(before, crowd.stateOf(3, 10 * kSecond));
    EXPECT_GT(crowd.stateOf(3, 10 * kSecond + 400).weight, before.weight);
}

TEST(CrowdPlayback, OffsetShiftsThePhase) {
    Crowd crowd = army();
    const auto before = crowd.stateOf(3, 10 * kSecond);
    CrowdSettings s = crowd.settings();
    s.offset = 0.25;
    crowd.apply(s, 10 * kSecond);
    EXPECT_LT(cyclesApart(crowd.stateOf(3, 10 * kSecond).phase_a, before.phase_a + 0.25), 1e-5);
    EXPECT_LT(glm::length(crowd.stateOf(3, 10 * kSecond).placement - before.placement), 1e-3F);
}

// All units march at the same speed whatever their size, and stay in formation for a day.
TEST(CrowdPlayback, StaysInFormationForADay) {
    Crowd crowd = army();
    CrowdSettings s;
    s.units = 400;
    s.height_spread = 0.05;
    crowd.apply(s, 0);
    for (Ticks t = 0; t <= 24 * 3600 * kSecond - 5; t += 3600 * kSecond + 1234) {
        crowd.advance(t);
        const glm::vec3 lead = glm::vec3(crowd.stateOf(0, t).placement - crowd.unit(0).placement);
        for (std::uint32_t u = 1; u < s.units; u += 7) {
            const glm::vec3 way = glm::vec3(crowd.stateOf(u, t).placement - crowd.unit(u).placement);
            ASSERT_LT(glm::length(way - lead), 0.30F) << "unit " << u << " after " << t / kSecond << " s";
        }
    }
}

TEST(CrowdPlayback, RunsForWeeksAcrossTheWrapOfTheClock) {
    Crowd crowd = army();
    CrowdSettings s;
    s.units = 3;
    crowd.apply(s, 0);
    const std::uint64_t written = crowd.unitsWritten();
    Ticks now = 0;
    for (int minute = 0; minute < 40 * 24 * 60; ++minute) {
        now += 60 * kSecond;
        const auto before = crowd.stateOf(1, now);
        crowd.advance(now);
        const auto after = crowd.stateOf(1, now);
        expectSameState(before, after);
        const auto next = crowd.stateOf(1, now + 8);
        ASSERT_LT(cyclesApart(next.phase_a, after.phase_a), 3.0 * 8 / 4096);
        ASSERT_LT(placesApart(next, after), 0.01);
    }
    EXPECT_EQ(crowd.unitsWritten() - written, 3U * 13U);
}

TEST(CrowdPlayback, ReplacedModelKeepsItsPhases) {
    Crowd crowd = army();
    const auto before = crowd.stateOf(7, 9 * kSecond);
    CrowdModel finer = crowdSoldier();
    for (BakedClip& c : finer.clips) {
        c.intervals = 120;
        c.first_frame = 77;
    }
    crowd.edit(3, {.clips = ClipChoice{kOtherRun, kOtherRun}}, 0);
    const std::uint64_t layout_version = crowd.layoutVersion();
    crowd.replaceModel(0, finer, {kWalk, kRun}, 9 * kSecond);
    expectSameState(before, crowd.stateOf(7, 9 * kSecond));
    EXPECT_EQ(crowd.clipTable(0)[1].y, 120U);
    EXPECT_EQ(crowd.clipTable(0)[1].x, 77U);
    EXPECT_EQ(crowd.layoutVersion(), layout_version);
    finer.clips.resize(2);
    crowd.replaceModel(0, finer, {kRun, kWalk}, 10 * kSecond);
    EXPECT_TRUE(crowd.edits().empty());
    for (std::uint32_t u = 0; u < crowd.size(); ++u) EXPECT_EQ(crowd.unit(u).playback.y, kRun | kWalk << 16U);
}

}  // namespace
}  // namespace phalanx
