// Units that move by strides of their own, against sums over small steps; culling of them; and what leaves
// them alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

using test::crowdSoldier;
using test::kSecond;

Crowd standing(std::uint32_t units = 60) {
    CrowdSettings settings;
    settings.units = units;
    settings.march = false;
    settings.height_spread = 0.04;
    return Crowd({crowdSoldier()}, {{test::kWalk, test::kRun}}, settings);
}

std::uint32_t rateFor(double hz) {
    return static_cast<std::uint32_t>(std::llround(hz / kSecond * 0x1p32));
}

UnitTravel travelling(double hz, const glm::dvec2& stride_m, double fade_s = 0.0) {
    UnitTravel travel;
    travel.clip = test::kWalk;
    travel.rate = rateFor(hz);
    travel.stride_m = stride_m;
    travel.fade = ticksFromSeconds(fade_s);
    travel.phase = 0x40000000U;
    return travel;
}

// Rate and stride that fade, by small steps.
struct Walked {
    double rate_hz = 0.0;
    glm::dvec2 stride_m{0.0};
    double cycles = 0.25;
    glm::dvec2 gone_m{0.0};  // in the unit's axes, at scale 1

    // Towards these within fade_s; runs for `seconds` of it.
    void run(double hz, const glm::dvec2& stride, double fade_s, double seconds) {
        const double from_hz = rate_hz;
        const glm::dvec2 from = stride_m;
        constexpr int kSteps = 20'000;
        double weight = 0.0;
        for (int i = 0; i < kSteps; ++i) {
            const double x = std::min(1.0, (i + 0.5) * seconds / kSteps / fade_s);
            weight = x * x * (3.0 - 2.0 * x);
            rate_hz = glm::mix(from_hz, hz, weight);
            stride_m = glm::mix(from, stride, weight);
            cycles += rate_hz * seconds / kSteps;
            gone_m += rate_hz * stride_m * (seconds / kSteps);
        }
    }
};

void expectWalked(const Crowd& crowd, std::uint32_t unit, const glm::vec4& start, const Walked& walked,
                  Ticks now) {
    const layout::UnitState state = crowd.stateOf(unit, now);
    const double scale = std::bit_cast<float>(crowd.unit(unit).look.y);
    const double heading = start.w;
    const glm::dvec2 gone = scale * walked.gone_m;
    // A stride is rounded to half a millimetre per cycle.
    const double near = 5e-4 + 4e-4 * (walked.cycles + 1.0);
    EXPECT_NEAR(state.placement.x, start.x + std::cos(heading) * gone.x + std::sin(heading) * gone.y, near);
    EXPECT_NEAR(state.placement.z, start.z + std::cos(heading) * gone.y - std::sin(heading) * gone.x, near);
    EXPECT_EQ(state.placement.y, start.y);
    EXPECT_EQ(state.placement.w, start.w);
    EXPECT_LT(test::cyclesApart(state.phase_a, walked.cycles), 1e-4);
    EXPECT_EQ(state.phase_b, state.phase_a);
}

TEST(Travel, GoesByRateAndStrideInAnyDirection) {
    for (const glm::dvec2& stride : {glm::dvec2(0.0, 1.4), glm::dvec2(0.6, 0.0), glm::dvec2(-0.4, -0.7)}) {
        for (const Ticks start : {Ticks{0}, Ticks{0xFFFFF000U}}) {
            Crowd crowd = standing();
            const glm::vec4 placement = crowd.unit(7).placement;
            crowd.travel(7, travelling(0.9, stride), start);
            Walked walked{0.9, stride};
            walked.run(0.9, stride, 1.0, 30.0);
            expectWalked(crowd, 7, placement, walked, start + 30 * kSecond);
        }
    }
}

// Decisions in the middle of fades: each goes on from where the unit is, at the rate and stride that it has.
TEST(Travel, ADecisionStartsFromWhatIs) {
    Crowd crowd = standing();
    const glm::vec4 placement = crowd.unit(11).placement;
    crowd.travel(11, travelling(0.9, {0.0, 1.4}), 0);
    Walked walked{0.9, {0.0, 1.4}};
    Ticks now = 0;
    const auto decide = [&](double hz, const glm::dvec2& stride, double fade_s, double next_s) {
        const layout::UnitState before = crowd.stateOf(11, now);
        crowd.travel(11, travelling(hz, stride, fade_s), now);
        const layout::UnitState after = crowd.stateOf(11, now);
        EXPECT_LT(test::placesApart(before, after), 1e-5);
        EXPECT_LT(test::cyclesApart(before.phase_a, after.phase_a), 1e-6);
        walked.run(hz, stride, fade_s, next_s);
        now += ticksFromSeconds(next_s);
        expectWalked(crowd, 11, placement, walked, now);
    };
    walked.run(0.9, {0.0, 1.4}, 1.0, 2.0);
    now = 2 * kSecond;
    decide(1.4, {0.7, 0.0}, 0.5, 0.2);
    decide(0.8, {0.0, -1.0}, 0.6, 0.25);
    decide(0.5, {-0.3, 0.2}, 2.0, 5.0);
    decide(0.5, {0.0, 0.0}, 1.0, 3.0);
}

// A march goes along its path, whichever way the units face: their strides point along it.
TEST(Travel, MarchesStrideAlongThePath) {
    CrowdSettings settings;
    settings.units = 40;
    settings.facing_deg = 35.0;
    Crowd crowd({crowdSoldier()}, {{test::kWalk, test::kRun}}, settings);
    const glm::dvec2 stride(0.5, -0.8);
    crowd.travel(3, travelling(1.1, stride), 0);
    const double scale = std::bit_cast<float>(crowd.unit(3).look.y);
    const double speed = 1.1 * glm::length(stride) * scale;
    for (Ticks now = kSecond; now < 400 * kSecond; now += 7 * kSecond) {
        constexpr Ticks kStep = 64;
        const layout::UnitState a = crowd.stateOf(3, now);
        const layout::UnitState b = crowd.stateOf(3, now + kStep);
        const glm::dvec2 gone(b.placement.x - a.placement.x, b.placement.z - a.placement.z);
        EXPECT_NEAR(glm::length(gone) / (static_cast<double>(kStep) / kSecond), speed, 0.03 * speed);
        const double heading = 0.5 * (static_cast<double>(a.placement.w) + b.placement.w);
        const double direction = heading + std::atan2(stride.x, stride.y);
        EXPECT_GT(glm::dot(glm::normalize(gone), glm::dvec2(std::sin(direction), std::cos(direction))),
                  0.999);
    }
}

TEST(Travel, SettingsAndEditsLeaveItAlone) {
    Crowd crowd = standing();
    crowd.travel(5, travelling(0.9, {0.3, 1.0}), 0);
    const Ticks later = 9 * kSecond;
    const layout::UnitState expected = crowd.stateOf(5, later);
    crowd.chooseClips(0, {test::kIdle, test::kDie}, kSecond);
    CrowdSettings settings = crowd.settings();
    settings.speed = 3.0;
    crowd.apply(settings, 2 * kSecond);
    crowd.edit(5, {.clips = ClipChoice{test::kDie, test::kDie}, .speed = 0.2}, 3 * kSecond);
    crowd.advance(4 * kSecond);
    test::expectSameState(crowd.stateOf(5, later), expected);
    settings.units = 61;
    crowd.apply(settings, 5 * kSecond);
    EXPECT_GT(test::placesApart(crowd.stateOf(5, later), expected), 1.0) << "a new layout ends it";
}

// A new facing is turned to during the fade, the shorter way; the way that the unit goes does not bend.
TEST(Travel, TurnsWithoutAJump) {
    for (const double facing : {1.2, -2.9, 3.1, 7.0}) {
        Crowd crowd = standing();
        crowd.travel(4, travelling(0.9, {0.0, 1.4}), 0);
        const Ticks now = 2 * kSecond;
        const layout::UnitState before = crowd.stateOf(4, now);
        UnitTravel travel = travelling(0.9, {0.0, 1.4}, 0.5);
        travel.facing_rad = facing;
        crowd.travel(4, travel, now);
        const layout::UnitState after = crowd.stateOf(4, now);
        const auto apart = [](double a, double b) {
            return std::abs(std::remainder(a - b, 2.0 * 3.14159265358979323846));
        };
        EXPECT_LT(test::placesApart(before, after), 1e-5);
        EXPECT_LT(apart(before.placement.w, after.placement.w), 0.5 * 3.1416 / 256.0 + 1e-4);
        double last = before.placement.w;
        for (Ticks at = now; at < now + kSecond / 2; at += 16) {
            const double faces = crowd.stateOf(4, at).placement.w;
            EXPECT_LT(apart(faces, last), 0.05);
            last = faces;
        }
        const layout::UnitState turned = crowd.stateOf(4, now + kSecond / 2);
        EXPECT_LT(apart(turned.placement.w, facing), 1e-5);
        // Half way through the fade it still goes partly where it went: the stride was turned, not the path.
        const layout::UnitState next = crowd.stateOf(4, now + 1);
        const double old_heading = before.placement.w;
        const glm::dvec2 step(next.placement.x - after.placement.x, next.placement.z - after.placement.z);
        EXPECT_GT(glm::dot(glm::normalize(step), glm::dvec2(std::sin(old_heading), std::cos(old_heading))),
                  0.99);
    }
}

// A clip that ends is played from its start where the unit stands, and the loop after it begins at its start.
TEST(Travel, PlaysOneShotsWhereItStands) {
    Crowd crowd = standing();
    crowd.travel(4, travelling(0.9, {0.0, 1.4}), 0);
    const Ticks now = 2 * kSecond;
    const layout::UnitState before = crowd.stateOf(4, now);
    UnitTravel fall = travelling(0.5, {0.0, 1.4}, 0.2);
    fall.clip = test::kDie;
    crowd.travel(4, fall, now);
    const layout::UnitState after = crowd.stateOf(4, now);
    EXPECT_LT(test::placesApart(before, after), 1e-5);
    EXPECT_LT(test::cyclesApart(before.phase_a, after.phase_a), 1e-6);
    EXPECT_EQ(after.weight, 0.0F);
    EXPECT_EQ(after.phase_b, 0.0F);
    const layout::UnitState middle = crowd.stateOf(4, now + kSecond);
    EXPECT_LT(test::placesApart(before, middle), 1e-5);
    EXPECT_EQ(middle.weight, 1.0F);
    EXPECT_NEAR(middle.phase_b, 0.5, 1e-3);
    const layout::UnitState end = crowd.stateOf(4, now + 9 * kSecond);
    EXPECT_GT(end.phase_b, 0.9999F);
    crowd.travel(4, travelling(0.9, {0.0, 1.4}, 0.3), now + 9 * kSecond);
    const layout::UnitState walks = crowd.stateOf(4, now + 9 * kSecond);
    EXPECT_GT(walks.phase_a, 0.9999F) << "still the end of what it did";
    EXPECT_EQ(walks.phase_b, 0.0F);
    EXPECT_LT(test::placesApart(walks, crowd.stateOf(4, now + 9 * kSecond - 1)), 1e-5);
    const layout::UnitState later = crowd.stateOf(4, now + 11 * kSecond);
    EXPECT_GT(test::placesApart(walks, later), 1.5);
}

TEST(Travel, AUnitThatWasPlacedIsInTheDisc) {
    Crowd crowd = standing();
    UnitTravel far = travelling(0.0, {0.0, 0.0});
    far.place_m = glm::dvec2(500.0, -200.0);
    far.facing_rad = 1.0;
    crowd.travel(5, far, 100);
    crowd.advance(200);
    const glm::vec4 placement = crowd.stateOf(5, 200).placement;
    EXPECT_EQ(placement.x, 500.0F);
    EXPECT_EQ(placement.z, -200.0F);
    EXPECT_EQ(placement.w, 1.0F);
    EXPECT_GT(crowd.radius_m(), 538.0);
}

// Days on, a disc of all units still holds them, and is not much larger than it must be.
TEST(Travel, TheDiscAroundTheArmyGrows) {
    Crowd crowd = standing(300);
    const double before = crowd.radius_m();
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        const double angle = 0.7 * unit;
        crowd.travel(unit, travelling(0.9, {std::sin(angle), std::cos(angle)}), kSecond * (unit % 3));
    }
    for (Ticks now = 4 * kSecond; now < 3000 * kSecond; now += now / 3) {
        crowd.advance(now);
        double farthest = 0.0;
        for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
            const glm::vec4 place = crowd.stateOf(unit, now).placement;
            farthest = std::max(
                farthest, glm::length(glm::dvec2(place.x - crowd.center().x, place.z - crowd.center().z)));
        }
        EXPECT_GE(crowd.radius_m(), farthest);
        EXPECT_LE(crowd.radius_m(), 1.3 * farthest + before + 25.0);
    }
}

}  // namespace
}  // namespace phalanx
