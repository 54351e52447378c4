// The frame budget, on flights of a simulated renderer: its frames cost a + b / error^1.3 and noise, and are
// told some frames late.
#include "render/detail_governor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "render/frame_stats.h"

namespace phalanx {
namespace {

constexpr double kBudget_ms = 12.0;
constexpr double kSet_px = 1.0;

using Course = std::function<double(int frame)>;  // milliseconds

struct Simulation {
    Course fixed = [](int) { return 4.0; };
    Course scaled = [](int) { return 4.0; };  // at an error of 1 px
    int frames = 600;
    int latency = 3;
    double noise = 0.03;
    int hiccup_every = 0;  // frames; each takes three times as long as it should
    double budget_ms = kBudget_ms;
    std::uint32_t seed = 1;
};

struct Flown {
    std::vector<double> frame_ms;  // hiccups left out
    std::vector<double> error_px;
};

Flown fly(const Simulation& simulation, DetailGovernor& governor) {
    std::mt19937 random(simulation.seed);
    const auto noise = [&] {  // about normal, deviation 1
        double sum = -6.0;
        for (int i = 0; i < 12; ++i) sum += static_cast<double>(random()) / 0x1p32;
        return sum;
    };
    Flown flown;
    std::vector<double> told;
    for (int i = 0; i < simulation.frames; ++i) {
        const double error_px = governor.errorFor({kSet_px, simulation.budget_ms});
        const auto number = static_cast<std::uint64_t>(i) + 1;
        governor.drew(number);
        double ms = simulation.fixed(i) + simulation.scaled(i) / std::pow(error_px, 1.3);
        ms *= 1.0 + simulation.noise * noise();
        const bool hiccup = simulation.hiccup_every > 0 && i % simulation.hiccup_every == 7;
        told.push_back(hiccup ? 3.0 * ms : ms);
        if (!hiccup) flown.frame_ms.push_back(ms);
        flown.error_px.push_back(error_px);
        const int done = i - simulation.latency;
        if (done >= 0)
            governor.took(static_cast<std::uint64_t>(done) + 1, told[static_cast<std::size_t>(done)]);
    }
    return flown;
}

Flown fly(const Simulation& simulation) {
    DetailGovernor governor;
    return fly(simulation, governor);
}

Course always(double ms) {
    return [ms](int) { return ms; };
}

// From little to much in 100 frames, 100 frames there, and back.
Course approach(double little, double much) {
    return [=](int frame) {
        const double way = std::clamp(std::min(frame - 200, 500 - frame) / 100.0, 0.0, 1.0);
        return little + (much - little) * way;
    };
}

Course from(int frame, double before, double after) {
    return [=](int at) { return at < frame ? before : after; };
}

double quantile(std::vector<double> values, double q) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

double mostOf(const std::vector<double>& values, std::size_t first = 0) {
    return *std::max_element(values.begin() + static_cast<std::ptrdiff_t>(first), values.end());
}

// How often it turned from growing to falling, or back.
int reversals(const std::vector<double>& values, std::size_t first) {
    int count = 0;
    int before = 0;
    for (std::size_t i = first + 1; i < values.size(); ++i) {
        const int now = values[i] > values[i - 1] ? 1 : values[i] < values[i - 1] ? -1 : 0;
        if (now != 0 && now == -before) ++count;
        if (now != 0) before = now;
    }
    return count;
}

TEST(DetailGovernor, WithoutABudgetTheErrorIsTheOneThatWasSet) {
    DetailGovernor governor;
    std::uint64_t frame = 0;
    for (const double set_px : {0.0, 0.1, 1.0, 3.7}) {
        EXPECT_EQ(governor.errorFor({set_px, 0.0}), set_px);
        governor.drew(++frame);
        governor.took(frame, 1000.0);
    }
    // Also where there was one, and it was raised.
    Simulation heavy;
    heavy.scaled = always(60.0);
    EXPECT_GT(fly(heavy, governor).error_px.back(), 1.5);
    EXPECT_EQ(governor.errorFor({kSet_px, 0.0}), kSet_px);
    EXPECT_EQ(governor.errorFor({kSet_px, kBudget_ms}), kSet_px) << "it begins anew";
}

TEST(DetailGovernor, StaysBetweenTheErrorSetAndFourTimesIt) {
    Simulation impossible;
    impossible.fixed = from(300, 2.0 * kBudget_ms, 0.5);
    impossible.scaled = from(300, 40.0, 0.5);
    const Flown flown = fly(impossible);
    for (const double error_px : flown.error_px) {
        ASSERT_GE(error_px, kSet_px);
        ASSERT_LE(error_px, 4.0 * kSet_px);
    }
    EXPECT_EQ(flown.error_px[299], 4.0 * kSet_px);
    EXPECT_EQ(flown.error_px.back(), kSet_px);
}

// Whole meshes for all is nothing that a budget could be held with.
TEST(DetailGovernor, RaisesFromHalfAPixelAtLeast) {
    for (const double set_px : {0.0, 0.2}) {
        DetailGovernor governor;
        EXPECT_EQ(governor.errorFor({set_px, kBudget_ms}), 0.5);
        for (std::uint64_t frame = 1; frame < 60; ++frame) {
            governor.drew(frame);
            governor.took(frame, 100.0);
            ASSERT_LE(governor.errorFor({set_px, kBudget_ms}), 2.0);
        }
        EXPECT_EQ(governor.errorFor({set_px, kBudget_ms}), 2.0);
    }
}

TEST(DetailGovernor, SettlesWithoutOscillation) {
    for (const int latency : {0, 3, 5}) {
        for (const double fixed_ms : {0.5, 4.0, 8.0}) {
            Simulation over;
            over.fixed = always(fixed_ms);
            over.scaled = always(1.7 * (kBudget_ms - fixed_ms));
            over.frames = 1500;
            over.latency = latency;
            const Flown flown = fly(over);
            constexpr std::size_t kSettled = 150;
            EXPECT_LE(reversals(flown.error_px, kSettled), 2)
                << latency << " late, " << fixed_ms << " ms fixed";
            const std::vector<double> settled(flown.frame_ms.begin() + kSettled, flown.frame_ms.end());
            EXPECT_LT(quantile(settled, 0.5), kBudget_ms);
            EXPECT_GT(quantile(settled, 0.5), 0.78 * kBudget_ms) << "detail is given away";
        }
    }
}

TEST(DetailGovernor, CatchesASuddenApproachWithinTenFrames) {
    for (const int latency : {0, 3, 5}) {
        for (const std::uint32_t seed : {1U, 2U, 3U}) {
            Simulation sudden;
            sudden.scaled = from(200, 4.0, 24.0);
            sudden.latency = latency;
            sudden.seed = seed;
            sudden.frames = 240;
            const Flown flown = fly(sudden);
            EXPECT_EQ(flown.error_px[199], kSet_px);
            EXPECT_GT(flown.frame_ms[200], 2.0 * kBudget_ms);
            EXPECT_LT(mostOf(flown.frame_ms, 210), 1.1 * kBudget_ms) << latency << " late, seed " << seed;
        }
    }
}

// The paces of docs/scale.md: 8.8 ms in the median, 20 among the men.
TEST(DetailGovernor, PacesAFlight) {
    Simulation flight;
    flight.fixed = always(8.0);
    flight.scaled = approach(0.8, 12.0);
    flight.frames = 700;
    flight.hiccup_every = 37;
    for (const int latency : {0, 3, 5}) {
        flight.latency = latency;
        flight.budget_ms = 0.0;
        const Flown without = fly(flight);
        flight.budget_ms = kBudget_ms;
        const Flown with = fly(flight);
        EXPECT_GT(quantile(without.frame_ms, 0.99) / quantile(without.frame_ms, 0.5), 1.9);
        EXPECT_LT(quantile(with.frame_ms, 0.99) / quantile(with.frame_ms, 0.5), 1.45) << latency << " late";
        EXPECT_LT(mostOf(with.frame_ms), 1.15 * kBudget_ms) << latency << " late";
        // And not by drawing all of it with less.
        EXPECT_EQ(quantile(with.error_px, 0.3), kSet_px) << latency << " late";
    }
}

TEST(DetailGovernor, ComesBackToExactlyTheErrorSetAndNotAtOnce) {
    Simulation flight;
    flight.scaled = from(300, 24.0, 4.0);
    const Flown flown = fly(flight);
    EXPECT_GT(flown.error_px[299], 2.0);
    EXPECT_EQ(flown.error_px.back(), kSet_px);
    for (std::size_t i = 301; i < flown.error_px.size(); ++i)
        ASSERT_GE(flown.error_px[i], flown.error_px[i - 1] / 1.04) << "frame " << i;
}

TEST(DetailGovernor, StaysAsItIsWhereThereIsNoClearRoom) {
    Simulation flight;
    flight.noise = 0.0;
    const Course way = approach(4.0, 16.0);
    flight.scaled = [&](int frame) { return frame < 400 ? way(frame) : 14.0; };  // an eighth less
    const Flown flown = fly(flight);
    EXPECT_GT(flown.error_px[399], 1.5);
    EXPECT_LT(flown.frame_ms.back(), 0.93 * kBudget_ms);
    EXPECT_EQ(flown.error_px.back(), flown.error_px[399]);
}

TEST(DetailGovernor, AHiccupMovesItLittle) {
    Simulation flight;
    flight.hiccup_every = 37;
    flight.frames = 1000;
    flight.scaled = always(5.0);  // three quarters of the budget
    EXPECT_EQ(mostOf(fly(flight).error_px), kSet_px);
    flight.scaled = always(16.0);
    const Flown raised = fly(flight);
    flight.hiccup_every = 0;
    const Flown calm = fly(flight);
    EXPECT_LT(mostOf(raised.error_px, 100), 1.1 * mostOf(calm.error_px, 100));
}

// Frames that were drawn with less detail and told late are no reason to go on giving detail away.
TEST(DetailGovernor, ATimeBelongsToTheFrameThatTookIt) {
    Simulation late;
    late.noise = 0.0;
    late.scaled = from(200, 4.0, 24.0);
    late.latency = 10;
    const Flown flown = fly(late);
    const double needed_px = std::pow(24.0 / (kBudget_ms - 4.0), 1.0 / 1.3);
    EXPECT_GT(flown.error_px.back(), needed_px * 0.99);
    EXPECT_LT(mostOf(flown.error_px), needed_px * 1.25);
}

TEST(DetailGovernor, HearsOfFramesThatItKnowsOnce) {
    DetailGovernor governor;
    const auto raised = [&] { return governor.errorFor({kSet_px, kBudget_ms}) > kSet_px; };
    EXPECT_FALSE(raised());
    governor.took(0, 500.0);
    for (std::uint64_t frame = 1; frame < 10; ++frame) governor.took(frame, 500.0);
    EXPECT_FALSE(raised()) << "of frames that were not drawn";
    governor.drew(1);
    for (const double ms :
         {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        governor.took(1, ms);
        EXPECT_FALSE(raised()) << ms;
    }
    governor.took(1, 5.0);
    for (int i = 0; i < 5; ++i) governor.took(1, 500.0);
    EXPECT_FALSE(raised()) << "told before";
    for (std::uint64_t frame = 2; frame < 2 + 2 * DetailGovernor::kFrames; ++frame) governor.drew(frame);
    for (std::uint64_t frame = 2; frame < 7; ++frame) governor.took(frame, 500.0);
    EXPECT_FALSE(raised()) << "too late";
    governor.took(2 * DetailGovernor::kFrames, 500.0);
    governor.took(2 * DetailGovernor::kFrames + 1, 500.0);
    EXPECT_TRUE(raised());
}

TEST(DetailGovernor, AnotherErrorSetIsRaisedByAsMuch) {
    DetailGovernor governor;
    Simulation over;
    over.scaled = always(16.0);
    const double raised = fly(over, governor).error_px.back() / kSet_px;
    EXPECT_GT(raised, 1.2);
    EXPECT_NEAR(governor.errorFor({2.0, kBudget_ms}), 2.0 * raised, 0.05);
    governor.took(static_cast<std::uint64_t>(over.frames), 500.0);
    governor.took(static_cast<std::uint64_t>(over.frames) - 1, 500.0);
    EXPECT_NEAR(governor.errorFor({2.0, kBudget_ms}), 2.0 * raised, 0.05) << "those had another error";
}

// What was learned of frames with another error would make the first time that comes a surprise.
TEST(DetailGovernor, LearnsAnotherErrorAnew) {
    DetailGovernor governor;
    for (std::uint64_t frame = 1; frame < 200; ++frame) {
        EXPECT_EQ(governor.errorFor({2.0, kBudget_ms}), 2.0);
        governor.drew(frame);
        governor.took(frame, 10.5);
    }
    EXPECT_EQ(governor.errorFor({1.0, kBudget_ms}), 1.0);
    governor.drew(200);
    governor.took(200, 20.0);
    EXPECT_GT(governor.errorFor({1.0, kBudget_ms}), 1.2);
}

// While nothing changes, nothing tells what is fixed from what scales.
TEST(DetailGovernor, AfterALongRestItRaisesNoMoreThanNeeded) {
    constexpr int kRest = 5000;
    for (const double much_ms : {7.0, 14.0}) {
        for (const std::uint32_t seed : {1U, 2U, 3U, 4U, 5U}) {
            Simulation rest;
            rest.fixed = always(5.0);
            rest.scaled = from(kRest, 3.5, much_ms);
            rest.frames = kRest + 200;
            rest.latency = 0;
            rest.noise = 0.1;
            rest.seed = seed;
            const double needed_px = std::pow(much_ms / (0.95 * kBudget_ms - 5.0), 1.0 / 1.3);
            const double most_px = mostOf(fly(rest).error_px, kRest);
            EXPECT_GT(most_px, needed_px * 0.95) << much_ms << " ms, seed " << seed;
            EXPECT_LT(most_px, needed_px * 1.4) << much_ms << " ms, seed " << seed;
        }
    }
}

TEST(DetailGovernor, TakesTheGpusTimesWhereTheyAreToBeHad) {
    const auto errorAfter = [](bool timers, double gpu_ms, double frame_ms, std::uint64_t late = 5) {
        DetailGovernor governor;
        FrameStats stats;
        for (stats.frame = 1; stats.frame < 30; ++stats.frame) {
            governor.errorFor({kSet_px, kBudget_ms});
            if (stats.frame > late) {
                stats.gpu_ms = gpu_ms;
                stats.timed_frame = stats.frame - late;
            }
            governor.add(stats, timers, frame_ms);
        }
        return governor.errorFor({kSet_px, kBudget_ms});
    };
    EXPECT_EQ(errorAfter(true, 5.0, 500.0), kSet_px);
    EXPECT_EQ(errorAfter(true, 500.0, 5.0), 4.0 * kSet_px);
    EXPECT_EQ(errorAfter(true, 500.0, 5.0, DetailGovernor::kFrames), kSet_px) << "too late";
    EXPECT_EQ(errorAfter(false, 500.0, 5.0), kSet_px);
    EXPECT_EQ(errorAfter(false, 5.0, 500.0), 4.0 * kSet_px);
}

// Frames of a renderer whose GPU's times come three frames late, what there is to draw likewise.
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

TEST(DetailGovernor, ASteadyPaceIsAThirdOverWhatMostFramesTake) {
    const Flown flown = flyPaced({});
    const double usual_ms = flown.frame_ms[299];
    EXPECT_EQ(mostOf({flown.error_px.begin(), flown.error_px.begin() + 300}), kSet_px);
    EXPECT_GT(flown.frame_ms[300], 2.0 * usual_ms);
    EXPECT_LT(mostOf(flown.frame_ms, 308), FramePace::kOver * usual_ms);
    // And no more than that asks for.
    EXPECT_GT(mostOf(flown.frame_ms, 308), 0.7 * FramePace::kOver * usual_ms);
}

TEST(DetailGovernor, WhatMostFramesTakeBecomesTheirPace) {
    PacedFlight flight;
    flight.scaled = from(300, 0.6, 5.0);
    flight.frames = 300 + 3 * static_cast<int>(FramePace::kFrames);
    const Flown flown = flyPaced(flight);
    EXPECT_GT(flown.error_px[400], 1.05);
    EXPECT_EQ(flown.error_px.back(), kSet_px);
}

TEST(DetailGovernor, KeepsASteadyPaceByTheGpusTimesAlone) {
    PacedFlight flight;
    flight.timers = false;
    EXPECT_EQ(mostOf(flyPaced(flight).error_px), kSet_px);
    flight.wish.budget_ms = kBudget_ms;
    EXPECT_GT(mostOf(flyPaced(flight).error_px), 1.5) << "a budget holds by the clock too";
}

TEST(DetailGovernor, WholeMeshesHaveNoPace) {
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

TEST(DetailGovernor, ShortFramesAreSteadyEnough) {
    PacedFlight flight;
    flight.fixed = always(0.3);
    flight.scaled = from(300, 0.2, 3.0);
    EXPECT_EQ(mostOf(flyPaced(flight).error_px), kSet_px);
}

TEST(DetailGovernor, APaceIsForgottenWhereTheSceneIsAnother) {
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
    EXPECT_EQ(frames(30, 30.0), kSet_px) << "nothing is known of its pace";
    EXPECT_EQ(frames(300, 30.0), kSet_px);
}

// A leap of the view is not a hiccup: it is seen in what there is to draw.
TEST(DetailGovernor, BelievesALeapAtOnceWhereThereIsMoreToDraw) {
    const auto raisedAfter = [](const PacedFlight& flight) {
        const Flown flown = flyPaced(flight);
        for (std::size_t i = 300; i < flown.error_px.size(); ++i) {
            if (flown.error_px[i] > 1.2 * kSet_px) return i - 300;
        }
        return flown.error_px.size();
    };
    PacedFlight unknown;
    unknown.amount = always(1e6);
    EXPECT_EQ(raisedAfter({}), 4U) << "three frames late, and the next one";
    EXPECT_GT(raisedAfter(unknown), 4U);
    PacedFlight hiccup;
    hiccup.scaled = [](int frame) { return frame == 300 ? 40.0 : 0.6; };
    hiccup.amount = always(1e6);
    EXPECT_LT(mostOf(flyPaced(hiccup).error_px), 1.1 * kSet_px);
}

TEST(FramePace, IsTheMedianOfTheNewestFramesAndAThird) {
    FramePace pace;
    for (std::size_t i = 0; i + 1 < FramePace::kKnownAt; ++i) pace.add(10.0);
    EXPECT_EQ(pace.budget_ms(), 0.0) << "too few to tell";
    pace.add(10.0);
    EXPECT_DOUBLE_EQ(pace.budget_ms(), FramePace::kOver * 10.0);
    for (std::size_t i = 0; i < FramePace::kKnownAt / 2; ++i) pace.add(500.0);
    EXPECT_DOUBLE_EQ(pace.budget_ms(), FramePace::kOver * 10.0) << "most took 10 ms";
    for (std::size_t i = 0; i < FramePace::kFrames; ++i) pace.add(20.0);
    EXPECT_DOUBLE_EQ(pace.budget_ms(), FramePace::kOver * 20.0) << "those before are forgotten";
    for (std::size_t i = 0; i < FramePace::kFrames; ++i) pace.add(0.5);
    EXPECT_DOUBLE_EQ(pace.budget_ms(), FramePace::kLeast_ms);
}

TEST(FrameCost, LearnsWhatIsFixedAndWhatScales) {
    FrameCost cost;
    EXPECT_FALSE(cost.known());
    for (int i = 0; i < 1000; ++i) {
        const double share = 0.3 + 0.7 * std::abs(i % 200 - 100) / 100.0;
        cost.add(share, 7.0 + 9.0 * share);
    }
    EXPECT_TRUE(cost.known());
    EXPECT_NEAR(cost.at(0.2), 8.8, 0.5);
    EXPECT_NEAR(cost.at(1.0), 16.0, 0.5);
    EXPECT_NEAR(cost.shareOf(11.5), 0.5, 0.04);
    EXPECT_LT(cost.shareOf(6.0), 0.0);
}

}  // namespace
}  // namespace phalanx
