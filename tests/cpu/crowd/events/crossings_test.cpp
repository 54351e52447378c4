// Crossings of markers, checked against steps of single ticks and against whole numbers.
#include "crowd/events/crossings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/address_sanitizer.h"
#include "cpu/crowd/playback_simulation.h"

namespace phalanx {
namespace {

using layout::Mode;
using layout::Scene;
using layout::uint;

ClipMarkers markersAt(const std::vector<double>& phases, bool loops) {
    ClipMarkers markers;
    for (const double phase : phases) {
        const double cycles = std::min(std::round(phase * 0x1p32), 0x1p32 - 1.0);
        markers.push_back({"marker", phase, loops && phase >= 1.0 ? 0U : static_cast<uint>(cycles), false});
    }
    return markers;
}

UnitPlayback playbackOf(const Scene& scene, uint elapsed = 0) {
    return {unitOf(scene), entryOf(scene.a), entryOf(scene.b), scheduleOf(scene, scene.start + elapsed)};
}

struct Case {
    std::string name;
    Scene scene;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const double speed : {1.0, 4.0, 0.3, 0.0, -1.0, -4.0}) {
        for (const Mode mode : {Mode::kConstant, Mode::kPeriodic, Mode::kEvent}) {
            for (const bool loops : {true, false}) {
                for (const bool in_step : {true, false}) {
                    if (in_step && !loops) continue;
                    Scene s;
                    s.a = {1.1, true, 1.54};
                    s.b = {0.7, loops, 2.38};
                    s.in_step = in_step;
                    s.mode = mode;
                    s.weight = loops ? 0.3 : 0.8;
                    s.event_s = 3.25;
                    s.shift_s = 2.5;
                    s.speed = speed;
                    s.start = 0xFFFFE000U;  // so that the clock wraps
                    const char* const modes[] = {"constant", "periodic", "event"};
                    all.push_back({std::string(modes[static_cast<int>(mode)]) +
                                       (loops ? " loop" : " one-shot") + (in_step ? " in step" : "") +
                                       " at " + std::to_string(speed),
                                   s});
                }
            }
        }
    }
    return all;
}

UnitPlayback caseOf(const Scene& scene) {
    UnitPlayback playback = playbackOf(scene);
    if (!scene.b.loops) playback.unit.fade.y = layout::oneShotOrigin(playback.unit.playback.w);
    return playback;
}

// From tick to tick, by phases alone. A marker is passed at a tick if it lies between this tick's phase and
// the next one's; a one-shot that jumps back begins again.
std::vector<Crossing> byTicks(const UnitPlayback& playback, const std::vector<ClipMarkers>& markers,
                              TickOffset until) {
    std::vector<Crossing> result;
    for (TickOffset at = 0; at < until; ++at) {
        for (const ClipLane lane : {ClipLane::kA, ClipLane::kB}) {
            if (heardLane(playback, at) != lane) continue;
            const uint clip = lane == ClipLane::kA ? 0U : 1U;
            const bool loops = (lane == ClipLane::kA ? playback.clip_a : playback.clip_b).z != 0U;
            const bool back =
                layout::runsBack(lane == ClipLane::kA ? playback.unit.playback.z : playback.unit.playback.w);
            const uint now = phaseOf(phasesAt(playback, at), lane);
            const uint next = phaseOf(phasesAt(playback, at + 1), lane);
            const uint step = back ? now - next : next - now;
            if (step == 0U || step > 0x80000000U) continue;  // stands, or begins again
            for (uint m = 0; m < markers[clip].size(); ++m) {
                const uint ahead = back ? now - markers[clip][m].cycles : markers[clip][m].cycles - now;
                // At its end a one-shot passes what lies there.
                const bool end =
                    !loops && markers[clip][m].cycles == next && next == (back ? 0U : 0xFFFFFFFFU);
                if (ahead < step || end) result.push_back({at, 0, clip, m, 0.0F});
            }
        }
    }
    return result;
}

void expectSame(std::vector<Crossing> a, std::vector<Crossing> b) {
    const auto key = [](const Crossing& c) { return std::tuple(c.tick, c.clip, c.marker); };
    const auto less = [&](const Crossing& x, const Crossing& y) { return key(x) < key(y); };
    std::ranges::sort(a, less);
    std::ranges::sort(b, less);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(key(a[i]), key(b[i])) << i;
}

TEST(Crossings, AreThoseOfSingleTicks) {
    const std::vector<ClipMarkers> loop_markers{markersAt({0.0, 0.25, 0.2500001, 0.999}, true),
                                                markersAt({0.0, 0.1, 0.5, 0.9999}, true)};
    std::vector<ClipMarkers> shot_markers = loop_markers;
    shot_markers[1] = markersAt({0.0, 0.1, 0.5, 1.0}, false);
    for (const auto& [name, scene] : cases()) {
        SCOPED_TRACE(name);
        const UnitPlayback playback = caseOf(scene);
        const std::vector<ClipMarkers>& markers = scene.b.loops ? loop_markers : shot_markers;
        // Each tick on its own; sanitizers take twenty times as long for each.
        constexpr TickOffset kUntil = (kAddressSanitizer ? 6 : 40) * 4096;
        std::vector<Crossing> found;
        appendCrossings(playback, markers, 0, 0, 0, kUntil, found);
        expectSame(found, byTicks(playback, markers, kUntil));
        if (scene.speed == 0.0) {
            EXPECT_TRUE(found.empty());
        } else {
            EXPECT_GT(found.size(), 2U);
        }
        for (const Crossing& c : found) {
            EXPECT_GE(c.within, 0.0F);
            EXPECT_LT(c.within, 1.0F);
        }
    }
}

TEST(Crossings, TenMillionOverHiccupsAreNeitherLostNorDouble) {
    // 256 markers per clip, at random phases. Looked at in steps between a tick and 10 seconds.
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    std::vector<ClipMarkers> markers(2);
    for (ClipMarkers& of_clip : markers) {
        std::vector<double> phases(256);
        for (double& phase : phases) phase = share(random);
        phases[0] = 0.0;
        std::ranges::sort(phases);
        of_clip = markersAt(phases, true);
    }
    std::uint64_t all = 0;
    std::vector<Crossing> found;
    std::vector<Crossing> at_once;
    while (all < (kAddressSanitizer ? 1'000'000 : 10'000'000)) {
        Scene s;
        s.a = {0.4 + share(random), true, 0.0};
        s.b = {0.4 + share(random), true, 0.0};
        s.in_step = random() % 2 == 0;
        s.mode = static_cast<Mode>(random() % 3);
        s.weight = share(random);
        s.event_s = 20.0 * share(random);
        s.shift_s = 5.0 * share(random);
        s.speed = (random() % 2 == 0 ? -1.0 : 1.0) * (0.5 + 3.5 * share(random));
        s.start = static_cast<uint>(random());
        UnitPlayback playback = playbackOf(s);
        playback.unit.fade.x = static_cast<uint>(random());
        playback.unit.fade.y = static_cast<uint>(random());
        const TickOffset until = 60 * 4096 + static_cast<TickOffset>(random() % 4096);
        found.clear();
        for (TickOffset at = 0; at < until;) {
            const TickOffset longest = random() % 4 == 0 ? 10 * 4096 : 100;
            const TickOffset next = std::min(
                until, at + 1 + static_cast<TickOffset>(random() % static_cast<std::uint64_t>(longest)));
            const std::size_t before = found.size();
            appendCrossings(playback, markers, 0, 0, at, next, found);
            for (std::size_t i = before; i < found.size(); ++i) {
                ASSERT_GE(found[i].tick, at);
                ASSERT_LT(found[i].tick, next);
            }
            at = next;
        }
        at_once.clear();
        appendCrossings(playback, markers, 0, 0, 0, until, at_once);
        ASSERT_NO_FATAL_FAILURE(expectSame(found, at_once));
        if (s.mode == Mode::kConstant && !s.in_step) {
            // One lane at an even rate: whole numbers say how many.
            const bool b = static_cast<float>(s.weight) >= 0.5F;
            const auto rate = static_cast<std::int64_t>(
                static_cast<std::int32_t>(b ? playback.unit.playback.w : playback.unit.playback.z));
            const std::int64_t first = b ? playback.unit.fade.y : playback.unit.fade.x;
            const std::int64_t last = first + rate * until;
            std::uint64_t expected = 0;
            for (const ClipMarker& marker : markers[b ? 1 : 0]) {
                const auto passed = [&](std::int64_t cycles,
                                        bool inclusive) {  // floor of whole cycles, exactly
                    const std::int64_t past = cycles - marker.cycles - (inclusive ? 0 : 1);
                    return past >> 32;
                };
                expected += static_cast<std::uint64_t>(rate >= 0 ? passed(last, false) - passed(first, false)
                                                                 : passed(first, true) - passed(last, true));
            }
            ASSERT_EQ(found.size(), expected);
        }
        all += found.size();
    }
}

// Also where a look ends at the very tick at which a one-shot begins again.
TEST(Crossings, OneShotsDivideWithoutLoss) {
    const std::vector<ClipMarkers> markers{markersAt({0.0, 0.3}, true),
                                           markersAt({0.0, 0.1, 0.5, 1.0}, false)};
    std::mt19937_64 random(3);
    for (const double speed : {1.0, -2.0}) {
        Scene s;
        s.a = {1.1, true, 0.0};
        s.b = {0.7, false, 0.0};
        s.mode = Mode::kPeriodic;
        s.shift_s = 1.5;
        s.speed = speed;
        const UnitPlayback playback = caseOf(s);
        const auto period = static_cast<TickOffset>(s.period());
        const TickOffset until = 20 * period;
        std::vector<Crossing> whole;
        appendCrossings(playback, markers, 0, 0, 0, until, whole);
        EXPECT_GT(whole.size(), 60U);
        std::vector<TickOffset> cuts{0, until};
        for (int i = 0; i < 40; ++i)
            cuts.push_back(static_cast<TickOffset>(random() % static_cast<std::uint64_t>(until)));
        // Where periods begin, and where A begins again.
        const auto shift = static_cast<TickOffset>(std::lround(s.shift_s * 4096.0));
        for (TickOffset at = period - shift; at < until; at += period) {
            cuts.push_back(at);
            cuts.push_back(std::max(0, at - static_cast<TickOffset>(s.fadeTicks())));
        }
        std::ranges::sort(cuts);
        std::vector<Crossing> parts;
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
            appendCrossings(playback, markers, 0, 0, cuts[i], cuts[i + 1], parts);
        expectSame(parts, whole);
    }
}

TEST(Crossings, MarkersOfFirstAndLastMomentOfAOneShot) {
    for (const double speed : {1.0, -1.0}) {
        Scene s;
        s.a = {1.0, false, 0.0};
        s.b = s.a;
        s.speed = speed;
        UnitPlayback playback = playbackOf(s);
        playback.unit.fade.x = playback.unit.fade.y = layout::oneShotOrigin(playback.unit.playback.z);
        const std::vector<ClipMarkers> markers{markersAt({0.0, 1.0}, false), {}};
        std::vector<Crossing> found;
        for (TickOffset at = 0; at < 3 * 4096; at += 7)
            appendCrossings(playback, markers, 0, 0, at, at + 7, found);
        ASSERT_EQ(found.size(), 2U) << speed;
        EXPECT_EQ(found[0].tick, 0) << speed;
        EXPECT_NEAR(static_cast<double>(found[1].tick), 4095.0, 1.0) << speed;
        EXPECT_EQ(found[0].marker, speed > 0.0 ? 0U : 1U);
    }
}

TEST(Crossings, CyclesGoOnWithoutJumps) {
    for (const auto& [name, scene] : cases()) {
        SCOPED_TRACE(name);
        const UnitPlayback playback = caseOf(scene);
        std::int64_t before = cyclesAt(playback, ClipLane::kA, 0);
        for (TickOffset at = 1; at < 100'000; at += 13) {
            const std::int64_t now = cyclesAt(playback, ClipLane::kA, at);
            ASSERT_LE(std::abs(now - before), 13 * (std::int64_t{1} << 24U)) << at;
            ASSERT_EQ(static_cast<uint>(now), phasesAt(playback, at).a) << at;
            before = now;
        }
    }
}

}  // namespace
}  // namespace phalanx
