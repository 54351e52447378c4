// playback.h, compiled as C++, checked against the simulation.
#include "playback.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cpu/crowd/playback_simulation.h"

namespace phalanx::layout {
namespace {

Scene walkAndRun(Mode mode) {
    Scene s;
    s.a = {1.1, true, 1.54};
    s.b = {0.7, true, 2.38};
    s.in_step = true;
    s.mode = mode;
    return s;
}

struct Named {
    const char* name;
    Scene scene;
};

std::vector<Named> loopingScenes() {
    std::vector<Named> all;
    for (const bool in_step : {true, false}) {
        for (const Mode mode : {Mode::kConstant, Mode::kPeriodic, Mode::kEvent}) {
            Scene s = walkAndRun(mode);
            s.in_step = in_step;
            s.weight = 0.37;
            s.shift_s = 5.3;
            s.event_s = 2.25;
            s.scale = 1.04;
            s.facing = 2.5;
            all.push_back({mode == Mode::kConstant   ? "constant"
                           : mode == Mode::kPeriodic ? "periodic"
                                                     : "event",
                           s});
        }
    }
    Scene halt = walkAndRun(Mode::kPeriodic);  // towards a clip without a stride
    halt.b = {3.0, true, 0.0};
    halt.in_step = false;
    all.push_back({"halt", halt});
    Scene fast = walkAndRun(Mode::kPeriodic);
    fast.speed = 4.0;
    fast.hold_s = 0.0;
    all.push_back({"fast", fast});
    for (const bool in_step : {true, false}) {
        Scene back = walkAndRun(Mode::kPeriodic);
        back.in_step = in_step;
        back.speed = -1.5;
        all.push_back({"backwards", back});
    }
    return all;
}

TEST(Playback, FollowsTheSimulation) {
    for (const auto& [name, scene] : loopingScenes()) {
        for (const uint start :
             {0U, 0xFFFFF000U, 0xFFFFFFFFU - 30U * kSecond}) {  // also across the wrap of the clock
            SCOPED_TRACE(testing::Message()
                         << name << (scene.in_step ? " in step" : "") << " from " << start);
            Scene s = scene;
            s.start = start;
            Simulation sim(s);
            // The integral of the weight begins at the unit's shift, and with it phase and distance. They are
            // compared relative to the state at the start.
            const UnitPhases zero = unitPhases(unitOf(s), entryOf(s.a), entryOf(s.b), scheduleOf(s, s.start));
            const auto from_start = [&](uint now) {
                UnitInstance u = unitOf(s);
                u.fade.x -= zero.a;
                u.fade.y -= zero.b;
                u.look.w -= zero.way;
                return unitState(u, entryOf(s.a), entryOf(s.b), scheduleOf(s, now));
            };
            for (uint elapsed = 0; elapsed < 90 * kSecond; elapsed += 4001) {
                const double t = elapsed / kTicks;
                sim.runTo(t, 1.0 / 2048.0);
                const UnitState state = from_start(s.start + elapsed);
                ASSERT_LT(cyclesApart(state.phase_a, sim.cycles_a), 2e-5) << t;
                ASSERT_LT(cyclesApart(state.phase_b, sim.cycles_b), 2e-5) << t;
                ASSERT_NEAR(state.weight, sim.weightAt(t), 1e-5) << t;
                const double near = 2e-3;
                ASSERT_NEAR(state.placement.x, sim.place.x, near) << t;
                ASSERT_NEAR(state.placement.z, sim.place.y, near) << t;
                ASSERT_LT(
                    cyclesApart(state.placement.w / (2.0 * M_PI), (s.facing + sim.turned) / (2.0 * M_PI)),
                    1e-4);
            }
        }
    }
}

// A day of whole periods is simulated by one period, multiplied.
TEST(Playback, IsAccurateAfterADay) {
    for (const auto& [name, scene] : loopingScenes()) {
        if (scene.mode == Mode::kEvent) continue;
        SCOPED_TRACE(testing::Message() << name << (scene.in_step ? " in step" : ""));
        Scene s = scene;
        s.shift_s = 0.0;
        const uint periods = kDay / s.period();
        Simulation sim(s);
        sim.runTo(s.period() / kTicks, 1.0 / 65536.0);
        const UnitState state = stateOf(s, periods * s.period());
        EXPECT_LT(cyclesApart(state.phase_a, sim.cycles_a * periods), 1e-3);
        EXPECT_LT(cyclesApart(state.phase_b, sim.cycles_b * periods), 1e-3);
        // The tolerance is 0.1 m of at most 1,200 km.
        const UnitPhases phases =
            unitPhases(unitOf(s), entryOf(s.a), entryOf(s.b), scheduleOf(s, s.start + periods * s.period()));
        EXPECT_LT(cyclesApart(phases.way / kTwo32, sim.metres * periods / s.lap()) * s.lap(),
                  0.1 + 2e-7 * std::abs(sim.metres) * periods);
    }
}

// From tick to tick, after a day, around the starts and ends of fades: no step exceeds the largest possible
// one.
TEST(Playback, NothingJittersAfterADay) {
    for (const auto& [name, scene] : loopingScenes()) {
        for (const uint base : {0U, kDay, 5 * kDay + 77}) {
            SCOPED_TRACE(testing::Message() << name << (scene.in_step ? " in step" : "") << " at " << base);
            const double ra = static_cast<int>(rateOf(scene, scene.a)) / kTwo32;
            const double rb = static_cast<int>(rateOf(scene, scene.b)) / kTwo32;
            const double fastest = std::max(ra, rb);
            const double slowest = std::min(ra, rb);
            UnitState last = stateOf(scene, base);
            for (uint t = 1; t < 10 * kSecond; ++t) {
                const UnitState state = stateOf(scene, base + t);
                const double da = state.phase_a - last.phase_a - std::round(state.phase_a - last.phase_a);
                ASSERT_LT(da, fastest + 1.5e-6) << t;
                ASSERT_GT(da, slowest - 1.5e-6) << t;
                const double way = glm::length(glm::dvec3(state.placement) - glm::dvec3(last.placement));
                // Floats on a path of 150 m are 15 micrometres apart.
                ASSERT_LT(way, std::max(std::abs(fastest), std::abs(slowest)) * scene.scale *
                                       std::max(scene.a.metres, scene.b.metres) +
                                   6e-5)
                    << t;
                ASSERT_LT(std::abs(state.weight - last.weight), 1.6 / scene.fadeTicks() + 1e-6) << t;
                last = state;
            }
        }
    }
}

// Planted feet do not slide if the ground moves at rate * metres per cycle * scale.
TEST(Playback, PlantedFeetDoNotSlide) {
    for (const double w : {0.0, 0.25, 0.5, 1.0}) {
        for (const double scale : {0.9, 1.0, 1.2}) {
            Scene s = walkAndRun(Mode::kConstant);
            s.weight = w;
            s.scale = scale;
            s.straight = 1000.0;
            const UnitState from = stateOf(s, kSecond);
            const UnitState to = stateOf(s, 101 * kSecond);
            const double ground = (to.placement.z - from.placement.z) / 100.0;
            const double rate = (rateOf(s, s.a) * (1.0 - w) + rateOf(s, s.b) * w) / kTwo32 * kTicks;
            const double stride = (s.a.metres * (1.0 - w) + s.b.metres * w) * scale;
            EXPECT_NEAR(ground / (rate * stride), 1.0, 1e-3);
            // The rate is divided by the scale, so that all units move at the same speed.
            const double alike = s.speed * ((1.0 - w) / s.a.duration_s + w / s.b.duration_s) * stride / scale;
            EXPECT_NEAR(ground / alike, 1.0, 1e-3);
            EXPECT_EQ(to.placement.x, from.placement.x);
        }
    }
}

// A unit's scale does not change its distance, not even after a day.
TEST(Playback, TallAndSmallStayTogether) {
    Scene small = walkAndRun(Mode::kPeriodic);
    Scene tall = small;
    small.scale = 0.93;
    tall.scale = 1.07;
    for (const uint elapsed : {kSecond, 3600 * kSecond, kDay}) {
        const glm::dvec3 a(stateOf(small, elapsed).placement);
        const glm::dvec3 b(stateOf(tall, elapsed).placement);
        EXPECT_LT(glm::length(a - b), 1e-3 + 0.3 * elapsed / kDay);
    }
}

TEST(Playback, OneShotsPlayOnceAndHold) {
    Scene s;
    s.a = {2.0, false, 0.0};
    s.b = {2.0, false, 0.0};
    EXPECT_EQ(stateOf(s, 0).phase_a, 0.0F);
    EXPECT_NEAR(stateOf(s, kSecond).phase_a, 0.5, 1e-5);
    for (const uint t : {2 * kSecond, 3 * kSecond, 2000 * kSecond, kDay, 5 * kDay}) {
        EXPECT_GT(stateOf(s, t + 8).phase_a, 0.9999F);
        EXPECT_LT(stateOf(s, t + 8).phase_a, 1.0F);
    }
    EXPECT_EQ(stateOf(s, 0U - kSecond).phase_a, 0.0F);  // before the clip begins

    // An event clip starts from its beginning when the fade starts.
    s.a = {1.0, true, 0.0};
    s.mode = Mode::kEvent;
    s.event_s = 5.0;
    EXPECT_EQ(stateOf(s, 4 * kSecond).phase_b, 0.0F);
    EXPECT_EQ(stateOf(s, 4 * kSecond).weight, 0.0F);
    EXPECT_NEAR(stateOf(s, 6 * kSecond).phase_b, 0.5, 1e-5);
    EXPECT_EQ(stateOf(s, 7 * kSecond).weight, 1.0F);

    // Periodic: restarts each time it fades in. B fades in from 3.0 s of each 8.8 s.
    s.mode = Mode::kPeriodic;
    for (const uint cycle : {0U, 1U, 1000U}) {
        const uint t = cycle * s.period() + s.holdTicks();
        EXPECT_EQ(stateOf(s, t).weight, 0.0F);
        EXPECT_EQ(stateOf(s, t).phase_b, 0.0F);
        EXPECT_NEAR(stateOf(s, t + kSecond).phase_b, 0.5, 1e-5);
        EXPECT_GT(stateOf(s, t + 3 * kSecond).phase_b, 0.9999F);
    }
}

TEST(Playback, PathIsClosedAndSmooth) {
    const Scene s;
    const vec4 path = scheduleOf(s, 0).path;
    vec3 last = alongPath(0.0F, path);
    EXPECT_EQ(last, vec3(0.0F));
    const double step = s.lap() / 5000.0;
    for (int i = 1; i <= 5000; ++i) {
        const vec3 p = alongPath(static_cast<float>(std::min(i * step, s.lap() * (1.0 - 1e-7))), path);
        const glm::dvec2 d{p.x - last.x, p.y - last.y};
        ASSERT_NEAR(glm::length(d), step, 1e-4);
        // Forward is (-sin, cos) in (left, ahead), turned to the left.
        const double heading = 0.5 * (p.z + last.z);
        ASSERT_GT((d.x * std::sin(heading) + d.y * std::cos(heading)) / step, 0.999);
        last = p;
    }
    EXPECT_NEAR(last.x, 0.0, 1e-3);
    EXPECT_NEAR(last.y, 0.0, 1e-3);
    EXPECT_NEAR(last.z, 2.0 * M_PI, 1e-4);
}

TEST(Playback, FractionsStayBelowOne) {
    EXPECT_LT(fractionOf(0xFFFFFFFFU), 1.0F);
    EXPECT_EQ(fractionOf(0x80000000U), 0.5F);
    EXPECT_EQ(fractionOf(0U), 0.0F);
}

TEST(Playback, WrappedProductIsExactArithmetic) {
    std::uint64_t x = 88172645463325252U;
    const auto random = [&x] {
        x ^= x << 13U;
        x ^= x >> 7U;
        x ^= x << 17U;
        return static_cast<uint>(x >> 20U);
    };
    for (int i = 0; i < 100000; ++i) {
        const uint fine = random() & 0xFFFFFFU;  // 24 bits: the precision of a float
        const uint ticks = random();
        const auto rate = static_cast<float>(fine / 1099511627776.0);
        const auto wanted = static_cast<uint>((std::uint64_t{fine} * ticks) >> 8U);
        ASSERT_EQ(wrappedProduct(rate, ticks, 0.0F), wanted);
        ASSERT_EQ(wrappedProduct(-rate, ticks, 0.0F), 0U - wanted);
    }
    EXPECT_EQ(saturatingProduct(0xFFFFU, 0x10001U), 0xFFFFFFFFU);
    EXPECT_EQ(saturatingProduct(0x10000U, 0x10000U), 0xFFFFFFFFU);
    EXPECT_EQ(saturatingProduct(0U, 0xFFFFFFFFU), 0U);
    EXPECT_EQ(saturatingSum(0xFFFFFFF0U, 0x20U), 0xFFFFFFFFU);
}

TEST(Playback, AMomentInAClipIsExact) {
    std::uint64_t seed = 1;
    for (int i = 0; i < 100'000; ++i) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        const auto cycle = static_cast<uint>(seed >> 32U);
        const uint intervals = 1U + static_cast<uint>(seed >> 8U & 0x3FFFFU) % 200'000U;
        const std::uint64_t product = std::uint64_t{cycle} * intervals;
        const ClipMoment moment = clipMoment(cycle, intervals);
        ASSERT_EQ(moment.frame, product >> 32U);
        ASSERT_EQ(moment.within, fractionOf(static_cast<uint>(product)));
    }
    const ClipMoment last = clipMoment(0xFFFFFFFFU, 200'000);
    EXPECT_EQ(last.frame, 199'999U);
    EXPECT_LT(last.within, 1.0F);
}

}  // namespace
}  // namespace phalanx::layout
