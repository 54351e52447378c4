// From measured times to the technique for each LOD: plain values, no clock.
#include "render/techniques/level_techniques.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

// Microseconds per unit for each LOD: texture, palette, compute.
LevelTimes timesOf(const std::vector<std::array<double, 3>>& levels) {
    LevelTimes times;
    for (const std::array<double, 3>& unit_us : levels) times.levels.push_back({100, 1000, unit_us});
    return times;
}

LevelTechniques ruleOf(const std::vector<LevelTimes>& models) {
    const auto rule = chooseLevelTechniques(models);
    EXPECT_TRUE(rule.has_value());
    return rule.value_or(LevelTechniques{});
}

TEST(LevelTechniques, NoMeasurementGivesNoRule) {
    EXPECT_FALSE(chooseLevelTechniques({}).has_value());
    const LevelTimes nothing = timesOf({{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}});
    EXPECT_FALSE(chooseLevelTechniques(std::span(&nothing, 1)).has_value());
}

TEST(LevelTechniques, GainsWithinNoiseAreIgnored) {
    const double within = 1.0 - 0.9 * kLevelMargin;
    const LevelTechniques rule = ruleOf({timesOf({{10.0, 10.0 * within, 10.0 * within}, {4.0, 3.9, 4.1}})});
    EXPECT_EQ(rule.technique, "texture");
    EXPECT_EQ(rule, (LevelTechniques{"texture", {0}}));
    EXPECT_FALSE(rule.prepares(0, 0));
}

TEST(LevelTechniques, EachLevelTakesTheFaster) {
    const LevelTechniques rule =
        ruleOf({timesOf({{10.0, 7.0, 9.9}, {5.0, 4.0, 6.0}, {2.0, 1.99, 5.0}, {1.0, 0.5, 9.0}})});
    EXPECT_EQ(rule.technique, "palette");
    for (const auto& [level, prepared] :
         {std::pair(0, true), {1, true}, {2, false}, {3, true}, {4, false}, {32, false}})
        EXPECT_EQ(rule.prepares(0, level), prepared) << level;
    EXPECT_FALSE(rule.prepares(1, 0)) << "the rule has no entry for this model";
}

// `compute` gains more at LOD 0 than `palette` does at all LODs together: the sum decides, not the number of
// LODs.
TEST(LevelTechniques, TheFrameTakesOneTechnique) {
    const LevelTechniques rule = ruleOf({timesOf({{20.0, 18.0, 8.0}, {8.0, 6.0, 9.0}, {4.0, 3.0, 9.0}})});
    EXPECT_EQ(rule, (LevelTechniques{"compute", {0b001}}));
    // If both gain equally, the one that needs less memory is selected.
    EXPECT_EQ(ruleOf({timesOf({{20.0, 10.0, 9.8}})}).technique, "palette");
}

// A small gain at one LOD does not select a technique that gains nothing in total.
TEST(LevelTechniques, ASmallTotalGainIsNotEnough) {
    EXPECT_EQ(ruleOf({timesOf({{100.0, 99.0, 99.0}, {2.0, 1.0, 1.0}})}).technique, "texture");
}

TEST(LevelTechniques, UnmeasuredTechniquesAreNotSelected) {
    EXPECT_EQ(ruleOf({timesOf({{20.0, 15.0, 0.0}, {8.0, 0.0, 0.0}})}), (LevelTechniques{"palette", {0b01}}));
    EXPECT_EQ(ruleOf({timesOf({{20.0, 0.0, 0.0}})}).technique, "texture");
}

TEST(LevelTechniques, ModelsShareTheTechniqueAndHaveTheirOwnLevels) {
    const LevelTechniques rule =
        ruleOf({timesOf({{10.0, 5.0, 12.0}, {4.0, 5.0, 5.0}}), timesOf({{3.0, 3.0, 1.0}, {2.0, 1.0, 3.0}})});
    EXPECT_EQ(rule, (LevelTechniques{"palette", {0b01, 0b10}}));
}

}  // namespace
}  // namespace phalanx
