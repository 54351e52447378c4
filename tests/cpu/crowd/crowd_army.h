// A crowd for tests: a soldier model without a file, and comparisons of unit states.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "crowd/crowd.h"

namespace phalanx::test {

inline constexpr Ticks kSecond = 4096;

inline BakedClip clip(const char* name, double duration_s, bool loops, double stride) {
    BakedClip c;
    c.name = name;
    c.intervals = 30;
    c.duration_s = duration_s;
    c.rate_hz = 30.0 / duration_s;
    c.loops = loops;
    c.stride_speed = stride;
    return c;
}

enum Clips { kWalk, kRun, kIdle, kDie, kOtherRun };

inline CrowdModel crowdSoldier(int variants = 3) {
    CrowdModel m;
    m.clips = {clip("Walk", 1.1, true, 1.4), clip("Run", 0.7, true, 3.4), clip("Idle", 3.0, true, 0.0),
               clip("Die", 2.0, false, 0.0), clip("Sprint", 0.6, true, 5.0)};
    m.variants = variants;
    m.radius_m = 0.4;
    return m;
}

inline Crowd army(ClipChoice choice = {kWalk, kRun}) {
    return Crowd({crowdSoldier()}, {choice});
}

inline double cyclesApart(double a, double b) {
    const double d = a - b - std::round(a - b);
    return std::abs(d);
}

inline double placesApart(const layout::UnitState& a, const layout::UnitState& b) {
    return glm::length(glm::dvec3(a.placement) - glm::dvec3(b.placement));
}

inline void expectSameState(const layout::UnitState& a, const layout::UnitState& b, bool weights = true) {
    EXPECT_LT(cyclesApart(a.phase_a, b.phase_a), 1e-4);
    EXPECT_LT(cyclesApart(a.phase_b, b.phase_b), 1e-4);
    if (weights) {
        EXPECT_NEAR(a.weight, b.weight, 1e-3);
    }
    EXPECT_LT(placesApart(a, b), 1e-3);
}

}  // namespace phalanx::test
