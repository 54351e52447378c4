// Steady frame pacing, on flights of a simulated renderer.
#include "render/pacing/frame_pace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/measure/govern.h"
#include "cpu/render/simulated_flights.h"
#include "render/frame/frame_stats.h"
#include "render/pacing/detail_governor.h"

namespace phalanx {
namespace {

using test::always;
using test::Course;
using test::Flown;
using test::from;
using test::kBudget_ms;
using test::kSet_px;
using test::mostOf;

// Frames of a renderer; GPU times and triangle counts arrive three frames late.
struct PacedFlight {
    Course fixed = always(8.0);
    Course scaled = from(300, 0.6, 11.0);
    Course amount = from(300, 1e6, 3e6);
    int frames = 400;
    bool timers = true;
    DetailGovernor::Wish wish{kSet_px, 0.0, Pace::kSteady};
};

Flown flyPaced(const PacedFlight& flight) {
    DetailGovernor governor;
    Flown flown;
    FrameStats stats;
    for (int i = 0; i < flight.frames; ++i) {
        flown.error_px.push_back(governor.errorFor(flight.wish));
        flown.frame_ms.push_back(flight.fixed(i) + flight.scaled(i) / std::pow(flown.error_px.back(), 1.3));
        stats.frame = static_cast<std::uint64_t>(i) + 1;
        constexpr int kLate = 3;
        if (i >= kLate) {
            stats.timed_frame = stats.frame - kLate;
            stats.gpu_ms = flown.frame_ms[static_cast<std::size_t>(i - kLate)];
            stats.triangles = static_cast<std::uint64_t>(flight.amount(i - kLate));
        }
        governor.add(stats, flight.timers, flown.frame_ms.back());
    }
    return flown;
}

TEST(SteadyPace, AllowsAThirdMoreThanTheMedian) {
    const Flown flown = flyPaced({});
    const double usual_ms = flown.frame_ms[299];
    EXPECT_EQ(mostOf({flown.error_px.begin(), flown.error_px.begin() + 300}), kSet_px);
    EXPECT_GT(flown.frame_ms[300], 2.0 * usual_ms);
    EXPECT_LT(mostOf(flown.frame_ms, 308), FramePace::kOver * usual_ms);
    // The error is not raised further than that.
    EXPECT_GT(mostOf(flown.frame_ms, 308), 0.7 * FramePace::kOver * usual_ms);
}

TEST(SteadyPace, FollowsTheMedian) {
    PacedFlight flight;
    flight.scaled = from(300, 0.6, 5.0);
    flight.frames = 300 + 3 * static_cast<int>(FramePace::kFrames);
    const Flown flown = flyPaced(flight);
    EXPECT_GT(flown.error_px[400], 1.05);
    EXPECT_EQ(flown.error_px.back(), kSet_px);
}

// Each step towards the new pace takes half of the frames over which the median is computed.
TEST(SteadyPace, FollowsALargeIncreaseMoreSlowly) {
    PacedFlight flight;
    flight.fixed = always(2.0);
    flight.scaled = from(300, 6.0, 22.0);
    flight.frames = 300 + 6 * static_cast<int>(FramePace::kFrames);  // a minute at 60 frames per second
    const Flown flown = flyPaced(flight);
    EXPECT_GT(flown.error_px[300 + FramePace::kFrames], 1.05) << "these frames take three times as long";
    EXPECT_EQ(flown.error_px.back(), kSet_px);
}

TEST(SteadyPace, NeedsGpuTimes) {
    PacedFlight flight;
    flight.timers = false;
    EXPECT_EQ(mostOf(flyPaced(flight).error_px), kSet_px);
    flight.wish.budget_ms = kBudget_ms;
    EXPECT_GT(mostOf(flyPaced(flight).error_px), 1.5) << "a budget also works with CPU frame times";
}

TEST(SteadyPace, FullDetailHasNoPace) {
    PacedFlight flight;
    flight.wish.set_px = 0.0;
    DetailGovernor governor;
    EXPECT_EQ(governor.errorFor(flight.wish), 0.0);
    FrameStats stats;
    for (stats.frame = 1; stats.frame < 400; ++stats.frame) {
        stats.timed_frame = stats.frame;
        stats.gpu_ms = stats.frame < 300 ? 8.0 : 80.0;
        governor.add(stats, true, *stats.gpu_ms);
        ASSERT_EQ(governor.errorFor(flight.wish), 0.0);
    }
}

TEST(SteadyPace, ShortFramesAreSteadyEnough) {
    PacedFlight flight;
    flight.fixed = always(0.3);
    flight.scaled = from(300, 0.2, 3.0);
    EXPECT_EQ(mostOf(flyPaced(flight).error_px), kSet_px);
}

// Where frames are short in most of a flight, a steady pace costs no more than kSteadyTimes of the error,
// unless frames would become long.
TEST(SteadyPace, CostsLittleDetailWhereFramesAreShort) {
    PacedFlight flight;
    flight.fixed = always(2.0);
    flight.scaled = from(300, 0.6, 14.0);
    const Flown flown = flyPaced(flight);
    const double steady_px = DetailGovernor::kSteadyTimes * kSet_px;
    EXPECT_NEAR(flown.error_px.back(), steady_px, 1e-6);
    EXPECT_LE(mostOf(flown.error_px, 330), steady_px + 1e-6) << "once the cost of the new view is known";
    EXPECT_GT(flown.frame_ms.back(), FramePace::kLeast_ms) << "the pace would have wanted a larger error";

    flight.scaled = from(300, 0.6, 40.0);
    const Flown longer = flyPaced(flight);
    EXPECT_GT(longer.error_px.back(), 1.2 * steady_px);
    EXPECT_LT(mostOf(longer.frame_ms, 308), FramePace::kLong_ms);

    // A budget is kept whatever the error, up to kMostTimes.
    flight.scaled = from(300, 0.6, 14.0);
    flight.wish.budget_ms = 5.0;
    EXPECT_LT(mostOf(flyPaced(flight).frame_ms, 308), 5.0);
}

TEST(SteadyPace, IsForgottenWhenTheSceneChanges) {
    DetailGovernor governor;
    const DetailGovernor::Wish wish{kSet_px, 0.0, Pace::kSteady};
    FrameStats stats;
    const auto frames = [&](int count, double ms) {
        for (int i = 0; i < count; ++i) {
            governor.errorFor(wish);
            ++stats.frame;
            stats.timed_frame = stats.frame;
            stats.gpu_ms = ms;
            governor.add(stats, true, ms);
        }
        return governor.errorFor(wish);
    };
    EXPECT_EQ(frames(300, 8.0), kSet_px);
    governor.forgetPace();
    EXPECT_EQ(frames(30, 30.0), kSet_px) << "the new scene's pace is not known yet";
    EXPECT_EQ(frames(300, 30.0), kSet_px);
}

// The error that was raised falls back gradually.
TEST(SteadyPace, ForgettingItDoesNotJump) {
    DetailGovernor governor;
    const DetailGovernor::Wish wish{kSet_px, 0.0, Pace::kSteady};
    FrameStats stats;
    const auto next = [&](double ms) {
        const double error_px = governor.errorFor(wish);
        ++stats.frame;
        stats.timed_frame = stats.frame;
        stats.gpu_ms = ms;
        governor.add(stats, true, ms);
        return error_px;
    };
    for (int i = 0; i < 200; ++i) next(8.0);
    double error_px = 0.0;
    for (int i = 0; i < 50; ++i) error_px = next(30.0);
    ASSERT_GT(error_px, 2.0 * kSet_px);
    governor.forgetPace();
    for (int i = 0; i < 80; ++i) {
        const double before = std::exchange(error_px, next(30.0));
        EXPECT_LE(error_px, before);
        EXPECT_GE(error_px, std::max(kSet_px, before / 1.04));
    }
    EXPECT_EQ(error_px, kSet_px);
}

// The size below which units are not drawn follows the error that was set, not the raised error.
TEST(SteadyPace, OmitsNoUnit) {
    DetailGovernor governor;
    FrameRequest render{wholeUnits()};
    for (std::uint64_t frame = 1; frame < 50; ++frame) {
        render.lod_error_px = 1.5;
        govern(governor, {1.5, kBudget_ms, Pace::kFree}, render);
        governor.drew(frame);
        governor.took(frame, 80.0);
    }
    EXPECT_GT(render.lod_error_px, 3.0);
    EXPECT_EQ(render.small_px, 1.5);
    DetailGovernor half;
    govern(half, {0.0, kBudget_ms, Pace::kFree}, render);
    EXPECT_EQ(render.small_px, DetailGovernor::kLeastError_px);
    EXPECT_EQ(render.lod_error_px, DetailGovernor::kLeastError_px);
}

// A jump of the camera is not a hiccup: the triangle count shows it.
TEST(SteadyPace, ReactsAtOnceIfThereIsMoreToDraw) {
    const auto raisedAfter = [](const PacedFlight& flight) {
        const Flown flown = flyPaced(flight);
        for (std::size_t i = 300; i < flown.error_px.size(); ++i) {
            if (flown.error_px[i] > 1.2 * kSet_px) return i - 300;
        }
        return flown.error_px.size();
    };
    PacedFlight unknown;
    unknown.amount = always(1e6);
    EXPECT_EQ(raisedAfter({}), 4U) << "results are three frames late, and the next frame uses them";
    EXPECT_GT(raisedAfter(unknown), 4U);
    PacedFlight hiccup;
    hiccup.scaled = [](int frame) { return frame == 300 ? 40.0 : 0.6; };
    hiccup.amount = always(1e6);
    EXPECT_LT(mostOf(flyPaced(hiccup).error_px), 1.1 * kSet_px);
}

TEST(FramePace, IsTheMedianOfTheNewestFramesPlusAThird) {
    FramePace pace;
    for (std::size_t i = 0; i + 1 < FramePace::kKnownAt; ++i) pace.add(10.0);
    EXPECT_EQ(pace.budget_ms(), 0.0) << "too few frames to know the pace";
    pace.add(10.0);
    EXPECT_DOUBLE_EQ(pace.budget_ms(), FramePace::kOver * 10.0);
    for (std::size_t i = 0; i < FramePace::kKnownAt / 2; ++i) pace.add(500.0);
    EXPECT_DOUBLE_EQ(pace.budget_ms(), FramePace::kOver * 10.0) << "most frames took 10 ms";
    for (std::size_t i = 0; i < FramePace::kFrames; ++i) pace.add(20.0);
    EXPECT_DOUBLE_EQ(pace.budget_ms(), FramePace::kOver * 20.0) << "earlier frames are forgotten";
    for (std::size_t i = 0; i < FramePace::kFrames; ++i) pace.add(0.5);
    EXPECT_DOUBLE_EQ(pace.budget_ms(), FramePace::kLeast_ms);
}

}  // namespace
}  // namespace phalanx
