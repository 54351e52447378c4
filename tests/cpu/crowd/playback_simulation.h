// A unit's playback by a simulation that shares nothing with playback.h but the instance data: doubles, small
// steps, no closed forms.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "playback.h"

namespace phalanx::layout {

inline constexpr double kTwo32 = 4294967296.0;
inline constexpr double kTicks = 4096.0;
inline constexpr uint kSecond = 4096;
inline constexpr uint kDay = 24 * 3600 * kSecond;

enum class Mode { kConstant, kPeriodic, kEvent };

// A clip and a unit in plain quantities.
struct SimClip {
    double duration_s = 1.0;
    bool loops = true;
    double metres = 0.0;  // per cycle
};

struct Scene {
    SimClip a;
    SimClip b;
    Mode mode = Mode::kConstant;
    double weight = 0.0;   // in constant mode
    double shift_s = 0.0;  // in periodic mode
    double event_s = 0.0;  // in event mode: start of the fade, relative to the unit's start
    double fade_s = 1.4;   // rounded to a multiple of 35 ticks: see fadeTicks
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

inline uint rateOf(const Scene& s, const SimClip& clip) {
    return static_cast<uint>(std::llround(s.speed / s.scale / (clip.duration_s * kTicks) * kTwo32));
}
inline uvec4 entryOf(const SimClip& clip) {
    return {0, 30, clip.loops ? 1 : 0, std::bit_cast<uint>(static_cast<float>(clip.metres))};
}
inline UnitInstance unitOf(const Scene& s) {
    UnitInstance u{};
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
inline Schedule scheduleOf(const Scene& s, uint now) {
    return {{now, s.period(), s.fadeTicks(), 0},
            {static_cast<float>(s.straight), static_cast<float>(s.radius), static_cast<float>(s.lap()),
             static_cast<float>(s.facing)}};
}
inline UnitState stateOf(const Scene& s, uint elapsed) {
    return unitState(unitOf(s), entryOf(s.a), entryOf(s.b), scheduleOf(s, s.start + elapsed));
}

// Steps through time. Phases are cycles since the start, the distance is in metres; the position follows the
// heading.
class Simulation {
  public:
    explicit Simulation(const Scene& scene) : s_(scene) {
        rate_a_ = static_cast<int>(rateOf(s_, s_.a)) / kTwo32 * kTicks;  // cycles per second
        rate_b_ = static_cast<int>(rateOf(s_, s_.b)) / kTwo32 * kTicks;
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

    // The angle turned after the given distance.
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

inline double cyclesApart(double a, double b) {
    return std::abs(a - b - std::round(a - b));
}

}  // namespace phalanx::layout
