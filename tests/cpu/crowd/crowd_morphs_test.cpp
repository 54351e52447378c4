// Weights of morph targets of single units: rows of their groups, and the numbers of the rows in the units.
#include <gtest/gtest.h>

#include "core/error.h"
#include "cpu/crowd/crowd_army.h"
#include "layouts.h"

namespace phalanx {
namespace {

Crowd morphingArmy() {
    CrowdModel model = test::crowdSoldier(2);
    model.morph_ranges = {{0.0, 1.0}, {-0.5, 1.0}, {0.0, 2.0}};
    return Crowd({model}, {{test::kWalk, test::kRun}});
}

UnitEdit withWeights(MorphWeights weights) {
    UnitEdit edit;
    edit.morph_weights = std::move(weights);
    return edit;
}

TEST(CrowdMorphs, AnEditedUnitHasARow) {
    Crowd crowd = morphingArmy();
    EXPECT_TRUE(crowd.morphRowOf(7).empty());
    crowd.edit(7, withWeights({{1, -0.25}}), 100);
    const std::span<const float> row = crowd.morphRowOf(7);
    ASSERT_EQ(row.size(), 3U);
    EXPECT_EQ(row[0], PH_WEIGHT_OF_CLIP);
    EXPECT_EQ(row[1], -0.25F);
    EXPECT_EQ(row[2], PH_WEIGHT_OF_CLIP);
    EXPECT_EQ(layout::unitNumber(crowd.unit(7).look.z), 7U);
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        EXPECT_EQ(layout::morphRow(crowd.unit(u).look.z) > 0, u == 7) << u;
    }
    std::vector<double> weights{0.5, 0.5, 0.5};
    setByHand(row, weights);
    EXPECT_EQ(weights, (std::vector<double>{0.5, -0.25, 0.5}));
}

TEST(CrowdMorphs, RowsAreUsedAgain) {
    Crowd crowd = morphingArmy();
    const auto group = [&] { return static_cast<std::size_t>(crowd.placeOf(7).group); };
    crowd.edit(7, withWeights({{0, 1.0}}), 0);
    crowd.edit(7, withWeights({{0, 0.5}}), 10);
    EXPECT_EQ(crowd.groups()[group()].morph_rows.rows(), 1U);
    crowd.edit(7, {}, 20);
    EXPECT_EQ(crowd.unit(7).look.z, 7U);
    std::uint32_t other = 8;
    while (crowd.placeOf(other).group != crowd.placeOf(7).group) ++other;
    crowd.edit(other, withWeights({{2, 2.0}}), 30);
    EXPECT_EQ(crowd.groups()[group()].morph_rows.rows(), 1U);
    EXPECT_EQ(layout::morphRow(crowd.unit(other).look.z), 1U);
}

TEST(CrowdMorphs, ANewLayoutKeepsTheWeights) {
    Crowd crowd = morphingArmy();
    crowd.edit(7, withWeights({{0, 0.75}}), 0);
    CrowdSettings settings = crowd.settings();
    settings.units += 50;
    settings.seed += 1;
    crowd.apply(settings, 100);
    ASSERT_EQ(crowd.morphRowOf(7).size(), 3U);
    EXPECT_EQ(crowd.morphRowOf(7)[0], 0.75F);
}

TEST(CrowdMorphs, WrongWeightsAreRefusedAndChangeNothing) {
    Crowd crowd = morphingArmy();
    EXPECT_THROW(crowd.edit(7, withWeights({{3, 0.0}}), 0), Error);  // there are three targets
    EXPECT_THROW(crowd.edit(7, withWeights({{0, 1.5}}), 0), Error);  // beyond its range
    EXPECT_THROW(crowd.edit(7, withWeights({{0, std::nan("")}}), 0), Error);
    EXPECT_TRUE(crowd.edits().empty());
    EXPECT_TRUE(crowd.morphRowOf(7).empty());
}

TEST(CrowdMorphs, AtMostPhMorphRowsUnitsHaveWeights) {
    Crowd crowd = morphingArmy();
    CrowdSettings settings = crowd.settings();
    settings.units = PH_MORPH_ROWS + 10;
    crowd.apply(settings, 0);
    for (std::uint32_t u = 0; u < PH_MORPH_ROWS; ++u) crowd.edit(u, withWeights({{0, 0.5}}), 0);
    EXPECT_THROW(crowd.edit(PH_MORPH_ROWS, withWeights({{0, 0.5}}), 0), Error);
    crowd.edit(3, withWeights({{0, 0.25}}), 0);  // has a row already
    crowd.edit(3, {}, 0);
    crowd.edit(PH_MORPH_ROWS, withWeights({{0, 0.5}}), 0);
    EXPECT_EQ(crowd.morphRowOf(PH_MORPH_ROWS)[0], 0.5F);
}

// Another model in the unit's place may have fewer targets, or other ranges.
TEST(CrowdMorphs, AModelWithoutTheTargetDropsIt) {
    CrowdModel model = test::crowdSoldier(1);
    model.morph_ranges = {{0.0, 1.0}};
    UnitEdit edit = withWeights({{0, 0.5}, {1, 0.5}});
    EXPECT_EQ(fittingEdit(edit, model).morph_weights, (MorphWeights{{0, 0.5}}));
    model.morph_ranges = {{0.0, 0.25}};
    EXPECT_TRUE(fittingEdit(edit, model).empty());
}

}  // namespace
}  // namespace phalanx
