// The crowd: settings and edits become instance data in groups, and only what must change is written.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <set>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/parallel.h"
#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

using namespace test;

bool sameBytes(const Crowd& a, const Crowd& b) {
    if (a.groups().size() != b.groups().size()) return false;
    for (std::size_t g = 0; g < a.groups().size(); ++g) {
        const auto& x = a.groups()[g].units;
        const auto& y = b.groups()[g].units;
        if (x.size() != y.size() || std::memcmp(x.data(), y.data(), x.size() * sizeof(UnitInstance)) != 0)
            return false;
    }
    return true;
}

void takeDirty(Crowd& crowd) {
    for (UnitGroup& g : crowd.groups()) g.dirty.clear();
}

// Split groups have the same units with the same bytes, in parts by number, and stay split in later layouts.
TEST(Crowd, SplitGroupsKeepTheUnits) {
    Crowd whole({crowdSoldier(3), crowdSoldier(2)}, {{0, 1}, {2, 2}});
    CrowdSettings s;
    s.units = 3000;
    whole.apply(s, 0);
    Crowd split = whole;
    const std::uint64_t version = split.layoutVersion();
    split.splitGroups({1, 100, 1000, 5000}, 0);
    EXPECT_NE(split.layoutVersion(), version);
    const auto check = [&](std::uint32_t units) {
        std::set<std::array<int, 3>> kinds;
        std::size_t all = 0;
        for (const UnitGroup& g : split.groups()) {
            const auto partOf = [](const UnitInstance& u) {
                return u.look.z < 1 ? 0 : u.look.z < 100 ? 1 : u.look.z < 1000 ? 2 : u.look.z < 5000 ? 3 : 4;
            };
            const int part = partOf(g.units.front());
            EXPECT_TRUE(kinds.insert({g.model, g.variant, part}).second);
            all += g.units.size();
            for (const UnitInstance& u : g.units) EXPECT_EQ(partOf(u), part);
        }
        EXPECT_EQ(all, units);
        for (std::uint32_t u = 0; u < units; ++u) {
            EXPECT_EQ(split.modelOf(u), whole.modelOf(u));
            EXPECT_EQ(split.variantOf(u), whole.variantOf(u));
            EXPECT_EQ(split.unit(u).placement, whole.unit(u).placement) << u;
            EXPECT_EQ(split.unit(u).playback, whole.unit(u).playback) << u;
            EXPECT_EQ(split.unit(u).fade, whole.unit(u).fade) << u;
            EXPECT_EQ(split.unit(u).look, whole.unit(u).look) << u;
        }
    };
    check(3000);
    s.units = 6000;
    whole.apply(s, 0);
    split.apply(s, 0);
    check(6000);
    split.splitGroups({}, 0);
    EXPECT_TRUE(sameBytes(split, whole));
    std::vector<std::uint32_t> many(2000);
    for (std::uint32_t i = 0; i < many.size(); ++i) many[i] = i + 1;
    EXPECT_THROW(split.splitGroups(many, 0), Error);
    EXPECT_TRUE(sameBytes(split, whole)) << "nothing is changed by an error";
}

TEST(Crowd, GroupsPartitionTheUnits) {
    Crowd crowd({crowdSoldier(3), crowdSoldier(1), crowdSoldier(2)}, {{0, 1}, {2, 2}, {1, 0}});
    for (const Formation formation : {Formation::kPhalanx, Formation::kScatter}) {
        CrowdSettings s;
        s.units = 5000;
        s.formation = formation;
        crowd.apply(s, 0);
        std::set<std::uint32_t> seen;
        std::set<std::pair<int, int>> kinds;
        for (const UnitGroup& g : crowd.groups()) {
            EXPECT_TRUE(kinds.insert({g.model, g.variant}).second);
            EXPECT_FALSE(g.units.empty());
            for (const UnitInstance& u : g.units) seen.insert(u.look.z);
        }
        EXPECT_EQ(kinds.size(), 6U);
        EXPECT_EQ(seen.size(), 5000U);
        EXPECT_EQ(*seen.rbegin(), 4999U);
        for (std::uint32_t u = 0; u < 5000; ++u) {
            const UnitPlace p = crowd.placeOf(u);
            ASSERT_EQ(crowd.groups()[static_cast<std::size_t>(p.group)].units[p.index].look.z, u);
            ASSERT_EQ(crowd.unit(u).look.z, u);
        }
        // Every model is used, and each for about a third of the units.
        std::array<int, 3> count{};
        for (std::uint32_t u = 0; u < 5000; ++u) ++count[static_cast<std::size_t>(crowd.modelOf(u))];
        for (const int n : count) EXPECT_NEAR(n, 5000.0 / 3.0, 200.0);
    }
}

TEST(Crowd, TheFirstVariantIsMostFrequentAndTheLastLeads) {
    Crowd crowd = army();
    CrowdSettings s;
    s.units = 9700;
    crowd.apply(s, 0);
    std::array<int, 3> count{};
    for (std::uint32_t u = 0; u < s.units; ++u) ++count[static_cast<std::size_t>(crowd.variantOf(u))];
    EXPECT_EQ(count[2], 100);
    EXPECT_NEAR(count[0], 0.8 * 9600, 150);
    EXPECT_EQ(count[0] + count[1] + count[2], 9700);
    s.formation = Formation::kGrid;
    crowd.apply(s, 0);
    count = {};
    for (std::uint32_t u = 0; u < s.units; ++u) ++count[static_cast<std::size_t>(crowd.variantOf(u))];
    EXPECT_NEAR(count[0], 0.8 * 9700, 150);
    EXPECT_NEAR(count[1], 0.1 * 9700, 120);
}

TEST(Crowd, TheSameCallsGiveTheSameBytes) {
    const auto make = [](std::uint32_t seed) {
        Crowd crowd = army();
        CrowdSettings s;
        s.units = 40000;  // several parallel tasks
        s.seed = seed;
        s.formation = Formation::kScatter;
        s.speed_spread = 0.1;
        s.crossfade_spread = 1.0;
        crowd.apply(s, 0);
        s.speed = 1.2;
        crowd.apply(s, 5 * kSecond);
        crowd.edit(17, {.clips = ClipChoice{kDie, kDie}, .tint = glm::vec4{1, 0, 0, 1}}, 6 * kSecond);
        crowd.chooseClips(0, {kIdle, kRun}, 7 * kSecond);
        crowd.advance(20 * kSecond);
        return crowd;
    };
    EXPECT_TRUE(sameBytes(make(1), make(1)));
    EXPECT_FALSE(sameBytes(make(1), make(2)));
}

// Ranges of units are processed by any free thread: neither their bytes nor the ends of their fades may
// depend on it.
TEST(Crowd, ResultsDoNotDependOnThreads) {
    const auto make = [](unsigned threads) {
        const ThreadsInstead instead(threads);
        Crowd crowd({crowdSoldier(3), crowdSoldier(2)}, {{kWalk, kRun}, {kIdle, kRun}});
        CrowdSettings s;
        s.units = 150'000;
        s.formation = Formation::kPhalanx;
        s.height_spread = 0.1;
        s.crossfade_spread = 1.0;
        crowd.apply(s, 0);
        s.seed = 3;  // into memory that was used before
        crowd.apply(s, kSecond);
        s.speed = 1.7;
        crowd.apply(s, 2 * kSecond);
        crowd.chooseClips(0, {kIdle, kOtherRun}, 3 * kSecond);
        crowd.chooseClips(1, {kDie, kRun}, 3 * kSecond + 100);
        for (Ticks t = 3; t < 9; ++t) crowd.advance(t * kSecond);
        crowd.replaceModel(1, crowdSoldier(2), {kWalk, kDie}, 9 * kSecond);
        s.team_colors = false;
        crowd.apply(s, 10 * kSecond);
        return crowd;
    };
    const Crowd one = make(1);
    for (const unsigned threads : {2U, 7U}) {
        const Crowd many = make(threads);
        EXPECT_TRUE(sameBytes(one, many)) << threads << " threads";
        EXPECT_EQ(one.unitsWritten(), many.unitsWritten());
        for (std::uint32_t u = 0; u < one.size(); u += 997) {
            EXPECT_EQ(one.placeOf(u).group, many.placeOf(u).group);
            EXPECT_EQ(one.placeOf(u).index, many.placeOf(u).index);
        }
    }
}

TEST(Crowd, CreationMatchesApply) {
    CrowdSettings s;
    s.units = 700;
    s.formation = Formation::kRing;
    s.speed = 1.4;
    s.crossfade_spread = 0.5;
    for (const double crossfade : {0.0, 2.0}) {
        s.crossfade_s = crossfade;
        const Crowd at_once({crowdSoldier()}, {{kWalk, kRun}}, s);
        Crowd later = army();
        later.apply(s, 0);
        EXPECT_TRUE(sameBytes(at_once, later));
        EXPECT_EQ(at_once.settings(), s);
        EXPECT_EQ(at_once.spacing_m(), later.spacing_m());
        EXPECT_EQ(at_once.schedule(kSecond).clock, later.schedule(kSecond).clock);
    }
    s.units = 0;
    EXPECT_THROW(Crowd({crowdSoldier()}, {{kWalk, kRun}}, s), Error);
}

TEST(Crowd, MarchesAndCrossfadesWithoutWritingUnits) {
    Crowd crowd = army();
    CrowdSettings s;
    s.units = 2000;
    crowd.apply(s, 0);
    const std::uint64_t written = crowd.unitsWritten();
    takeDirty(crowd);
    double moved = 0.0;
    double most = 0.0;
    for (Ticks t = 0; t < 60 * kSecond; t += 68) {
        crowd.advance(t);
        most = std::max(most, static_cast<double>(crowd.stateOf(5, t).weight));
        moved = std::max(
            moved, static_cast<double>(glm::length(crowd.stateOf(5, t).placement - crowd.unit(5).placement)));
    }
    EXPECT_EQ(most, 1.0);
    EXPECT_GT(moved, 20.0);
    EXPECT_EQ(crowd.unitsWritten(), written);
    for (const UnitGroup& g : crowd.groups()) EXPECT_TRUE(g.dirty.empty());
}

TEST(Crowd, EditsWriteOneUnit) {
    Crowd crowd = army();
    takeDirty(crowd);
    const std::uint64_t written = crowd.unitsWritten();
    crowd.edit(123, {.speed = 2.0}, kSecond);
    EXPECT_EQ(crowd.unitsWritten(), written + 1);
    const UnitPlace place = crowd.placeOf(123);
    for (std::size_t g = 0; g < crowd.groups().size(); ++g) {
        const UnitGroup& group = crowd.groups()[g];
        if (g == static_cast<std::size_t>(place.group)) {
            EXPECT_EQ(group.dirty.ranges(),
                      (std::vector<DirtyRanges::Range>{{place.index, place.index + 1}}));
        } else {
            EXPECT_TRUE(group.dirty.empty());
        }
    }
    EXPECT_EQ(crowd.editOf(123).speed, 2.0);
    crowd.edit(123, {.tint = glm::vec4{1.0F, 0.5F, 0.0F, 1.0F}}, 2 * kSecond);
    EXPECT_EQ(crowd.unit(123).look.x, 0xFF0080FFU);
    EXPECT_EQ(crowd.edits().size(), 1U);
    // An edit stays when the crowd is laid out again, and an empty edit removes it.
    CrowdSettings s = crowd.settings();
    s.units = 500;
    crowd.apply(s, 3 * kSecond);
    EXPECT_EQ(crowd.unit(123).look.x, 0xFF0080FFU);
    crowd.edit(123, {}, 4 * kSecond);
    EXPECT_TRUE(crowd.edits().empty());
    EXPECT_NE(crowd.unit(123).look.x, 0xFF0080FFU);
}

TEST(Crowd, EditsLoseClipsThatAnotherModelLacks) {
    CrowdModel statue;
    statue.clips = {clip("rest", 1.0, true, 0.0)};
    Crowd crowd({crowdSoldier(), statue}, {{kWalk, kRun}, {0, 0}});
    CrowdSettings settings = crowd.settings();
    settings.formation = Formation::kScatter;
    settings.units = 200;
    crowd.apply(settings, 0);
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        if (crowd.modelOf(u) != 0) continue;
        UnitEdit edit;
        edit.clips = ClipChoice{kDie, kOtherRun};
        if (u % 2 == 0) edit.speed = 0.5;
        crowd.edit(u, edit, kSecond);
    }
    // Another seed assigns models to units differently.
    settings.seed = 7;
    crowd.apply(settings, 2 * kSecond);
    int statues_edited = 0;
    for (const auto& [unit, edit] : crowd.edits()) {
        EXPECT_FALSE(edit.empty());
        if (crowd.modelOf(unit) == 0) continue;
        ++statues_edited;
        EXPECT_FALSE(edit.clips) << "unit " << unit;
        EXPECT_EQ(edit.speed, 0.5);
        EXPECT_EQ(crowd.unit(unit).playback.y, 0U);
    }
    EXPECT_GT(statues_edited, 10);
}

TEST(Crowd, AllUnitsStayWithinTheDisc) {
    for (const Formation formation :
         {Formation::kGrid, Formation::kPhalanx, Formation::kRing, Formation::kScatter}) {
        Crowd crowd = army();
        CrowdSettings s;
        s.formation = formation;
        s.facing_deg = 50.0;
        crowd.apply(s, 0);
        for (Ticks t = 0; t < 400 * kSecond; t += 3 * kSecond) {
            for (std::uint32_t u = 0; u < s.units; u += 13) {
                const glm::vec3 p = glm::vec3(crowd.stateOf(u, t).placement);
                ASSERT_LT(glm::length(p - crowd.center()), crowd.radius_m() + 1e-3);
            }
        }
    }
}

TEST(Crowd, BadSettingsAreNamed) {
    Crowd crowd = army();
    CrowdSettings s;
    s.units = 0;
    EXPECT_THROW(crowd.apply(s, 0), Error);
    s = {};
    s.speed = std::nan("");
    try {
        crowd.apply(s, 0);
        FAIL();
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ExitCode::kUsage);
        EXPECT_NE(std::string(e.what()).find("speed"), std::string::npos);
    }
    EXPECT_EQ(crowd.settings(), CrowdSettings{});
    EXPECT_THROW(crowd.chooseClips(0, {0, 5}, 0), Error);
    EXPECT_THROW(crowd.edit(0, {.blend = 1.5}, 0), Error);
    CrowdModel many;
    many.clips.assign(PH_MAX_CLIPS + 1, clip("x", 1.0, true, 0.0));
    EXPECT_THROW(Crowd({many}, {{0, 0}}), Error);
}

// A unit's group and index are packed into 32 bits, 12 of them for the group.
TEST(Crowd, TooManyVariantsAreRefused) {
    CrowdSettings s;
    s.units = 60'000;
    s.formation = Formation::kScatter;
    const Crowd most({crowdSoldier(4000), crowdSoldier(96)}, {{0, 0}, {0, 0}}, s);
    EXPECT_GT(most.groups().size(), 2000U);
    std::uint32_t misplaced = 0;
    for (std::uint32_t u = 0; u < s.units; ++u) misplaced += most.unit(u).look.z == u ? 0 : 1;
    EXPECT_EQ(misplaced, 0U);
    Crowd crowd({crowdSoldier(4000), crowdSoldier(96)}, {{0, 0}, {0, 0}});
    EXPECT_THROW(crowd.replaceModel(1, crowdSoldier(97), {0, 0}, 0), Error);
    try {
        const Crowd too_many({crowdSoldier(4000), crowdSoldier(97)}, {{0, 0}, {0, 0}});
        FAIL() << "4097 groups were accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kInput);
        EXPECT_NE(std::string(error.what()).find("4097"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("4096"), std::string::npos) << error.what();
    }
}

TEST(Crowd, SecondsAndTicks) {
    EXPECT_EQ(ticksFromSeconds(1.0), 4096U);
    EXPECT_EQ(ticksFromSeconds(0x1p20), 0U);  // wraps
    EXPECT_EQ(ticksFromSeconds(0x1p20 + 2.0), 8192U);
    EXPECT_DOUBLE_EQ(secondsFromTicks(6144), 1.5);
    EXPECT_EQ(nameOf(Formation::kRing), "ring");
}

TEST(Crowd, PlacesAMillion) {
    Crowd crowd = army();
    for (const Formation formation :
         {Formation::kGrid, Formation::kPhalanx, Formation::kRing, Formation::kScatter}) {
        CrowdSettings s;
        s.units = kMaxUnits;
        s.formation = formation;
        crowd.apply(s, 0);
        std::uint32_t misplaced = 0;
        for (std::uint32_t u = 0; u < kMaxUnits; ++u) misplaced += crowd.unit(u).look.z == u ? 0 : 1;
        EXPECT_EQ(misplaced, 0U);
    }
}

}  // namespace
}  // namespace phalanx
