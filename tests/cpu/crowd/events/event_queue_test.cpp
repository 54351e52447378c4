// The queue of events, while units are changed in all ways.
#include "crowd/events/event_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/address_sanitizer.h"
#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

using namespace test;

std::vector<std::vector<ClipMarkers>> soldierMarkers() {
    const auto at = [](const std::vector<double>& phases) {
        ClipMarkers markers;
        for (const double phase : phases)
            markers.push_back(
                {"m", phase, static_cast<std::uint32_t>(std::min(phase * 0x1p32, 0x1p32 - 1.0)), false});
        return markers;
    };
    return {{at({0.1, 0.6}), at({0.0, 0.5}), {}, at({0.0, 0.3, 1.0}), at({0.2, 0.7})}};
}

struct Change {
    Ticks at = 0;
    std::uint32_t unit = 0;
    UnitEdit edit{};
    bool clips = false;
    ClipChoice choice{};
    std::optional<double> speed{};
};

std::vector<Change> changesOf(std::uint64_t seed, std::uint32_t units) {
    std::mt19937_64 random(seed);
    std::vector<Change> changes;
    Ticks at = 0;
    for (int i = 0; i < 60; ++i) {
        at += static_cast<Ticks>(random() % 3000);
        Change change{.at = at, .unit = static_cast<std::uint32_t>(random() % units)};
        const auto clip = [&] { return static_cast<int>(random() % 5); };
        switch (random() % 5) {
            case 0:
                change.edit.speed = static_cast<double>(random() % 801) / 100.0 - 4.0;
                break;
            case 1:
                change.edit.clips = ClipChoice{clip(), clip()};
                break;
            case 2:
                change.clips = true;
                change.choice = {clip(), clip()};
                break;
            case 3:
                change.speed = static_cast<double>(random() % 801) / 100.0 - 4.0;
                break;
            default:
                break;  // takes the edit away
        }
        changes.push_back(change);
    }
    return changes;
}

void apply(const Change& change, Crowd& crowd) {
    if (change.clips) return crowd.chooseClips(0, change.choice, change.at, 0.4);
    if (change.speed) {
        CrowdSettings settings = crowd.settings();
        settings.speed = *change.speed;
        return crowd.apply(settings, change.at);
    }
    crowd.edit(change.unit, change.edit, change.at);
}

CrowdSettings settingsOf(double crossfade_s) {
    CrowdSettings s;
    s.units = 12;
    s.offset_spread = 0.5;
    s.crossfade_s = crossfade_s;
    return s;
}

constexpr Ticks kEnd = 30 * kSecond;

// The ticks of frames are those of all changes, and more of them at random.
std::vector<Crossing> listened(double crossfade_s, std::uint64_t seed, Ticks longest_frame) {
    Crowd crowd = army();
    crowd.apply(settingsOf(crossfade_s), 0);
    EventQueue queue(soldierMarkers());
    queue.begin(crowd, 0);
    queue.listenToAll(crowd);
    std::vector<Crossing> events;
    const auto take = [&](const Crossing& crossing) { events.push_back(crossing); };
    std::mt19937_64 random(seed * 31 + longest_frame);
    Ticks now = 0;
    const auto goTo = [&](Ticks until) {
        while (now < until) {
            now = std::min<Ticks>(until, now + 1 + static_cast<Ticks>(random() % longest_frame));
            queue.advance(crowd, now, take);
            // Crossfades end at the ticks of frames: at those of all runs alike.
            if (now == until) crowd.advance(now);
        }
    };
    for (const Change& change : changesOf(seed, crowd.size())) {
        goTo(change.at);
        apply(change, crowd);
    }
    goTo(kEnd + 60 * 3000);
    return events;
}

// From tick to tick, without a queue.
std::vector<Crossing> walked(double crossfade_s, std::uint64_t seed) {
    Crowd crowd = army();
    crowd.apply(settingsOf(crossfade_s), 0);
    const auto markers = soldierMarkers();
    std::vector<Crossing> events;
    Ticks now = 0;
    const auto goTo = [&](Ticks until) {
        for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
            const UnitPlayback playback = playbackOf(crowd, unit, now);
            for (TickOffset at = 0; at < static_cast<TickOffset>(until - now); ++at)
                appendCrossings(playback, markers[0], unit, now, at, at + 1, events);
        }
        now = until;
        crowd.advance(now);
    };
    for (const Change& change : changesOf(seed, crowd.size())) {
        goTo(change.at);
        apply(change, crowd);
    }
    goTo(kEnd + 60 * 3000);
    std::ranges::sort(events, {}, &Crossing::order);
    return events;
}

void expectSameOrder(const std::vector<Crossing>& a, const std::vector<Crossing>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i].order(), b[i].order()) << i;
}

TEST(EventQueue, LosesNothingWhileUnitsAreChanged) {
    for (const double crossfade_s : {0.0, 0.7}) {
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            if (kAddressSanitizer && seed > 1U) break;
            SCOPED_TRACE(testing::Message() << "crossfade " << crossfade_s << ", seed " << seed);
            const std::vector<Crossing> expected = walked(crossfade_s, seed);
            EXPECT_GT(expected.size(), 300U);
            expectSameOrder(listened(crossfade_s, seed, 1), expected);
            expectSameOrder(listened(crossfade_s, seed, 300), expected);
            expectSameOrder(listened(crossfade_s, seed, 10 * kSecond), expected);
        }
    }
}

TEST(EventQueue, DoesNotLookAtUnitsThatStand) {
    Crowd crowd = army({kIdle, kIdle});
    crowd.apply(settingsOf(0.0), 0);
    EventQueue queue(soldierMarkers());
    queue.begin(crowd, 0);
    queue.listenToAll(crowd);
    EXPECT_EQ(queue.waiting(), 0U);  // nothing happens in Idle
    UnitEdit edit;
    edit.clips = ClipChoice{kWalk, kWalk};
    crowd.edit(5, edit, 0);
    std::vector<Crossing> events;
    queue.advance(crowd, 10 * kSecond, [&](const Crossing& crossing) { events.push_back(crossing); });
    EXPECT_NEAR(static_cast<double>(events.size()), 2.0 * 10.0 / 1.1, 2.0);
    for (const Crossing& event : events) EXPECT_EQ(event.unit, 5U);
    EXPECT_LT(queue.waiting(), 12U);
    edit.speed = 0.0;
    crowd.edit(5, edit, 10 * kSecond);
    queue.advance(crowd, 40 * kSecond, [&](const Crossing& crossing) { FAIL() << crossing.tick; });
    EXPECT_EQ(queue.waiting(), 0U);
}

TEST(EventQueue, HearsOnlyThoseListenedTo) {
    Crowd crowd = army({kWalk, kWalk});
    crowd.apply(settingsOf(0.0), 0);
    EventQueue queue(soldierMarkers());
    queue.begin(crowd, 0);
    for (const std::uint32_t unit : {3U, 7U}) queue.listen(crowd, unit);
    std::vector<bool> heard(crowd.size(), false);
    queue.advance(crowd, 5 * kSecond, [&](const Crossing& crossing) { heard[crossing.unit] = true; });
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) EXPECT_EQ(heard[unit], unit == 3 || unit == 7);
}

TEST(EventQueue, GoesOnAfterANewLayout) {
    Crowd crowd = army({kWalk, kWalk});
    crowd.apply(settingsOf(0.0), 0);
    EventQueue queue(soldierMarkers());
    queue.begin(crowd, 0);
    queue.listenToAll(crowd);
    int events = 0;
    const auto count = [&](const Crossing& /*crossing*/) { ++events; };
    queue.advance(crowd, 5 * kSecond, count);
    CrowdSettings settings = crowd.settings();
    settings.formation = Formation::kRing;
    crowd.apply(settings, 5 * kSecond);
    const int before = events;
    queue.advance(crowd, 10 * kSecond, count);
    EXPECT_NEAR(events - before, 12 * 2 * 5.0 / 1.1, 24.0);
}

}  // namespace
}  // namespace phalanx
