// Phases and travel of blend spaces: against integrals summed in small steps, and over days.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "anim/layers/space_clips.h"
#include "anim/layers/space_clock.h"
#include "anim/pose/pose.h"
#include "core/error.h"
#include "cpu/anim/slider.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

constexpr std::uint32_t kTicksPerDay = 86400U * 4096U;

// A model whose clips last 4, 1, 2/3, 1.1 and 0.9 s, and a space of idling, walking, running and strafing.
Model pacedModel() {
    Model model = test::makeModel({.clips = 5});
    const std::array<double, 5> durations{4.0, 1.0, 2.0 / 3.0, 1.1, 0.9};
    for (std::size_t i = 0; i < durations.size(); ++i) {
        model.clips[i].duration_s = durations[i];
        model.clips[i].loops = true;
    }
    model.clips[1].stride_speed = 1.3;
    return model;
}

BlendSpace strafing() {
    return {"Move",
            2,
            {{"clip 0", {0.0, 0.0}, 0.0, {}},
             {"clip 1", {0.0, 1.3}, 0.0, {}},
             {"clip 2", {0.0, 3.3}, 0.0, glm::dvec2(0.0, 2.2)},
             {"clip 3", {1.0, 0.0}, 0.0, glm::dvec2(1.1, 0.0)},
             {"clip 4", {-1.0, 0.0}, 0.0, glm::dvec2(-0.9, 0.1)}}};
}

// The fraction of the cycle, -1/2 to 1/2.
double cyclesOf(FinePhase phase) {
    return static_cast<double>(static_cast<std::int64_t>(phase)) * 0x1p-64;
}

TEST(SpaceClips, StrideAndRateAreWeightedMeans) {
    const Model model = pacedModel();
    const BlendSpace space = strafing();
    const SpaceClips clips(model, space);
    EXPECT_NEAR(clips.rateAt({0.0, 1.3}), 1.0, 1e-12);
    EXPECT_NEAR(clips.rateAt({0.0, 2.3}), 0.5 * 1.0 + 0.5 * 1.5, 1e-12);
    EXPECT_NEAR(clips.strideAt({0.0, 1.3}).y, 1.3, 1e-12);  // from the clip's stride_speed and duration
    const glm::dvec2 stride = clips.strideAt({0.5, 0.65});  // half of strafing, half of walking
    EXPECT_LT(glm::distance(stride, glm::dvec2(0.55, 0.65)), 1e-12);
    const std::array<double, 2> at{0.0, 2.3};
    const ClipMix mix = clips.mixAt(at, 0.25);
    ASSERT_EQ(mix.size(), 2U);
    for (const WeightedClip& each : mix) {
        // One phase for both, whatever their lengths.
        EXPECT_NEAR(each.time_s / model.clips[static_cast<std::size_t>(each.clip)].duration_s, 0.25, 1e-12);
        EXPECT_NEAR(each.weight, 0.5, 1e-12);
    }
}

TEST(SpaceClips, UnknownClipsAreNamed) {
    const Model model = pacedModel();
    const BlendSpace space{"S", 1, {{"clip 9", {0.0}, {}, {}}}};
    try {
        const SpaceClips clips(model, space);
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kUsage);
        EXPECT_NE(std::string(error.what()).find("clip 9"), std::string::npos);
    }
}

TEST(SpaceClock, PhasesAreExactAfterADay) {
    const Model model = pacedModel();
    const BlendSpace space = strafing();
    const SpaceClips clips(model, space);
    for (const glm::dvec2& at :
         {glm::dvec2(0.0, 1.3), glm::dvec2(0.0, 2.1), glm::dvec2(0.4, 0.3), glm::dvec2(-7.0, 9.0)}) {
        const SpaceClock clock(clips, {at, at, 77U, 0U}, finePhase(0.125));
        const long double rate = clips.rateAt(at);
        for (const std::uint32_t days : {1U, 5U}) {
            const std::uint32_t ticks = days * kTicksPerDay;
            const long double cycles = 0.125L + rate * (static_cast<long double>(ticks) / 4096.0L);
            const FinePhase exact = static_cast<FinePhase>((cycles - std::floor(cycles)) * 0x1p64L);
            EXPECT_LT(std::abs(cyclesOf(clock.phaseAt(77U + ticks) - exact)), 1e-10) << days;
        }
        // The clock wraps.
        const SpaceClock late(clips, {at, at, 0xFFFFFF00U, 0U}, finePhase(0.125));
        EXPECT_EQ(late.phaseAt(0xFFFFFF00U + kTicksPerDay), clock.phaseAt(77U + kTicksPerDay));
    }
}

TEST(SpaceClock, TheTravelOfADayFitsThePhases) {
    const Model model = pacedModel();
    const BlendSpace space = strafing();
    const SpaceClips clips(model, space);
    const glm::dvec2 at(0.3, 0.9);
    const SpaceClock clock(clips, {at, at, 0U, 0U}, 0);
    // Where the phase is the same as at the start, the travel is a whole number of strides.
    const double day_cycles = clips.rateAt(at) * 86400.0;
    const glm::dvec2 travel = clock.travelAt(kTicksPerDay);
    const double cycles =
        glm::dot(travel, clips.strideAt(at)) / glm::dot(clips.strideAt(at), clips.strideAt(at));
    EXPECT_NEAR(cycles, day_cycles, 1e-6);
    EXPECT_NEAR(std::remainder(cycles - cyclesOf(clock.phaseAt(kTicksPerDay)), 1.0), 0.0, 1e-6);
}

// Sums rate and rate * stride in small steps along paths across triangles, along edges and outside of the
// hull.
TEST(SpaceClock, PathsAreIntegratedExactly) {
    const Model model = pacedModel();
    const BlendSpace space = strafing();
    const SpaceClips clips(model, space);
    test::Dice dice(4);
    for (int round = 0; round < 12; ++round) {
        BlendPath path{dice.inBox(3.0), dice.inBox(3.0), 1000U,
                       static_cast<std::uint32_t>(dice.between(500.0, 20000.0))};
        if (round == 0)
            path = {{0.0, 0.0}, {0.0, 3.3}, 0xFFFFFE00U, 8192U};  // along edges, and the clock wraps
        if (round == 1) path.to = path.from;
        const SpaceClock clock(clips, path, finePhase(0.75));
        const int steps = 20000;
        double cycles = 0.0;
        glm::dvec2 travel(0.0);
        const double step_s = path.duration / 4096.0 / steps;
        for (int i = 0; i < steps; ++i) {
            const double u = (i + 0.5) / steps;
            const glm::dvec2 at = path.from + u * u * (3.0 - 2.0 * u) * (path.to - path.from);
            cycles += clips.rateAt(at) * step_s;
            travel += clips.rateAt(at) * clips.strideAt(at) * step_s;
            if (i % 4000 != 3999) continue;
            const auto now = static_cast<std::uint32_t>(std::lround((i + 1.0) / steps * path.duration));
            const double rest_s = (now - (i + 1.0) / steps * path.duration) / 4096.0;  // of whole ticks
            EXPECT_NEAR(std::remainder(cyclesOf(clock.phaseAt(path.start + now) - finePhase(0.75 + cycles)) -
                                           clips.rateAt(clock.pointAt(path.start + now)) * rest_s,
                                       1.0),
                        0.0, 2e-7)
                << round;
            EXPECT_LT(glm::distance(clock.travelAt(path.start + now), travel), 2e-3) << round;
        }
        const std::uint32_t end = path.start + path.duration;
        EXPECT_LT(glm::distance(clock.travelAt(end), travel), 1e-6) << round;
        EXPECT_EQ(clock.pointAt(end), path.to);
        EXPECT_EQ(clock.pointAt(path.start), path.from);
        // A day after the path, the phase goes on from its end.
        const long double day = static_cast<long double>(clips.rateAt(path.to)) * 86400.0L;
        const FinePhase later =
            clock.phaseAt(end) + static_cast<FinePhase>((day - std::floor(day)) * 0x1p64L);
        EXPECT_LT(std::abs(cyclesOf(clock.phaseAt(end + kTicksPerDay) - later)), 1e-10) << round;
    }
}

TEST(SpaceClock, ANewDecisionGoesOnFromWhatIsShown) {
    const Model model = pacedModel();
    const BlendSpace space = strafing();
    const SpaceClips clips(model, space);
    const SpaceClock first(clips, {{0.0, 0.0}, {0.8, 2.0}, 0U, 8192U}, finePhase(0.3));
    const std::uint32_t now = 3333U;
    const SpaceClock second(clips, {first.pointAt(now), {-1.0, 0.5}, now, 4096U}, first.phaseAt(now));
    EXPECT_EQ(second.pointAt(now), first.pointAt(now));
    EXPECT_EQ(second.phaseAt(now), first.phaseAt(now));
    EXPECT_EQ(second.travelAt(now), glm::dvec2(0.0));
    // The rate goes on, too: one tick later both have advanced alike.
    const double one = cyclesOf(second.phaseAt(now + 1) - second.phaseAt(now));
    EXPECT_NEAR(one, cyclesOf(first.phaseAt(now + 1) - first.phaseAt(now)), 1e-6);
}

constexpr double kTouchdown =
    -0.25 - 0.018 / (0.2 * 20.0);  // of a foot of stepping(), from the middle of its contact

// Two feet on a body, lifted by 0.2 m for half of a cycle; the left one is down around the phase `middle`.
Model stepping(double middle, double right_after) {
    Model model = test::slider();
    model.height_m = 1.8;
    model.nodes[0].parent_from_node_rest[3] = glm::dvec4(0.0, 1.0, 0.0, 1.0);
    Clip& clip = model.clips.emplace_back();
    clip.name = "Step";
    clip.duration_s = 2.0;
    clip.loops = true;
    for (const double side : {1.0, -1.0}) {
        glm::dmat4 rest(1.0);
        rest[3] = glm::dvec4(0.1 * side, -0.95, 0.0, 1.0);
        model.nodes.push_back({side > 0.0 ? "left" : "right", 0, rest});
        model.palette.push_back({static_cast<int>(model.nodes.size()) - 1, glm::dmat4(1.0)});
        model.vertices[side > 0.0 ? 0 : 1].joints[0] = static_cast<std::uint16_t>(model.palette.size() - 1);
        Channel& channel = clip.channels.emplace_back();
        channel.node = static_cast<int>(model.nodes.size()) - 1;
        for (int k = 0; k <= 200; ++k) {
            const double phase = k / 200.0 - (side > 0.0 ? middle : middle + right_after);
            const double away = std::abs(std::remainder(phase, 1.0));
            const double lift = 0.2 * std::clamp((away - 0.25) * 20.0, 0.0, 1.0);
            channel.translations.keys.push_back({2.0 * k / 200.0, {0.1 * side, -0.95 + lift, 0.0}});
        }
    }
    return model;
}

TEST(Contacts, AreFoundWhereTheLeftFootIsDown) {
    for (const double middle : {0.0, 0.3, 0.8}) {
        const Model model = stepping(middle, 0.5);
        const std::optional<double> found = contactPhase(model, model.clips[0]);
        ASSERT_TRUE(found.has_value());
        EXPECT_NEAR(std::remainder(*found - middle - kTouchdown, 1.0), 0.0, 2e-3);
    }
}

TEST(Contacts, AreNotFoundInJumpsAndWhereFeetStay) {
    EXPECT_FALSE(contactPhase(stepping(0.3, 0.0), stepping(0.3, 0.0).clips[0]).has_value());
    Model model = stepping(0.3, 0.5);
    model.clips[0].channels.clear();
    EXPECT_FALSE(contactPhase(model, model.clips[0]).has_value());
}

TEST(Contacts, PutClipsInStep) {
    Model model = stepping(0.3, 0.5);
    model.clips.push_back(stepping(0.85, 0.5).clips[0]);
    model.clips[1].name = "Other";
    const BlendSpace space{
        "S", 1, {{"Step", {0.0}, {}, {}}, {"Other", {1.0}, {}, {}}, {"Step", {2.0}, 0.1, {}}}};
    const SpaceClips clips(model, space);
    EXPECT_NEAR(clips.points()[0].sync, 0.3 + kTouchdown, 2e-3);
    EXPECT_NEAR(clips.points()[1].sync, 0.85 + kTouchdown, 2e-3);
    EXPECT_EQ(clips.points()[2].sync, 0.1);  // given
    // At every common phase, the left feet of both are equally high.
    for (const double phase : {0.0, 0.2, 0.45, 0.9}) {
        const ClipMix mix = clips.mixAt(std::array<double, 1>{0.5}, phase);
        ASSERT_EQ(mix.size(), 2U);
        std::array<double, 2> heights{};
        for (std::size_t i = 0; i < 2; ++i) {
            const LocalPose pose =
                samplePose(model, model.clips[static_cast<std::size_t>(mix[i].clip)], mix[i].time_s);
            heights[i] = modelFromNode(model, pose)[1][3].y;
        }
        EXPECT_NEAR(heights[0], heights[1], 2e-2) << phase;
    }
}

}  // namespace
}  // namespace phalanx
