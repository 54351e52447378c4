// Lifting units onto the ground: each model by its own height, by hand, or not at all.
#include <gtest/gtest.h>

#include <bit>

#include "core/error.h"
#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

constexpr double kFirst_m = 0.9;
constexpr double kSecond_m = 0.25;

// Two models: the first one has its origin at its hips, the second one is a fish.
Crowd mixed(UnitLift lift) {
    CrowdModel biped = test::crowdSoldier(1);
    biped.lift_m = kFirst_m;
    CrowdModel fish = test::crowdSoldier(1);
    fish.lift_m = kSecond_m;
    CrowdSettings settings;
    settings.units = 200;
    settings.height_spread = 0.1;
    settings.lift = lift;
    return Crowd({biped, fish}, {{test::kWalk, test::kRun}, {test::kWalk, test::kRun}}, settings);
}

double scaleOf(const Crowd& crowd, std::uint32_t unit) {
    return std::bit_cast<float>(crowd.unit(unit).look.y);
}

void expectLifts(const Crowd& crowd, double first_m, double second_m) {
    int fish = 0;
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        const int model = crowd.modelOf(u);
        fish += model;
        const double lift_m = model == 0 ? first_m : second_m;
        EXPECT_EQ(crowd.lift_m(model), lift_m);
        for (const Ticks now : {Ticks{0}, 7 * test::kSecond}) {
            EXPECT_NEAR(crowd.stateOf(u, now).placement.y, lift_m * scaleOf(crowd, u), 1e-6) << u;
            const double feet_m = lift_m - (model == 0 ? kFirst_m : kSecond_m);
            EXPECT_NEAR(crowd.feetOf(u, now).y, feet_m * scaleOf(crowd, u), 1e-6) << u;
            EXPECT_NEAR(crowd.feet_m(model), feet_m, 1e-12);
        }
    }
    EXPECT_GT(fish, 10) << "both models must be in the crowd";
}

TEST(Lift, EachModelHasItsOwn) {
    expectLifts(mixed({}), kFirst_m, kSecond_m);
}

TEST(Lift, FileAndMetresApplyToAll) {
    expectLifts(mixed({LiftBy::kFile, 0.0}), 0.0, 0.0);
    expectLifts(mixed({LiftBy::kMetres, -2.5}), -2.5, -2.5);
}

TEST(Lift, AModelOnItsGroundIsNotMoved) {
    const Crowd crowd = test::army();
    for (std::uint32_t u = 0; u < crowd.size(); ++u) ASSERT_EQ(crowd.unit(u).placement.y, 0.0F);
}

// A change lays the crowd out again, with the same phases and places.
TEST(Lift, CanBeChangedWhileUnitsMarch) {
    Crowd crowd = mixed({});
    const Ticks now = 5 * test::kSecond;
    const layout::UnitState before = crowd.stateOf(3, now);
    CrowdSettings settings = crowd.settings();
    settings.lift = {LiftBy::kMetres, 4.0};
    crowd.apply(settings, now);
    expectLifts(crowd, 4.0, 4.0);
    layout::UnitState after = crowd.stateOf(3, now);
    after.placement.y = before.placement.y;
    test::expectSameState(before, after);
    settings.lift = {};
    crowd.apply(settings, now);
    expectLifts(crowd, kFirst_m, kSecond_m);
    test::expectSameState(before, crowd.stateOf(3, now));
}

TEST(Lift, FollowsAModelThatIsReplaced) {
    Crowd crowd = mixed({});
    CrowdModel other = test::crowdSoldier(1);
    other.lift_m = 0.5;
    crowd.replaceModel(0, other, {test::kWalk, test::kRun}, 0);
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        const double lift_m = crowd.modelOf(u) == 0 ? 0.5 : kSecond_m;
        EXPECT_NEAR(crowd.unit(u).placement.y, lift_m * scaleOf(crowd, u), 1e-6);
    }
}

TEST(Lift, IsReadAsAWordOrMetres) {
    const Setting<CrowdSettings>& row = crowdSetting("lift");
    CrowdSettings settings;
    const auto set = [&](const std::string& text) {
        row.set(settings, valueFromText(row, text));
        return settings.lift;
    };
    EXPECT_EQ(set("file"), (UnitLift{LiftBy::kFile, 0.0}));
    EXPECT_EQ(set("-0.25"), (UnitLift{LiftBy::kMetres, -0.25}));
    EXPECT_EQ(set("0"), (UnitLift{LiftBy::kMetres, 0.0}));
    EXPECT_EQ(set("auto"), UnitLift{});
    EXPECT_EQ(rangeText(row), "-100 to 100, or auto, or file");
    for (const char* wrong : {"foo", "Auto", "101", "-101", "nan", ""}) {
        try {
            set(wrong);
            ADD_FAILURE() << wrong << " is accepted";
        } catch (const SettingError& error) {
            EXPECT_TRUE(error.text().ends_with(" is not a number from -100 to 100, nor auto, nor file"))
                << error.text();
        }
    }
}

}  // namespace
}  // namespace phalanx
