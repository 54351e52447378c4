// The timeline's blocks, speeds and limits, checked against the crowd's playback tick by tick.
#include "crowd/unit_timeline.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

using namespace test;

constexpr std::uint32_t kUnit = 3;

struct TimelineCase {
    std::string name;
    ClipChoice clips;
    CrowdSettings settings;
    UnitEdit edit;
    std::optional<ClipChoice> chosen;  // selected one second before `now`
    double now_s = 20.0;
};

CrowdSettings playedAt(double crossfade_s, double blend = 0.0, double speed = 1.0) {
    CrowdSettings s;
    s.units = 8;
    s.crossfade_s = crossfade_s;
    s.blend = blend;
    s.speed = speed;
    s.offset_spread = 0.3;
    s.crossfade_spread = 0.4;
    return s;
}

std::vector<TimelineCase> timelineCases() {
    return {{"walks", {kWalk, kRun}, playedAt(0.0), {}, {}},
            {"between walk and run", {kWalk, kRun}, playedAt(0.0, 0.37, 1.7), {}, {}},
            {"back and forth, in step", {kWalk, kRun}, playedAt(1.5), {}, {}},
            {"back and forth, not in step", {kWalk, kIdle}, playedAt(1.0, 0.0, 2.5), {}, {}},
            {"back and forth to a one-shot", {kIdle, kDie}, playedAt(0.7, 0.0, 2.0), {}, {}},
            {"dies", {kDie, kIdle}, playedAt(0.0, 0.0, 0.5), {}, {}, 1.5},
            {"waits to die", {kDie, kIdle}, playedAt(0.0), {}, {}, 0.01},
            {"stands still", {kWalk, kRun}, playedAt(0.0, 0.0, 0.0), {}, {}},
            {"edited speed and weight", {kWalk, kRun}, playedAt(1.5), {{}, 0.8, 3.3, {}, {}}, {}},
            {"fades to other clips", {kWalk, kRun}, playedAt(0.0), {}, ClipChoice{kIdle, kOtherRun}, 20.0},
            {"walks backwards", {kWalk, kRun}, playedAt(0.0, 0.0, -1.3), {}, {}},
            {"back and forth, backwards", {kWalk, kRun}, playedAt(1.5, 0.0, -2.0), {}, {}},
            {"gets up from death", {kDie, kIdle}, playedAt(0.0, 0.0, -0.5), {}, {}, 1.5}};
}

Crowd crowdOf(const TimelineCase& c, Ticks now) {
    Crowd crowd = army(c.clips);
    crowd.apply(c.settings, 0);
    if (!c.edit.empty()) crowd.edit(kUnit, c.edit, now - kSecond);
    if (c.chosen) crowd.chooseClips(0, *c.chosen, now - kSecond, 2.0);
    return crowd;
}

void forAll(const std::function<void(const TimelineCase&, const Crowd&, Ticks now)>& body) {
    for (const TimelineCase& c : timelineCases()) {
        SCOPED_TRACE(c.name);
        const Ticks now = ticksFromSeconds(c.now_s);
        body(c, crowdOf(c, now), now);
    }
}

TEST(UnitTimeline, MatchesTheCrowdsPlayback) {
    forAll([](const TimelineCase&, const Crowd& crowd, Ticks now) {
        const UnitPlayback playback = playbackOf(crowd, kUnit, now);
        for (TickOffset at = -5 * 4096; at < 5 * 4096; at += 37) {
            const layout::UnitPhases shown = phasesAt(playback, at);
            const layout::UnitState state = crowd.stateOf(kUnit, now + static_cast<Ticks>(at));
            ASSERT_EQ(layout::fractionOf(phaseOf(shown, ClipLane::kA)), state.phase_a) << at;
            ASSERT_EQ(layout::fractionOf(phaseOf(shown, ClipLane::kB)), state.phase_b) << at;
            ASSERT_EQ(shown.weight, state.weight) << at;
        }
    });
}

bool runsBack(const TimelineCase& c) {
    return c.settings.speed < 0.0;
}

// Computed tick by tick: a clip restarts where the phase falls (backwards: rises), and holds where the phase
// does not change.
std::vector<LaneBlock> blocksByTicks(const TimelineCase& c, const Crowd& crowd, Ticks now, ClipLane lane,
                                     TickOffset from, TickOffset until) {
    const auto phase = [&](TickOffset at) {
        const layout::UnitState state = crowd.stateOf(kUnit, now + static_cast<Ticks>(at));
        const float shown = lane == ClipLane::kA ? state.phase_a : state.phase_b;
        return runsBack(c) ? 1.0F - shown : shown;
    };
    std::vector<LaneBlock> blocks{{from, from, phase(from + 1) > phase(from)}};
    for (TickOffset at = from + 1; at <= until; ++at) {
        blocks.back().until = at;
        if (at == until) break;
        const bool restarts = phase(at) < phase(at - 1);
        const bool ends = phase(at + 1) < phase(at);  // restarts in the next tick
        const bool runs = ends ? blocks.back().runs : phase(at + 1) > phase(at);
        if (restarts || runs != blocks.back().runs) blocks.push_back({at, at, runs});
    }
    return blocks;
}

TEST(UnitTimeline, BlocksAreTheCyclesOfThePhase) {
    forAll([](const TimelineCase& c, const Crowd& crowd, Ticks now) {
        const UnitPlayback playback = playbackOf(crowd, kUnit, now);
        for (const ClipLane lane : {ClipLane::kA, ClipLane::kB}) {
            for (const TickOffset span : {4 * 4096, 517}) {
                const std::vector<LaneBlock> shown = laneBlocks(playback, lane, -span, span);
                const std::vector<LaneBlock> wanted = blocksByTicks(c, crowd, now, lane, -span, span);
                ASSERT_EQ(shown.size(), wanted.size()) << span;
                for (std::size_t i = 0; i < shown.size(); ++i) {
                    EXPECT_NEAR(shown[i].from, wanted[i].from, 1) << c.name << i;
                    EXPECT_NEAR(shown[i].until, wanted[i].until, 1) << c.name << i;
                    EXPECT_EQ(shown[i].runs, wanted[i].runs) << c.name << i;
                }
            }
        }
    });
}

TEST(UnitTimeline, AOneShotRunsOnceAndHolds) {
    const TimelineCase dies = timelineCases()[5];
    const Crowd crowd = crowdOf(dies, 0);
    const auto blocks =
        laneBlocks(playbackOf(crowd, kUnit, ticksFromSeconds(1.5)), ClipLane::kA, -6 * 4096, 20 * 4096);
    ASSERT_EQ(blocks.size(), 3U);
    EXPECT_FALSE(blocks[0].runs);
    EXPECT_TRUE(blocks[1].runs);
    EXPECT_FALSE(blocks[2].runs);
    EXPECT_NEAR(blocks[1].until - blocks[1].from, 4 * 4096, 2);  // 2 s at half the speed
    EXPECT_EQ(blocks[2].until, 20 * 4096);
}

TEST(UnitTimeline, VeryManyCyclesAreOneBlock) {
    TimelineCase quick = timelineCases()[0];
    quick.settings.speed = 4.0;
    const Crowd crowd = crowdOf(quick, 0);
    const UnitPlayback playback = playbackOf(crowd, kUnit, 0);
    EXPECT_GT(laneBlocks(playback, ClipLane::kA, 0, 60 * 4096).size(), 200U);
    EXPECT_EQ(laneBlocks(playback, ClipLane::kA, 0, 1000 * 4096).size(), 1U);
    EXPECT_TRUE(laneBlocks(playback, ClipLane::kA, 5, 5).empty());
}

TEST(UnitTimeline, SpeedsAreCurrent) {
    const auto speeds = [](std::size_t which, double now_s) {
        const TimelineCase c = timelineCases()[which];
        const Ticks now = ticksFromSeconds(now_s);
        const Crowd crowd = crowdOf(c, now);
        const UnitPlayback playback = playbackOf(crowd, kUnit, now);
        return std::pair(cyclesPerSecond(playback, ClipLane::kA), cyclesPerSecond(playback, ClipLane::kB));
    };
    const auto [own_a, own_b] = speeds(8, 20.0);  // in step, with a weight of 0.8 for the run
    EXPECT_NEAR(own_a, own_b, 1e-4);
    EXPECT_GT(own_a, 3.3 / 1.1);
    EXPECT_LT(own_a, 3.3 / 0.7);
    const auto [idle, die] = speeds(5, 60.0);
    EXPECT_EQ(idle, 0.0);  // clip A: the unit has died
    EXPECT_NEAR(die, 0.5 / 3.0, 1e-4);
    EXPECT_EQ(speeds(7, 20.0).first, 0.0);
    EXPECT_NEAR(speeds(10, 20.0).first, -1.3 / 1.1, 0.01);  // by its size
}

TEST(UnitTimeline, FrameTimesMatchThePhase) {
    forAll([](const TimelineCase& c, const Crowd& crowd, Ticks now) {
        if (c.chosen) return;  // the two seconds of that fade are tested below
        const UnitPlayback playback = playbackOf(crowd, kUnit, now);
        for (const ClipLane lane : {ClipLane::kA, ClipLane::kB}) {
            std::size_t crossed = 0;
            const auto passed = [&](TickOffset at) {
                const std::uint32_t phase = phaseOf(phasesAt(playback, at), lane);
                return runsBack(c) ? ~phase : phase;
            };
            std::uint32_t before = passed(-4096);
            for (TickOffset at = -4095; at <= 4096; ++at) {
                const std::uint32_t phase = passed(at);
                const auto frame = [](std::uint32_t p) { return std::uint64_t{p} * 30 >> 32U; };
                if (frame(phase) > frame(before)) ++crossed;
                before = phase;
            }
            const std::vector<TickOffset> frames = frameTimes(playback, lane, -4096, 4096);
            EXPECT_EQ(frames.size(), crossed);
            for (const TickOffset at : frames) {
                const double frame = phaseOf(phasesAt(playback, at), lane) * 0x1p-32 * 30.0;
                EXPECT_NEAR(frame, std::round(frame), 0.05) << at;
            }
        }
    });
}

// Within the limits the unit's data is not written. A one-time fade limits what is known of the future.
TEST(UnitTimeline, KnowsTheTimesThatTheInstanceDataCovers) {
    const Ticks now = ticksFromSeconds(20.0);
    Crowd crowd = crowdOf(timelineCases()[9], now);
    const KnownTime known = knownTime(playbackOf(crowd, kUnit, now));
    EXPECT_EQ(known.from, -4096);
    EXPECT_EQ(known.until, 4096);
    EXPECT_FALSE(known.holds(-4097));
    const std::uint64_t written = crowd.unitsWritten();
    crowd.advance(now + 4095);
    EXPECT_EQ(crowd.unitsWritten(), written);
    crowd.advance(now + 4096);
    EXPECT_GT(crowd.unitsWritten(), written);
    EXPECT_EQ(knownTime(playbackOf(crowd, kUnit, now + 4096)).until, kEndOfTime);

    const Crowd laid = crowdOf(timelineCases()[2], now);
    EXPECT_EQ(knownTime(playbackOf(laid, kUnit, now)).from, -static_cast<TickOffset>(now));
    EXPECT_EQ(knownTime(playbackOf(crowdOf(timelineCases()[6], 0), kUnit, 0)).from, 0);
}

}  // namespace
}  // namespace phalanx
