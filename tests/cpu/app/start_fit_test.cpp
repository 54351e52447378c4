#include "app/army/start_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace phalanx {
namespace {

constexpr double kBudget_ms = 1000.0 / 60.0;

// A frame takes base + pixels * scale^2 + per_unit * units milliseconds.
struct Machine {
    double base_ms = 0.0;
    double pixels_ms = 0.0;
    double per_unit_ms = 0.0;
    double noise = 0.0;    // frames take up to this part longer
    double cold_ms = 0.0;  // what the first frame takes longer; half of it for the next, and so on

    double exact_ms(double units, double scale) const {
        return base_ms + pixels_ms * scale * scale + per_unit_ms * units;
    }
    double frame_ms(double units, double scale, int frame) const {
        return exact_ms(units, scale) * (1.0 + noise * ((frame * 7919) % 100) / 100.0) +
               cold_ms / std::exp2(frame);
    }
};

struct Fitted {
    std::uint32_t units = 0;
    double scale = 0.0;
    bool holds = false;
    double spent_ms = 0.0;
    int frames = 0;
    std::vector<double> scales;  // all that were drawn, in order
};

Fitted fit(const Machine& machine, bool fits_scale = true) {
    StartFitSettings settings;
    settings.units.budget_ms = kBudget_ms;
    settings.fits_scale = fits_scale;
    StartFit search(settings);
    Fitted fitted;
    while (!search.done() && fitted.frames < 500) {
        const double ms = machine.frame_ms(search.units(), search.scale(), fitted.frames++);
        fitted.spent_ms += ms;
        if (fitted.scales.empty() || fitted.scales.back() != search.scale())
            fitted.scales.push_back(search.scale());
        search.addFrame(ms);
    }
    EXPECT_TRUE(search.done());
    fitted.units = search.units();
    fitted.scale = search.scale();
    fitted.holds = search.holds();
    return fitted;
}

TEST(StartFit, LeavesTheScaleOfFastMachines) {
    for (const Machine& machine :
         {Machine{0.3, 0.5, 0.0004}, Machine{1.0, 3.0, 0.01}, Machine{2.0, 6.0, 0.02}}) {
        const Fitted found = fit(machine);
        EXPECT_EQ(found.scale, 1.0);
        EXPECT_EQ(found.scales, std::vector<double>{1.0}) << "no other scale is tried";
        EXPECT_TRUE(found.holds);
        EXPECT_LE(machine.exact_ms(found.units, found.scale), kBudget_ms);
        EXPECT_GE(machine.exact_ms(found.units, found.scale), 0.7 * kBudget_ms) << found.units << " units";
    }
}

TEST(StartFit, FirstFramesOfAProcessDoNotLowerTheScale) {
    for (const double cold_ms : {50.0, 200.0, 400.0}) {
        const Machine machine{0.5, 2.0, 0.001, 0.0, cold_ms};
        EXPECT_EQ(fit(machine).scale, 1.0) << cold_ms;
        EXPECT_GE(fit(machine).units, 8000U) << cold_ms;
    }
}

TEST(StartFit, LowersTheScaleWherePixelsAreSlow) {
    for (const auto& [pixels_ms, most_scale] :
         {std::pair{12.0, 0.85}, std::pair{18.0, 0.7}, std::pair{36.0, 0.5}}) {
        const Machine machine{0.5, pixels_ms, 0.01};
        const Fitted found = fit(machine);
        EXPECT_LE(found.scale, most_scale) << pixels_ms;
        EXPECT_GE(found.scale, StartFit::kLeastScale);
        EXPECT_TRUE(found.holds) << pixels_ms;
        EXPECT_LE(machine.exact_ms(found.units, found.scale), kBudget_ms);
        EXPECT_LE(found.scales.size(), 3U) << "full, half, and the one that is kept";
    }
}

TEST(StartFit, KeepsTheScaleWhereItSavesNothing) {
    // The time goes into submission or into units.
    const Fitted found = fit({14.0, 0.2, 0.002});
    EXPECT_EQ(found.scale, 1.0);
}

TEST(StartFit, GivesUpSoonOnVerySlowMachines) {
    const Fitted found = fit({60.0, 300.0, 1.0});
    EXPECT_FALSE(found.holds);
    EXPECT_EQ(found.units, AutoUnitsSettings{}.least);
    EXPECT_EQ(found.scale, StartFit::kLeastScale);
    EXPECT_EQ(found.frames, 3) << "the first frame includes the layout";
}

TEST(StartFit, LeavesAScaleThatTheUserChose) {
    const Fitted found = fit({0.5, 30.0, 0.01}, false);
    EXPECT_EQ(found.scale, 1.0);
    EXPECT_FALSE(found.holds);
}

TEST(StartFit, IsBoundedAndDoesNotGoBackAndForth) {
    for (double base_ms = 0.2; base_ms < 40.0; base_ms *= 1.7) {
        for (double pixels_ms = 0.2; pixels_ms < 200.0; pixels_ms *= 1.9) {
            for (double per_unit_ms = 0.0003; per_unit_ms < 0.5; per_unit_ms *= 4.0) {
                const Machine machine{base_ms, pixels_ms, per_unit_ms, 0.2};
                const Fitted found = fit(machine);
                EXPECT_LT(found.spent_ms, 2500.0) << base_ms << ' ' << pixels_ms << ' ' << per_unit_ms;
                EXPECT_LE(found.scales.size(), 3U);
                EXPECT_GE(found.scale, StartFit::kLeastScale);
                if (found.holds) {
                    EXPECT_LE(machine.exact_ms(found.units, found.scale), kBudget_ms)
                        << base_ms << ' ' << pixels_ms << ' ' << per_unit_ms;
                }
            }
        }
    }
}

TEST(StartFit, StaysOnceDone) {
    StartFitSettings settings;
    settings.units.budget_ms = kBudget_ms;
    settings.fits_scale = true;
    StartFit search(settings);
    const Machine machine{0.5, 1.0, 0.01};
    int frame = 0;
    while (!search.done()) search.addFrame(machine.frame_ms(search.units(), search.scale(), frame++));
    const std::uint32_t units = search.units();
    const double scale = search.scale();
    for (int i = 0; i < 100; ++i) search.addFrame(i % 2 == 0 ? 200.0 : 0.1);
    EXPECT_EQ(search.units(), units);
    EXPECT_EQ(search.scale(), scale);
}

}  // namespace
}  // namespace phalanx
