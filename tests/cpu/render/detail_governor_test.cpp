// The frame budget, on flights of a simulated renderer: frames cost a + b / error^1.3 plus noise, and their
// times arrive some frames late.
#include "render/pacing/detail_governor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "cpu/render/simulated_flights.h"
#include "render/frame/frame_stats.h"

namespace phalanx {
namespace {

using test::always;
using test::Course;
using test::Flown;
using test::from;
using test::kBudget_ms;
using test::kSet_px;
using test::mostOf;

struct Simulation {
    Course fixed = [](int) { return 4.0; };
    Course scaled = [](int) { return 4.0; };  // at an error of 1 px
    int frames = 600;
    int latency = 3;
    double noise = 0.03;
    int hiccup_every = 0;  // every so many frames, one frame takes three times its cost; 0: never
    double budget_ms = kBudget_ms;
    std::uint32_t seed = 1;
};

Flown fly(const Simulation& simulation, DetailGovernor& governor) {
    std::mt19937 random(simulation.seed);
    const auto noise = [&] {  // about normally distributed, standard deviation 1
        double sum = -6.0;
        for (int i = 0; i < 12; ++i) sum += static_cast<double>(random()) / 0x1p32;
        return sum;
    };
    Flown flown;
    std::vector<double> taken_ms;
    for (int i = 0; i < simulation.frames; ++i) {
        const double error_px = governor.errorFor({kSet_px, simulation.budget_ms});
        const auto number = static_cast<std::uint64_t>(i) + 1;
        governor.drew(number);
        double ms = simulation.fixed(i) + simulation.scaled(i) / std::pow(error_px, 1.3);
        ms *= 1.0 + simulation.noise * noise();
        const bool hiccup = simulation.hiccup_every > 0 && i % simulation.hiccup_every == 7;
        taken_ms.push_back(hiccup ? 3.0 * ms : ms);
        if (!hiccup) flown.frame_ms.push_back(ms);
        flown.error_px.push_back(error_px);
        const int done = i - simulation.latency;
        if (done >= 0)
            governor.took(static_cast<std::uint64_t>(done) + 1, taken_ms[static_cast<std::size_t>(done)]);
    }
    return flown;
}

Flown fly(const Simulation& simulation) {
    DetailGovernor governor;
    return fly(simulation, governor);
}

// From `little` to `much` in 100 frames, 100 frames there, and back.
Course approach(double little, double much) {
    return [=](int frame) {
        const double way = std::clamp(std::min(frame - 200, 500 - frame) / 100.0, 0.0, 1.0);
        return little + (much - little) * way;
    };
}

double quantile(std::vector<double> values, double q) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

// How often the values change from rising to falling or back.
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

TEST(DetailGovernor, WithoutABudgetTheErrorIsUnchanged) {
    DetailGovernor governor;
    std::uint64_t frame = 0;
    for (const double set_px : {0.0, 0.1, 1.0, 3.7}) {
        EXPECT_EQ(governor.errorFor({set_px, 0.0}), set_px);
        governor.drew(++frame);
        governor.took(frame, 1000.0);
    }
    // The same after a budget that had raised the error.
    Simulation heavy;
    heavy.scaled = always(60.0);
    EXPECT_GT(fly(heavy, governor).error_px.back(), 1.5);
    EXPECT_EQ(governor.errorFor({kSet_px, 0.0}), kSet_px);
    EXPECT_EQ(governor.errorFor({kSet_px, kBudget_ms}), kSet_px) << "the governor did not restart";
}

TEST(DetailGovernor, StaysBetweenTheErrorSetAndSixTimesIt) {
    Simulation impossible;
    impossible.fixed = from(300, 2.0 * kBudget_ms, 0.5);
    impossible.scaled = from(300, 40.0, 0.5);
    const Flown flown = fly(impossible);
    for (const double error_px : flown.error_px) {
        ASSERT_GE(error_px, kSet_px);
        ASSERT_LE(error_px, DetailGovernor::kMostTimes * kSet_px);
    }
    EXPECT_EQ(flown.error_px[299], DetailGovernor::kMostTimes * kSet_px);
    EXPECT_EQ(flown.error_px.back(), kSet_px);
}

// Full detail for all units cannot hold any budget, so the error is raised from 0.5 px.
TEST(DetailGovernor, RaisesFromHalfAPixelAtLeast) {
    for (const double set_px : {0.0, 0.2}) {
        DetailGovernor governor;
        EXPECT_EQ(governor.errorFor({set_px, kBudget_ms}), 0.5);
        for (std::uint64_t frame = 1; frame < 60; ++frame) {
            governor.drew(frame);
            governor.took(frame, 100.0);
            ASSERT_LE(governor.errorFor({set_px, kBudget_ms}), 0.5 * DetailGovernor::kMostTimes);
        }
        EXPECT_EQ(governor.errorFor({set_px, kBudget_ms}), 0.5 * DetailGovernor::kMostTimes);
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
            EXPECT_GT(quantile(settled, 0.5), 0.78 * kBudget_ms) << "less detail than the budget allows";
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

// The frame times of docs/scale.md: 8.8 ms in the median, 20 ms among the soldiers.
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
        // Most frames must still have the error that was set.
        EXPECT_EQ(quantile(with.error_px, 0.3), kSet_px) << latency << " late";
    }
}

TEST(DetailGovernor, ReturnsGraduallyToExactlyTheErrorSet) {
    Simulation flight;
    flight.scaled = from(300, 24.0, 4.0);
    const Flown flown = fly(flight);
    EXPECT_GT(flown.error_px[299], 2.0);
    EXPECT_EQ(flown.error_px.back(), kSet_px);
    for (std::size_t i = 301; i < flown.error_px.size(); ++i)
        ASSERT_GE(flown.error_px[i], flown.error_px[i - 1] / 1.04) << "frame " << i;
}

TEST(DetailGovernor, KeepsTheErrorWithoutClearHeadroom) {
    Simulation flight;
    flight.noise = 0.0;
    const Course way = approach(4.0, 16.0);
    flight.scaled = [&](int frame) { return frame < 400 ? way(frame) : 14.0; };  // an eighth less
    const Flown flown = fly(flight);
    EXPECT_GT(flown.error_px[399], 1.5);
    EXPECT_LT(flown.frame_ms.back(), 0.93 * kBudget_ms);
    EXPECT_EQ(flown.error_px.back(), flown.error_px[399]);
}

TEST(DetailGovernor, AHiccupHasLittleEffect) {
    Simulation flight;
    flight.hiccup_every = 37;
    flight.frames = 1000;
    flight.scaled = always(5.0);  // with 5 ms scaled: three quarters of the budget
    EXPECT_EQ(mostOf(fly(flight).error_px), kSet_px);
    flight.scaled = always(16.0);
    const Flown raised = fly(flight);
    flight.hiccup_every = 0;
    const Flown calm = fly(flight);
    EXPECT_LT(mostOf(raised.error_px, 100), 1.1 * mostOf(calm.error_px, 100));
}

// Times that arrive late belong to frames with more detail: they are no reason to reduce detail further.
TEST(DetailGovernor, TimesAreAssignedToTheirFrames) {
    Simulation late;
    late.noise = 0.0;
    late.scaled = from(200, 4.0, 24.0);
    late.latency = 10;
    const Flown flown = fly(late);
    const double needed_px = std::pow(24.0 / (kBudget_ms - 4.0), 1.0 / 1.3);
    EXPECT_GT(flown.error_px.back(), needed_px * 0.99);
    EXPECT_LT(mostOf(flown.error_px), needed_px * 1.25);
}

TEST(DetailGovernor, UsesEachKnownFrameOnce) {
    DetailGovernor governor;
    const auto raised = [&] { return governor.errorFor({kSet_px, kBudget_ms}) > kSet_px; };
    EXPECT_FALSE(raised());
    governor.took(0, 500.0);
    for (std::uint64_t frame = 1; frame < 10; ++frame) governor.took(frame, 500.0);
    EXPECT_FALSE(raised()) << "times of frames that were not drawn";
    governor.drew(1);
    for (const double ms :
         {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        governor.took(1, ms);
        EXPECT_FALSE(raised()) << ms;
    }
    governor.took(1, 5.0);
    for (int i = 0; i < 5; ++i) governor.took(1, 500.0);
    EXPECT_FALSE(raised()) << "a frame's time was reported twice";
    for (std::uint64_t frame = 2; frame < 2 + 2 * DetailGovernor::kFrames; ++frame) governor.drew(frame);
    for (std::uint64_t frame = 2; frame < 7; ++frame) governor.took(frame, 500.0);
    EXPECT_FALSE(raised()) << "times that arrive too late";
    governor.took(2 * DetailGovernor::kFrames, 500.0);
    governor.took(2 * DetailGovernor::kFrames + 1, 500.0);
    EXPECT_TRUE(raised());
}

TEST(DetailGovernor, AnotherErrorSettingIsRaisedByTheSameFactor) {
    DetailGovernor governor;
    Simulation over;
    over.scaled = always(16.0);
    const double raised = fly(over, governor).error_px.back() / kSet_px;
    EXPECT_GT(raised, 1.2);
    EXPECT_NEAR(governor.errorFor({2.0, kBudget_ms}), 2.0 * raised, 0.05);
    governor.took(static_cast<std::uint64_t>(over.frames), 500.0);
    governor.took(static_cast<std::uint64_t>(over.frames) - 1, 500.0);
    EXPECT_NEAR(governor.errorFor({2.0, kBudget_ms}), 2.0 * raised, 0.05)
        << "those frames had another error setting";
}

// Costs measured at another error setting would make the first frame of the new setting look too expensive.
TEST(DetailGovernor, RelearnsCostsForAnotherErrorSetting) {
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

// While nothing changes, fixed and scaling cost cannot be separated.
TEST(DetailGovernor, AfterALongRestTheErrorIsRaisedNoMoreThanNeeded) {
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

TEST(DetailGovernor, UsesGpuTimesIfAvailable) {
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
    EXPECT_EQ(errorAfter(true, 500.0, 5.0), DetailGovernor::kMostTimes * kSet_px);
    EXPECT_EQ(errorAfter(true, 500.0, 5.0, DetailGovernor::kFrames), kSet_px) << "times that arrive too late";
    EXPECT_EQ(errorAfter(false, 500.0, 5.0), kSet_px);
    EXPECT_EQ(errorAfter(false, 5.0, 500.0), DetailGovernor::kMostTimes * kSet_px);
}

TEST(FrameCost, SeparatesFixedAndScalingCost) {
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
