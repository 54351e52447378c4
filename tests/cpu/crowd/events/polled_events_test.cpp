// Common mistakes with events: what each loses, to the last event, and that nothing is lost without them.
#include "crowd/events/polled_events.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

using test::kSecond;

constexpr std::uint32_t kUnits = 40;

// One cycle per second: three rounds 0.1 s apart, and a step.
std::vector<std::vector<ClipMarkers>> fireMarkers() {
    ClipMarkers markers;
    const auto add = [&](const char* name, double phase) {
        markers.push_back({name, phase, static_cast<std::uint32_t>(phase * 0x1p32), false});
    };
    for (const double phase : {0.06, 0.16, 0.26}) add("fire", phase);
    add("step", 0.6);
    return {{markers}};
}

Crowd fireCrowd(double speed = 1.0, double offset_spread = 0.0) {
    CrowdModel model;
    model.clips = {test::clip("Fire", 1.0, true, 0.0)};
    model.radius_m = 0.4;
    CrowdSettings settings;
    settings.units = kUnits;
    settings.crossfade_s = 0.0;
    settings.speed = speed;
    settings.offset_spread = offset_spread;
    return Crowd({model}, {{0, 0}}, settings);
}

std::vector<bool> everySecondUnit() {
    std::vector<bool> drawn(kUnits);
    for (std::uint32_t unit = 0; unit < kUnits; unit += 2) drawn[unit] = true;
    return drawn;
}

// next(now): the tick of the next frame.
template <typename Next>
PolledEvents::Counts countsOver(const Crowd& crowd, const EventMistakes& mistakes, Ticks until,
                                const Next& next) {
    PolledEvents polled(fireMarkers());
    polled.advance(crowd, 0);
    for (Ticks now = 0; now < until;) {
        now = std::min(until, static_cast<Ticks>(next(now)));
        polled.beginFrame(mistakes, everySecondUnit());
        polled.advance(crowd, now);
    }
    return polled.counts();
}
PolledEvents::Counts countsOf(const Crowd& crowd, const EventMistakes& mistakes, Ticks until, Ticks frame) {
    return countsOver(crowd, mistakes, until, [&](Ticks now) { return now + frame; });
}

TEST(PolledEvents, OncePerFrameLosesAllButOneOfEachName) {
    const Crowd crowd = fireCrowd();
    const EventMistakes once{.once_per_frame = true};
    constexpr std::uint64_t kCycles = 20;
    struct FrameCase {
        Ticks frame;
        std::uint64_t heard;  // per cycle, of four
    };
    // A frame of a second: a round and a step. Of a quarter: two of the three rounds share one. Of 1/32 s:
    // each event has a frame of its own.
    for (const FrameCase& each :
         {FrameCase{kSecond, 2}, FrameCase{kSecond / 4, 3}, FrameCase{kSecond / 32, 4}}) {
        SCOPED_TRACE(each.frame);
        const PolledEvents::Counts counts = countsOf(crowd, once, kCycles * kSecond, each.frame);
        EXPECT_EQ(counts.happened, kUnits * kCycles * 4);
        EXPECT_EQ(counts.heard, kUnits * kCycles * each.heard);
        EXPECT_EQ(counts.lost(), counts.happened - counts.heard);
    }
    // Four times as fast, a quarter of a second holds a whole cycle.
    const PolledEvents::Counts fast = countsOf(fireCrowd(4.0), once, kCycles * kSecond, kSecond / 4);
    EXPECT_EQ(fast.happened, kUnits * kCycles * 16);
    EXPECT_EQ(fast.heard, kUnits * kCycles * 8);
    // One frame for everything.
    EXPECT_EQ(countsOf(crowd, once, kCycles * kSecond, kCycles * kSecond).heard, kUnits * 2);
}

TEST(PolledEvents, OnlyWhatIsDrawnIsHeardOf) {
    const Crowd crowd = fireCrowd();
    for (const Ticks frame : {kSecond / 60, kSecond}) {
        const PolledEvents::Counts counts = countsOf(crowd, {.drawn_only = true}, 10 * kSecond, frame);
        EXPECT_EQ(counts.happened, kUnits * 40U);
        EXPECT_EQ(counts.heard, kUnits * 40U / 2);
    }
    const PolledEvents::Counts both =
        countsOf(crowd, {.once_per_frame = true, .drawn_only = true}, 10 * kSecond, kSecond);
    EXPECT_EQ(both.heard, kUnits * 20U / 2);
}

TEST(PolledEvents, WithoutMistakesNothingIsLostWhateverTheFrames) {
    const Crowd crowd = fireCrowd(-2.7, 0.9);
    constexpr Ticks kUntil = 30 * kSecond;
    std::vector<Crossing> all;
    for (std::uint32_t unit = 0; unit < kUnits; ++unit)
        appendCrossings(playbackOf(crowd, unit, 0), fireMarkers()[0], unit, 0, 0,
                        static_cast<TickOffset>(kUntil), all);
    std::mt19937 random(5);
    const PolledEvents::Counts counts = countsOver(crowd, {}, kUntil, [&](Ticks now) {
        return now + (random() % 10 == 0 ? std::uint64_t{3} * kSecond : 1 + random() % 300);
    });
    EXPECT_GT(counts.happened, 10'000U);
    EXPECT_EQ(counts.happened, all.size());
    EXPECT_EQ(counts.heard, all.size());
    // And with them, as many should have happened.
    EXPECT_EQ(countsOf(crowd, {.once_per_frame = true}, kUntil, 2 * kSecond).happened, all.size());
}

// A log and the traces ask, too, and in parts of a frame: as a battle changes units within it.
TEST(PolledEvents, AllListenersHearTheSame) {
    const Crowd crowd = fireCrowd(1.0, 0.5);
    PolledEvents polled(fireMarkers());
    EventQueue other(fireMarkers());
    polled.advance(crowd, 0);
    other.begin(crowd, 0);
    other.listenToAll(crowd);
    std::uint64_t heard = 0;
    for (Ticks now = kSecond; now <= 12 * kSecond; now += kSecond) {
        polled.beginFrame({.once_per_frame = true}, {});
        for (const Ticks before : {kSecond / 2, kSecond / 3, Ticks{0}}) {
            polled.advance(crowd, now - before);
            other.advance(crowd, now - before, [&](const Crossing& crossing) {
                heard += polled.hears(crowd, crossing) ? 1U : 0U;
            });
        }
    }
    EXPECT_EQ(polled.counts().heard, heard);
    EXPECT_EQ(heard, kUnits * 12U * 2U);
}

}  // namespace
}  // namespace phalanx
