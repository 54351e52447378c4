#include "app/army/auto_units.h"

#include <gtest/gtest.h>

#include <functional>

namespace phalanx {
namespace {

struct Outcome {
    std::uint32_t units = 0;
    double spent_ms = 0.0;
    bool holds = false;
};

Outcome search(const std::function<double(double units, int frame)>& cost_ms) {
    AutoUnits search;
    Outcome outcome;
    int frame = 0;
    while (!search.done() && frame < 500) {
        const double ms = cost_ms(search.units(), frame++);
        outcome.spent_ms += ms;
        search.addFrame(ms);
    }
    EXPECT_TRUE(search.done());
    outcome.units = search.units();
    outcome.holds = search.holds();
    return outcome;
}

TEST(AutoUnits, FindsTheUnitCountForTheBudget) {
    // A fast GPU, a slow one, a software renderer: base cost and cost per unit in ms.
    for (const auto& [base, per_unit] : {std::pair{0.3, 0.0004}, {2.0, 0.004}, {4.0, 0.05}, {6.0, 0.25}}) {
        const auto cost = [b = base, p = per_unit](double units, int) { return b + p * units; };
        const Outcome found = search(cost);
        const double budget = 1000.0 / 30.0;
        EXPECT_LE(cost(found.units, 0), budget) << base << " + " << per_unit;
        EXPECT_GE(cost(found.units, 0), 0.75 * budget) << base << " + " << per_unit;
        EXPECT_TRUE(found.holds) << base << " + " << per_unit;
        EXPECT_LT(found.spent_ms, 1300.0) << base << " + " << per_unit;
    }
}

TEST(AutoUnits, ToleratesNoise) {
    const auto noisy = [](double units, int frame) {
        return (3.0 + 0.01 * units) * (1.0 + 0.25 * ((frame * 7919) % 100) / 100.0);
    };
    const Outcome found = search(noisy);
    EXPECT_LE(3.0 + 0.01 * found.units, 1000.0 / 30.0);
    EXPECT_GE(found.units, 1200U);
}

TEST(AutoUnits, EndsIfNoCountFitsTheBudget) {
    const Outcome found = search([](double units, int) { return 100.0 + 2.0 * units; });
    EXPECT_EQ(found.units, AutoUnitsSettings{}.least);
    EXPECT_FALSE(found.holds);
}

TEST(AutoUnits, EndsIfAnyCountFitsTheBudget) {
    EXPECT_EQ(search([](double, int) { return 0.2; }).units, 1'000'000U);
}

TEST(AutoUnits, RoundsDownToTwoDigits) {
    EXPECT_EQ(roundedDown(7), 7U);
    EXPECT_EQ(roundedDown(99), 99U);
    EXPECT_EQ(roundedDown(1239), 1200U);
    EXPECT_EQ(roundedDown(999'999), 990'000U);
}

}  // namespace
}  // namespace phalanx
