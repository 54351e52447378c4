// Where clips put their feet: legs made in code, whose contacts are known.
#include "anim/feet/clip_feet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>
#include <utility>
#include <vector>

namespace phalanx {
namespace {

constexpr double kHeight_m = 1.8;
constexpr double kAnkle_m = 0.1;  // at rest
constexpr double kFade_s = 0.1;   // of contacts
constexpr int kKeys = 480;        // per cycle

double cycle(double phase) {
    return phase - std::floor(phase);
}

// Two legs under hips that do not move; clips move the ankles.
class TwoLegs {
  public:
    TwoLegs() {
        model.name = model.source_path = "legs";
        model.height_m = kHeight_m;
        add("root", -1, {0.0, 0.0, 0.0});
        for (const double side : {0.1, -0.1}) {
            const int hip = add("hip", 0, {side, 0.9, 0.0});
            const int knee = add("knee", hip, {0.0, -0.4, 0.0});
            legs.push_back({hip, knee, add("ankle", knee, {0.0, kAnkle_m - 0.5, 0.0})});
        }
    }

    // Where a leg's ankle is at a phase, in model space: y and z.
    using AnkleAt = std::function<glm::dvec2(std::size_t leg, double phase)>;

    Clip clip(double duration_s, bool loops, const AnkleAt& ankle) const {
        Clip clip;
        clip.name = "clip";
        clip.duration_s = duration_s;
        clip.loops = loops;
        for (std::size_t leg = 0; leg < legs.size(); ++leg) {
            Channel& channel = clip.channels.emplace_back();
            channel.node = legs[leg].ankle;
            for (int k = 0; k <= kKeys; ++k) {
                const double phase = static_cast<double>(k) / kKeys;
                const glm::dvec2 at = ankle(leg, loops ? cycle(phase) : phase);
                channel.translations.keys.push_back({duration_s * phase, {0.0, at.x - 0.5, at.y}});
            }
        }
        return clip;
    }

    Model model;
    std::vector<LegNodes> legs;

  private:
    int add(const char* name, int parent, const glm::dvec3& at) {
        model.nodes.push_back({name, parent, glm::translate(glm::dmat4(1.0), at)});
        return static_cast<int>(model.nodes.size()) - 1;
    }
};

// A gait along +Z. Each foot is on the ground from a phase on for a part of the cycle, then swings.
struct KnownGait {
    double duration_s = 1.0;
    double stride_m = 1.3;
    double grounded = 0.6;  // part of the cycle
    std::array<double, 2> lands{0.1, 0.6};

    // Phase since the foot landed, 0..1.
    double since(std::size_t leg, double phase) const { return cycle(phase - lands.at(leg)); }

    glm::dvec2 ankle(std::size_t leg, double phase) const {
        const double at = since(leg, phase);
        const double front = 0.5 * grounded * stride_m;
        if (at <= grounded) return {kAnkle_m, front - at * stride_m};
        const double swing = (at - grounded) / (1.0 - grounded);
        return {kAnkle_m + 0.15 * std::sin(swing * std::numbers::pi), -front + swing * 2.0 * front};
    }

    ClipFeet feet(const TwoLegs& of) const {
        return clipFeet(
            of.model,
            of.clip(duration_s, true, [&](std::size_t leg, double phase) { return ankle(leg, phase); }),
            of.legs, {0.0, stride_m});
    }

    // Seconds from the nearest moment on the ground; 0: it is on the ground. Negative: how deep within.
    double fromContact_s(std::size_t leg, double phase) const {
        const double at = since(leg, phase);
        const double outside =
            at <= grounded ? -std::min(at, grounded - at) : std::min(at - grounded, 1.0 - at);
        return outside * duration_s;
    }
};

// Contacts are found to a step or two of 1/120 s.
constexpr double kEdge_s = 0.025;

// Every property of the curves of a gait. Returns the largest contact of both feet while both are in the air.
double expectGait(const KnownGait& gait) {
    const ClipFeet feet = gait.feet(TwoLegs());
    double in_flight = 0.0;
    EXPECT_EQ(feet.curves.size(), 2U);
    for (std::size_t leg = 0; leg < feet.curves.size(); ++leg) {
        SCOPED_TRACE(leg);
        double grounded_s = 0.0;
        for (int i = 0; i < kKeys; ++i) {
            const double phase = (i + 0.5) / kKeys;
            SCOPED_TRACE(phase);
            const FootMoment moment = feet.curves[leg].at(phase);
            const double off_s = gait.fromContact_s(leg, phase);
            const double x = leg == 0 ? 0.1 : -0.1;
            if (off_s < -kEdge_s) {
                EXPECT_EQ(moment.contact, 1.0);
                EXPECT_NEAR(moment.place_m.x, x, 1e-9);
                // Most of the contact's steps are in one place, few at its edges beside it.
                EXPECT_NEAR(moment.place_m.y, gait.ankle(leg, phase).y, 0.002 * gait.stride_m);
            }
            if (off_s > kFade_s + kEdge_s) {
                EXPECT_EQ(moment.contact, 0.0);
            } else if (off_s > kEdge_s) {
                EXPECT_LT(moment.contact, 1.0);
            }
            if (moment.contact == 1.0) grounded_s += gait.duration_s / kKeys;
            if (off_s > kEdge_s && gait.fromContact_s(1 - leg, phase) > kEdge_s)
                in_flight = std::max(in_flight, moment.contact);
        }
        EXPECT_NEAR(grounded_s, gait.grounded * gait.duration_s, 2.0 * kEdge_s);
    }
    return in_flight;
}

TEST(ClipFeet, WalkIsInContactWhereItsFeetStand) {
    EXPECT_EQ(expectGait({}), 0.0) << "a walk has no flight";
}

TEST(ClipFeet, RunHasFlightPhases) {
    const KnownGait run{0.7, 2.3, 0.3, {0.05, 0.55}};
    const double in_flight = expectGait(run);
    EXPECT_GT(in_flight, 0.0);
    EXPECT_LT(in_flight, 1.0);
}

// Contact fades in before a foot lands and out after it has left, without jumps.
TEST(ClipFeet, ContactFades) {
    const KnownGait walk;
    const ClipFeet feet = walk.feet(TwoLegs());
    const auto contactAt = [&](double from_landing_s) {
        return feet.curves[0].at(walk.lands[0] + from_landing_s / walk.duration_s).contact;
    };
    const double left_s = walk.grounded * walk.duration_s;
    for (int i = 1; i <= 24; ++i) {
        const double step_s = 1.0 / 240.0;
        const double before = contactAt(-i * step_s);
        const double after = contactAt(left_s + i * step_s);
        EXPECT_LE(before, contactAt(-(i - 1) * step_s));
        EXPECT_LE(after, contactAt(left_s + (i - 1) * step_s));
        // smooth() is at most 1.5 times as steep as a line.
        EXPECT_LT(contactAt(-(i - 1) * step_s) - before, 1.6 * step_s / kFade_s);
        EXPECT_LT(contactAt(left_s + (i - 1) * step_s) - after, 1.6 * step_s / kFade_s);
    }
    EXPECT_GT(contactAt(-0.5 * kFade_s), 0.2);
    EXPECT_LT(contactAt(-0.5 * kFade_s), 0.8);
    EXPECT_EQ(contactAt(-kFade_s - kEdge_s), 0.0);
}

// Wherever a contact begins, also across the end of the loop, the foot stays in one place of the ground.
TEST(ClipFeet, ContactsCrossTheSeam) {
    for (const double lands : {0.0, 0.3, 0.55, 0.8, 0.97}) {
        SCOPED_TRACE(lands);
        KnownGait walk;
        walk.lands = {lands, cycle(lands + 0.5)};
        expectGait(walk);
        const ClipFeet feet = walk.feet(TwoLegs());
        for (std::size_t leg = 0; leg < 2; ++leg) {
            const double edge = kEdge_s / walk.duration_s;
            const auto overGround = [&](double since) {
                const double phase = walk.lands[leg] + since;  // may be above 1: of the next cycle
                const FootMoment moment = feet.curves[leg].at(phase);
                EXPECT_EQ(moment.contact, 1.0) << since;
                return moment.place_m.y + phase * walk.stride_m;
            };
            const double place = overGround(edge);
            for (double since = edge; since < walk.grounded - edge; since += 0.01) {
                // at() is linear within a step, and at the seam it blends places of two cycles.
                if (std::abs(walk.lands[leg] + since - 1.0) < 1.0 / 120.0) continue;
                EXPECT_NEAR(overGround(since), place, 1e-9) << since;
            }
        }
    }
}

TEST(ClipFeet, ClipsWithoutContactsHaveNone) {
    const TwoLegs legs;
    const auto expectNone = [&](const Clip& clip, const TwoLegs::AnkleAt& ankle) {
        const ClipFeet feet = clipFeet(legs.model, clip, legs.legs, {0.0, 0.0});
        for (std::size_t leg = 0; leg < 2; ++leg) {
            for (int i = 0; i <= 120; ++i) {
                const double phase = i / 120.0;
                const FootMoment moment = feet.curves[leg].at(phase);
                EXPECT_EQ(moment.contact, 0.0) << phase;
                EXPECT_NEAR(moment.place_m.y, ankle(leg, clip.loops ? cycle(phase) : phase).y, 1e-3) << phase;
            }
        }
    };
    // It hovers: the lowest place of the ankles is far above the one at rest.
    const auto hovers = [](std::size_t, double) { return glm::dvec2(kAnkle_m + 0.1 * kHeight_m, 0.05); };
    // Its feet go around fast and never stand.
    const auto circles = [](std::size_t leg, double phase) {
        const double angle = 2.0 * std::numbers::pi * phase + static_cast<double>(leg);
        return glm::dvec2(kAnkle_m, 0.2) + 0.2 * glm::dvec2(0.0, 1.0) * std::cos(angle) +
               glm::dvec2(0.02 + 0.02 * std::cos(angle - 0.5), 0.0);
    };
    for (const bool loops : {true, false}) {
        expectNone(legs.clip(1.0, loops, hovers), hovers);
        expectNone(legs.clip(0.5, loops, circles), circles);
    }
}

TEST(ClipFeet, StandingIsInContactAllThrough) {
    const TwoLegs legs;
    const auto stands = [](std::size_t, double) { return glm::dvec2(kAnkle_m, 0.0); };
    for (const bool loops : {true, false}) {
        const ClipFeet feet = clipFeet(legs.model, legs.clip(2.0, loops, stands), legs.legs, {0.0, 0.0});
        for (const FootCurve& curve : feet.curves) {
            for (int i = -10; i <= 120; ++i) EXPECT_EQ(curve.at(i / 100.0).contact, 1.0) << i;
        }
    }
}

// One-shots hold their ends: a foot that stands at the start and is up at the end.
TEST(ClipFeet, OneShotsHoldTheirEnds) {
    const TwoLegs legs;
    const auto steps = [](std::size_t leg, double phase) {
        const double up = leg == 0 ? std::clamp((phase - 0.5) / 0.5, 0.0, 1.0) : 0.0;
        return glm::dvec2(kAnkle_m + 0.3 * up, 0.2 * up);
    };
    const ClipFeet feet = clipFeet(legs.model, legs.clip(1.0, false, steps), legs.legs, {0.0, 0.0});
    for (const double phase : {-1.0, 0.0, 0.25, 0.45})
        EXPECT_EQ(feet.curves[0].at(phase).contact, 1.0) << phase;
    for (const double phase : {0.75, 1.0, 3.0}) {
        EXPECT_EQ(feet.curves[0].at(phase).contact, 0.0) << phase;
        EXPECT_EQ(feet.curves[1].at(phase).contact, 1.0) << phase;
    }
}

// A foot that twitches for less than 0.04 s stays in contact, and one that touches for less than 0.05 s has
// none, wherever in the loop.
TEST(ClipFeet, ShortGapsAndContactsDoNotCount) {
    const TwoLegs legs;
    for (const double at : {0.0, 0.3, 0.5, 0.99}) {
        SCOPED_TRACE(at);
        // Away from `at`, of a clip of 1 s.
        const auto near_s = [at](double phase, double width) {
            return cycle(phase - at + 0.5 * width) < width;
        };
        const auto twitches = [&](std::size_t, double phase) {
            return glm::dvec2(kAnkle_m + (near_s(phase, 0.02) ? 0.05 : 0.0), 0.0);
        };
        const auto touches = [&](std::size_t, double phase) {
            return glm::dvec2(kAnkle_m + (near_s(phase, 0.02) ? 0.0 : 0.05), 0.0);
        };
        const auto twitches_and_steps = [&](std::size_t leg, double phase) {
            return twitches(leg, phase) + glm::dvec2(near_s(phase + 0.6, 0.2) ? 0.1 : 0.0, 0.0);
        };
        const ClipFeet stepping =
            clipFeet(legs.model, legs.clip(1.0, true, twitches_and_steps), legs.legs, {0.0, 0.0});
        for (const double since : {-0.1, -0.01, 0.0, 0.01, 0.1}) {
            EXPECT_EQ(stepping.curves[0].at(at + since).contact, 1.0) << since;
            EXPECT_LT(stepping.curves[0].at(at + 0.4 + 0.2 * since).contact, 0.5) << since;
        }
        const ClipFeet twitching =
            clipFeet(legs.model, legs.clip(1.0, true, twitches), legs.legs, {0.0, 0.0});
        const ClipFeet touching = clipFeet(legs.model, legs.clip(1.0, true, touches), legs.legs, {0.0, 0.0});
        for (int i = 0; i < 240; ++i) {
            EXPECT_EQ(twitching.curves[0].at(i / 240.0).contact, 1.0) << i;
            EXPECT_EQ(touching.curves[0].at(i / 240.0).contact, 0.0) << i;
        }
    }
}

TEST(ClipFeet, DropsOfThePelvisFollowTheSlope) {
    EXPECT_NEAR(PelvisDrop::kMeasuredSlope, std::tan(glm::radians(20.0)), 1e-15);
    const PelvisDrop drop = KnownGait{}.feet(TwoLegs()).drop;
    const auto towards = [](double direction, double size) {
        const double angle = 2.0 * std::numbers::pi * direction / PelvisDrop::kDirections;
        return size * glm::dvec2(std::cos(angle), std::sin(angle));
    };
    EXPECT_EQ(drop.at({0.0, 0.0}), 0.0);
    for (int d = 0; d < PelvisDrop::kDirections; ++d) {
        const double measured = drop.drops_m[static_cast<std::size_t>(d)];
        const double next = drop.drops_m[static_cast<std::size_t>((d + 1) % PelvisDrop::kDirections)];
        EXPECT_GT(measured, 0.01) << d;
        EXPECT_NEAR(drop.at(towards(d, PelvisDrop::kMeasuredSlope)), measured, 1e-9) << d;
        EXPECT_NEAR(drop.at(towards(d, 0.5 * PelvisDrop::kMeasuredSlope)), 0.5 * measured, 1e-9) << d;
        EXPECT_NEAR(drop.at(towards(d + 0.25, PelvisDrop::kMeasuredSlope)), 0.75 * measured + 0.25 * next,
                    1e-9)
            << d;
    }
    // The gait is the same on both sides, and steps as far ahead as behind.
    for (const auto& [a, b] : {std::pair(0U, 4U), std::pair(1U, 3U), std::pair(7U, 5U)})
        EXPECT_NEAR(drop.drops_m[a], drop.drops_m[b], 1e-6) << a;
    // Along the steps a foot is farther below than across.
    EXPECT_GT(drop.drops_m[2], drop.drops_m[0]);
}

}  // namespace
}  // namespace phalanx
