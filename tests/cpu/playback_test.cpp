// playback.h, compiled as C++, against a simulation that shares nothing with it: doubles, small steps, no
// closed forms.
#include "playback.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace phalanx::layout {
namespace {

constexpr double kTwo32 = 4294967296.0;
constexpr double kTicks = 4096.0;
constexpr uint kSecond = 4096;
constexpr uint kDay = 24 * 3600 * kSecond;

enum class Mode { kConstant, kPeriodic, kEvent };

// A clip and a unit as a person would say them.
struct SimClip {
    double duration_s = 1.0;
    bool loops = true;
    double metres = 0.0;  // a cycle
};

struct Scene {
    SimClip a;
    SimClip b;
    Mode mode = Mode::kConstant;
    double weight = 0.0;   // constant
    double shift_s = 0.0;  // periodic
    double event_s = 0.0;  // event: start after the unit's start
    double fade_s = 1.4;   // 35 ticks * n: see fadeTicks
    double hold_s = 3.0;
    bool in_step = false;
    double speed = 1.0;
    double scale = 1.0;
    uint start = 0;
    double straight = 30.0;
    double radius = 15.0;
    double facing = 0.0;

    uint fadeTicks() const { return static_cast<uint>(std::lround(fade_s * kTicks / 35.0)) * 35U; }
    uint holdTicks() const { return static_cast<uint>(std::lround(hold_s * kTicks)); }
    uint period() const { return 2 * (fadeTicks() + holdTicks()); }
    double lap() const { return 2.0 * straight + 2.0 * M_PI * radius; }
};

uint rateOf(const Scene& s, const SimClip& clip) {
    return static_cast<uint>(std::llround(s.speed / s.scale / (clip.duration_s * kTicks) * kTwo32));
}
uvec4 entryOf(const SimClip& clip) {
    return {0, 30, clip.loops ? 1 : 0, std::bit_cast<uint>(static_cast<float>(clip.metres))};
}
UnitInstance unitOf(const Scene& s) {
    UnitInstance u;
    u.placement = {3.0F, 0.0F, -7.0F, static_cast<float>(s.facing)};
    u.playback = {s.start, 0U | 1U << 16U, rateOf(s, s.a), rateOf(s, s.b)};
    uint mode = 0;
    uint value = 0;
    uint when = 0;
    if (s.mode == Mode::kConstant) {
        mode = PH_FADE_CONSTANT;
        value = static_cast<uint>(std::llround(s.weight * PH_FADE_VALUE_MAX));
    } else if (s.mode == Mode::kPeriodic) {
        mode = PH_FADE_PERIODIC;
        when = static_cast<uint>(std::lround(s.shift_s * kTicks));
    } else {
        mode = PH_FADE_EVENT;
        value = s.fadeTicks();
        when = s.start + static_cast<uint>(std::lround(s.event_s * kTicks));
    }
    u.fade = {0, 0, when,
              mode << PH_FADE_MODE_SHIFT | (s.in_step ? PH_FLAG_IN_STEP : 0U) | PH_FLAG_MARCH | value};
    u.look = {0, std::bit_cast<uint>(static_cast<float>(s.scale)), 0, 0};
    return u;
}
Schedule scheduleOf(const Scene& s, uint now) {
    return {{now, s.period(), s.fadeTicks(), 0},
            {static_cast<float>(s.straight), static_cast<float>(s.radius), static_cast<float>(s.lap()),
             static_cast<float>(s.facing)}};
}
UnitState stateOf(const Scene& s, uint elapsed) {
    return unitState(unitOf(s), entryOf(s.a), entryOf(s.b), scheduleOf(s, s.start + elapsed));
}

// Steps through time. Phases are cycles since the start, the way is metres; the place follows the heading.
class Simulation {
  public:
    explicit Simulation(const Scene& scene) : s_(scene) {
        rate_a_ = rateOf(s_, s_.a) / kTwo32 * kTicks;  // cycles a second
        rate_b_ = rateOf(s_, s_.b) / kTwo32 * kTicks;
        period_s_ = s_.period() / kTicks;
        fade_s_ = s_.fadeTicks() / kTicks;
        shift_s_ = static_cast<double>(std::lround(s_.shift_s * kTicks)) / kTicks;
    }

    double weightAt(double t) const {
        const auto smooth = [](double x) {
            x = std::clamp(x, 0.0, 1.0);
            return x * x * (3.0 - 2.0 * x);
        };
        switch (s_.mode) {
            case Mode::kConstant:
                return s_.weight;
            case Mode::kEvent:
                return smooth((t - s_.event_s) / fade_s_);
            case Mode::kPeriodic:
                break;
        }
        const double u = std::fmod(t + shift_s_, period_s_);
        const double half = 0.5 * period_s_;
        if (u < half) return smooth((u - (half - fade_s_)) / fade_s_);
        return 1.0 - smooth((u - (period_s_ - fade_s_)) / fade_s_);
    }

    void runTo(double end_s, double step_s) {
        const double from = time_;
        const auto steps = static_cast<long>(std::ceil((end_s - from) / step_s - 1e-9));
        for (long i = 0; i < steps; ++i) {
            const double t = from + static_cast<double>(i) * (end_s - from) / static_cast<double>(steps);
            const double dt = (end_s - from) / static_cast<double>(steps);
            step(weightAt(t + 0.5 * dt), dt);
        }
        time_ = end_s;
    }

    double cycles_a = 0.0;
    double cycles_b = 0.0;
    double metres = 0.0;
    glm::dvec2 place{3.0, -7.0};  // x, z
    double turned = 0.0;

  private:
    void step(double w, double dt) {
        const double a = s_.in_step ? (1.0 - w) * rate_a_ + w * rate_b_ : rate_a_;
        const double b = s_.in_step ? a : rate_b_;
        cycles_a += a * dt;
        cycles_b += b * dt;
        const double speed = s_.scale * ((1.0 - w) * a * s_.a.metres + w * b * s_.b.metres);
        const double angle = turnedAfter(metres + speed * dt) - turnedAfter(metres);
        const double heading = s_.facing + turned + 0.5 * angle;
        place += speed * dt * glm::dvec2{std::sin(heading), std::cos(heading)};
        turned += angle;
        metres += speed * dt;
    }

    // How far one has turned who has gone that far.
    double turnedAfter(double way) const {
        const double laps = std::floor(way / s_.lap());
        const double s = way - laps * s_.lap();
        const double turn = M_PI * s_.radius;
        const double bends =
            std::clamp(s - s_.straight, 0.0, turn) + std::clamp(s - 2.0 * s_.straight - turn, 0.0, turn);
        return (2.0 * turn * laps + bends) / s_.radius;
    }

    Scene s_;
    double rate_a_ = 0.0;
    double rate_b_ = 0.0;
    double period_s_ = 0.0;
    double fade_s_ = 0.0;
    double shift_s_ = 0.0;
    double time_ = 0.0;
};

double cyclesApart(double a, double b) {
    return std::abs(a - b - std::round(a - b));
}

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
    Scene halt = walkAndRun(Mode::kPeriodic);  // to a clip without stride
    halt.b = {3.0, true, 0.0};
    halt.in_step = false;
    all.push_back({"halt", halt});
    Scene fast = walkAndRun(Mode::kPeriodic);
    fast.speed = 4.0;
    fast.hold_s = 0.0;
    all.push_back({"fast", fast});
    return all;
}

TEST(Playback, FollowsTheSimulation) {
    for (const auto& [name, scene] : loopingScenes()) {
        for (const uint start :
             {0U, 0xFFFFF000U, 0xFFFFFFFFU - 30U * kSecond}) {  // also across the clock's wrap
            SCOPED_TRACE(testing::Message()
                         << name << (scene.in_step ? " in step" : "") << " from " << start);
            Scene s = scene;
            s.start = start;
            Simulation sim(s);
            // The unit's area begins at its shift, and so do phase and way: held against the state at the
            // start.
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

// A day of whole periods is simulated by one of them.
TEST(Playback, IsRightAfterADay) {
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
        // 0.1 m of at most 1,200 km.
        const UnitPhases phases =
            unitPhases(unitOf(s), entryOf(s.a), entryOf(s.b), scheduleOf(s, s.start + periods * s.period()));
        EXPECT_LT(cyclesApart(phases.way / kTwo32, sim.metres * periods / s.lap()) * s.lap(),
                  0.1 + 2e-7 * sim.metres * periods);
    }
}

// From tick to tick, after a day, around the starts and ends of fades: no step is longer than a step may be.
TEST(Playback, NothingJittersAfterADay) {
    for (const auto& [name, scene] : loopingScenes()) {
        for (const uint base : {0U, kDay, 5 * kDay + 77}) {
            SCOPED_TRACE(testing::Message() << name << (scene.in_step ? " in step" : "") << " at " << base);
            const double ra = rateOf(scene, scene.a) / kTwo32;
            const double rb = rateOf(scene, scene.b) / kTwo32;
            const double fastest = std::max(ra, rb);
            const double slowest = std::min(ra, rb);
            UnitState last = stateOf(scene, base);
            for (uint t = 1; t < 10 * kSecond; ++t) {
                const UnitState state = stateOf(scene, base + t);
                const double da = state.phase_a - last.phase_a - std::floor(state.phase_a - last.phase_a);
                ASSERT_LT(da, fastest + 1.5e-6) << t;
                ASSERT_GT(da, slowest - 1.5e-6) << t;
                const double way = glm::length(glm::dvec3(state.placement) - glm::dvec3(last.placement));
                // Floats of a path of 150 m are 15 micrometres apart.
                ASSERT_LT(way, fastest * scene.scale * std::max(scene.a.metres, scene.b.metres) + 6e-5) << t;
                ASSERT_LT(std::abs(state.weight - last.weight), 1.6 / scene.fadeTicks() + 1e-6) << t;
                last = state;
            }
        }
    }
}

// What keeps planted feet from sliding: the ground passes at rate * metres a cycle * scale.
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
            // The rate is divided by the size, so that all come along alike.
            const double alike = s.speed * ((1.0 - w) / s.a.duration_s + w / s.b.duration_s) * stride / scale;
            EXPECT_NEAR(ground / alike, 1.0, 1e-3);
            EXPECT_EQ(to.placement.x, from.placement.x);
        }
    }
}

// Size changes nothing about the way, not even after a day.
TEST(Playback, TallAndSmallKeepStep) {
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
    EXPECT_EQ(stateOf(s, 0U - kSecond).phase_a, 0.0F);  // before it begins

    // By an event: from its beginning, as the fade does.
    s.a = {1.0, true, 0.0};
    s.mode = Mode::kEvent;
    s.event_s = 5.0;
    EXPECT_EQ(stateOf(s, 4 * kSecond).phase_b, 0.0F);
    EXPECT_EQ(stateOf(s, 4 * kSecond).weight, 0.0F);
    EXPECT_NEAR(stateOf(s, 6 * kSecond).phase_b, 0.5, 1e-5);
    EXPECT_EQ(stateOf(s, 7 * kSecond).weight, 1.0F);

    // Periodic: anew each time it is faded in. B fades in from 3.0 s of each 8.8 s.
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
        // forward is (-sin, cos) in (left, ahead), turned to the left
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
        const uint fine = random() & 0xFFFFFFU;  // 24 bits: what a float holds
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

}  // namespace
}  // namespace phalanx::layout
