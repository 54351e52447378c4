// Variants by share and by attachment: which unit has which.
#include <gtest/gtest.h>

#include "cpu/crowd/crowd_army.h"
#include "crowd/hash.h"

namespace phalanx {
namespace {

CrowdSettings settingsOf(std::uint32_t units, std::uint32_t seed = 1) {
    CrowdSettings settings;
    settings.units = units;
    settings.seed = seed;
    return settings;
}

TEST(CrowdShares, FollowTheSeed) {
    constexpr std::uint32_t kUnits = 4000;
    CrowdModel model = test::crowdSoldier(3);
    model.shares = {1.0, 2.0, 1.0};
    const Crowd crowd({model}, {{test::kWalk, test::kRun}}, settingsOf(kUnits, 7));
    std::array<int, 3> counts{};
    for (std::uint32_t u = 0; u < kUnits; ++u) {
        const double chance = hashUnit(7, u, RandomStream::kVariant);
        const int expected = chance < 0.25 ? 0 : chance < 0.75 ? 1 : 2;
        ASSERT_EQ(crowd.variantOf(u), expected) << u;
        ++counts.at(static_cast<std::size_t>(expected));
    }
    EXPECT_NEAR(counts[1], 2000, 150);
    const Crowd other({model}, {{test::kWalk, test::kRun}}, settingsOf(kUnits, 8));
    int differs = 0;
    for (std::uint32_t u = 0; u < kUnits; ++u) differs += other.variantOf(u) != crowd.variantOf(u) ? 1 : 0;
    EXPECT_GT(differs, 2000);
}

// Models without ranks have no officer in front of a block.
TEST(CrowdShares, LeaveTheFormationAsItIs) {
    CrowdModel plain = test::crowdSoldier(1);
    CrowdModel mixed = test::crowdSoldier(3);
    mixed.shares = {1.0, 1.0, 1.0};
    CrowdSettings settings = settingsOf(300);
    settings.formation = Formation::kPhalanx;
    const Crowd a({plain}, {{test::kWalk, test::kRun}}, settings);
    const Crowd b({mixed}, {{test::kWalk, test::kRun}}, settings);
    for (std::uint32_t u = 0; u < 300; ++u) EXPECT_EQ(a.unit(u).placement, b.unit(u).placement) << u;
}

TEST(CrowdShares, EveryNthUnitCarriesAnAttachment) {
    constexpr std::uint32_t kUnits = 600;
    CrowdModel model = test::crowdSoldier(3);
    const Crowd without({model}, {{test::kWalk, test::kRun}}, settingsOf(kUnits));
    model.every = {4, 10};
    EXPECT_EQ(model.allVariants(), 12);
    const Crowd crowd({model}, {{test::kWalk, test::kRun}}, settingsOf(kUnits));
    std::size_t units = 0;
    for (const UnitGroup& group : crowd.groups()) units += group.units.size();
    EXPECT_EQ(units, kUnits);
    for (std::uint32_t u = 0; u < kUnits; ++u) {
        const int carried = (u % 4 == 0 ? 1 : 0) + (u % 10 == 0 ? 2 : 0);
        EXPECT_EQ(crowd.variantOf(u), without.variantOf(u) + 3 * carried) << u;
    }
}

}  // namespace
}  // namespace phalanx
