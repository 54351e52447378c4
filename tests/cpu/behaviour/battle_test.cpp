// Battles: the same whatever the frame rate, nothing to do where nothing happens, and what soldiers and
// companies do is what the graph and the rules say.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "app/battle/battle_log.h"
#include "cpu/behaviour/battle_army.h"

namespace phalanx {
namespace {

using test::kSecond;

struct Fought {
    std::string log;
    std::vector<UnitInstance> units;
    BattleWork work;
};

// next(now): the tick of the next frame.
template <typename Next>
Fought fight(std::uint32_t units, Ticks until, const Next& next, Ticks begins = 0) {
    Crowd crowd = test::hosts(units);
    Battle battle(test::soldierGraph(), test::fighterMarkers(), crowd, begins);
    Fought fought;
    for (Ticks now = 0; now < until;) {
        now = std::min(until, static_cast<Ticks>(next(now)));
        battle.advance(crowd, begins + now, {},
                       [&](const BattleNews& news) { fought.log += newsLine(news, battle.graph()); });
        crowd.advance(begins + now);
    }
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) fought.units.push_back(crowd.unit(unit));
    fought.work = battle.work();
    return fought;
}

TEST(Battle, IsTheSameAtAnyFrameRate) {
    const Ticks until = 70 * kSecond;
    const Fought smooth = fight(1500, until, [](Ticks now) { return now + kSecond / 60; });
    ASSERT_GT(smooth.work.hits, 30U);
    std::mt19937 random(3);
    const Fought hiccups = fight(1500, until, [&](Ticks now) {
        return now + (random() % 20 == 0 ? 10 * kSecond : static_cast<Ticks>(1 + random() % 400));
    });
    const Fought once = fight(1500, until, [&](Ticks /*now*/) { return until; });
    for (const Fought* const other : {&hiccups, &once}) {
        EXPECT_EQ(other->log, smooth.log);
        ASSERT_EQ(other->units.size(), smooth.units.size());
        EXPECT_EQ(
            std::memcmp(other->units.data(), smooth.units.data(), smooth.units.size() * sizeof(UnitInstance)),
            0);
    }
    const Fought wrapping = fight(
        1500, until, [&](Ticks /*now*/) { return until; }, 0xFFFFFFFFU - 30 * kSecond);
    EXPECT_EQ(wrapping.log, smooth.log) << "the clock wraps";
}

// EventMistakes::ask_all: switched on, off and on again, the battle is the same; only its cost is another.
TEST(Battle, AskedAllItIsTheSame) {
    constexpr std::uint32_t kUnits = 600;
    const Ticks until = 50 * kSecond;
    const Fought right = fight(kUnits, until, [](Ticks now) { return now + kSecond / 60; });
    ASSERT_GT(right.work.rounds, 30U);
    EXPECT_EQ(right.work.asked, right.work.items);
    Crowd crowd = test::hosts(kUnits);
    Battle battle(test::soldierGraph(), test::fighterMarkers(), crowd, 0);
    std::string log;
    std::uint64_t asked_all = 0;  // while it is on
    for (Ticks now = 0; now < until;) {
        const bool on = now / (10 * kSecond) % 2 == 0;
        battle.askAll(on);
        const std::uint64_t before = battle.work().asked;
        const std::size_t waiting = battle.waiting();
        battle.askAll(!on);
        battle.askAll(on);
        EXPECT_EQ(battle.waiting(), waiting);
        now += kSecond / 2;
        battle.advance(crowd, now, {},
                       [&](const BattleNews& news) { log += newsLine(news, battle.graph()); });
        crowd.advance(now);
        if (on) asked_all += battle.work().asked - before;
    }
    EXPECT_EQ(log, right.log);
    EXPECT_EQ(battle.work().items, right.work.items);
    EXPECT_EQ(battle.work().decisions, right.work.decisions);
    const auto words_of = [](const UnitInstance& unit) {
        return std::bit_cast<std::array<std::uint32_t, sizeof(UnitInstance) / 4>>(unit);
    };
    for (std::uint32_t unit = 0; unit < kUnits; ++unit)
        ASSERT_EQ(words_of(crowd.unit(unit)), words_of(right.units[unit])) << unit;
    EXPECT_EQ(asked_all, std::size_t{30} * 32 * (kUnits + battle.companyCount()));
}

TEST(Battle, OtherSeedsAreOtherBattles) {
    const auto logOf = [](std::uint32_t seed) {
        Crowd crowd = test::hosts(600, seed);
        Battle battle = test::battleOf(crowd);
        std::string log;
        battle.advance(crowd, 50 * kSecond, {},
                       [&](const BattleNews& news) { log += newsLine(news, battle.graph()); });
        return log;
    };
    EXPECT_EQ(logOf(4), logOf(4));
    EXPECT_NE(logOf(4), logOf(5));
}

TEST(Battle, AMarchCostsNothing) {
    Crowd crowd = test::hosts(20'000);
    Battle battle = test::battleOf(crowd);
    battle.advance(crowd, 7 * kSecond);
    const std::uint64_t items = battle.work().items;
    const std::uint64_t written = crowd.unitsWritten();
    ASSERT_EQ(battle.counts()[static_cast<std::size_t>(battle.graph().stateOf("march"))], 20'000U);
    battle.advance(crowd, 11 * kSecond);
    EXPECT_EQ(crowd.unitsWritten(), written);
    // Companies in front look for enemies now and then.
    EXPECT_LT(battle.work().items - items, battle.companyCount());
    EXPECT_GT(glm::length(glm::dvec3(crowd.stateOf(5, 11 * kSecond).placement -
                                     crowd.stateOf(5, 7 * kSecond).placement)),
              4.5);
}

TEST(Battle, EveryoneIsInOneStateAndTheFallenStayWhereTheyFell) {
    Crowd crowd = test::hosts(1200);
    Battle battle = test::battleOf(crowd);
    std::map<std::uint32_t, glm::vec4> fallen;
    const int fall = battle.graph().stateOf("fall");
    for (Ticks now = 0; now < 120 * kSecond; now += kSecond) {
        battle.advance(crowd, now);
        std::uint32_t all = 0;
        for (const std::uint32_t count : battle.counts()) all += count;
        ASSERT_EQ(all, crowd.size());
        std::uint32_t lying = 0;
        for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
            if (battle.stateOf(unit) != fall) {
                EXPECT_FALSE(fallen.contains(unit)) << "unit " << unit << " rose";
                continue;
            }
            ++lying;
            const glm::vec4 place = crowd.stateOf(unit, now).placement;
            const auto [at, fresh] = fallen.emplace(unit, place);
            EXPECT_LT(glm::length(glm::dvec3(place) - glm::dvec3(at->second)), 1e-3);
        }
        EXPECT_EQ(lying, battle.counts()[static_cast<std::size_t>(fall)]);
    }
    EXPECT_GT(fallen.size(), 100U);
}

// No unit's place or facing jumps when something is decided: each goes on from what it shows.
TEST(Battle, NothingJumps) {
    Crowd crowd = test::hosts(400);
    Battle battle = test::battleOf(crowd);
    constexpr Ticks kStep = kSecond / 64;
    std::vector<glm::vec4> before;
    double farthest = 0.0;
    double widest = 0.0;
    for (Ticks now = 0; now < 60 * kSecond; now += kStep) {
        battle.advance(crowd, now);
        for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
            const glm::vec4 place = crowd.stateOf(unit, now).placement;
            if (before.size() == crowd.size()) {
                const glm::dvec2 gone(place.x - before[unit].x, place.z - before[unit].z);
                farthest = std::max(farthest, glm::length(gone));
                const double turn =
                    std::remainder(static_cast<double>(place.w - before[unit].w), 2.0 * 3.14159265358979);
                widest = std::max(widest, std::abs(turn));
                before[unit] = place;
            } else {
                before.push_back(place);
            }
        }
    }
    EXPECT_LT(farthest, 3.5 * 1.1 / 64.0) << "Run makes 3.3 m/s";
    EXPECT_LT(widest, 9.5 / 64.0) << "6 rad/s, and 9 in the middle of a smoothstep";
}

TEST(Battle, RoundsHitWithinTheRangeAsOftenAsTheGraphSays) {
    Crowd crowd = test::hosts(3000);
    Battle battle = test::battleOf(crowd);
    const Musket musket = battle.graph().musket;
    double expected = 0.0;
    std::uint64_t rounds = 0;
    std::uint64_t hits = 0;
    battle.advance(crowd, 120 * kSecond, {}, [&](const BattleNews& news) {
        if (news.what != BattleNews::What::kShoots) return;
        const auto at = static_cast<Ticks>(news.seconds * kSecond);
        const double distance = glm::length(glm::dvec3(crowd.stateOf(news.who, at).placement) -
                                            glm::dvec3(crowd.stateOf(news.other, at).placement));
        EXPECT_LT(distance, musket.range_m + 20.0);
        EXPECT_NE(battle.companyOf(news.who), battle.companyOf(news.other));
        const double share = std::clamp((distance - 10.0) / (musket.range_m - 10.0), 0.0, 1.0);
        expected += glm::mix(musket.hit_near, musket.hit_far, share);
        ++rounds;
        hits += news.hits ? 1 : 0;
    });
    ASSERT_GT(rounds, 2000U);
    EXPECT_EQ(battle.work().rounds, rounds);
    EXPECT_NEAR(static_cast<double>(hits), expected, 4.0 * std::sqrt(expected));
}

TEST(Battle, SoldiersKeepApart) {
    Crowd crowd = test::hosts(800);
    Battle battle = test::battleOf(crowd);
    const int ready = battle.graph().stateOf("ready");
    double nearest = 1e9;
    for (Ticks now = 20 * kSecond; now < 80 * kSecond; now += 5 * kSecond) {
        battle.advance(crowd, now);
        std::vector<glm::dvec2> places;
        for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
            if (battle.stateOf(unit) != ready) continue;
            const glm::vec4 place = crowd.stateOf(unit, now).placement;
            places.emplace_back(place.x, place.z);
        }
        for (std::size_t a = 0; a < places.size(); ++a) {
            for (std::size_t b = a + 1; b < places.size(); ++b)
                nearest = std::min(nearest, glm::length(places[a] - places[b]));
        }
    }
    EXPECT_GT(nearest, 0.45 * crowd.spacing_m());
}

TEST(Battle, ACompanyBreaksAndTheOneBehindTakesItsPlace) {
    BehaviourGraph graph = test::soldierGraph();
    graph.break_share = 0.9;
    graph.musket.hit_far = 0.8;
    Crowd crowd = test::hosts(1600);
    Battle battle = test::battleOf(crowd, graph);
    std::set<std::uint32_t> broken;
    std::set<std::uint32_t> second_line_fires;
    battle.advance(crowd, 150 * kSecond, {}, [&](const BattleNews& news) {
        if (news.what != BattleNews::What::kOrdered) return;
        if (news.order == Order::kFlee) broken.insert(news.who);
        if (news.order == Order::kFire && battle.statusOf(news.who).company.line > 0)
            second_line_fires.insert(news.who);
    });
    EXPECT_GE(broken.size(), 2U);
    EXPECT_FALSE(second_line_fires.empty());
    for (const std::uint32_t company : broken) EXPECT_TRUE(battle.statusOf(company).broken);
    EXPECT_GT(battle.counts()[static_cast<std::size_t>(battle.graph().stateOf("routed"))], 100U);
}

TEST(Battle, EndsWithAHostThatCheers) {
    BehaviourGraph graph = test::soldierGraph();
    graph.musket.hit_far = 0.9;
    Crowd crowd = test::hosts(400);
    Battle battle = test::battleOf(crowd, graph);
    Ticks now = 0;
    while (battle.winner() < 0 && now < 900 * kSecond) battle.advance(crowd, now += kSecond);
    ASSERT_GE(battle.winner(), 0);
    battle.advance(crowd, now += 3 * kSecond);
    EXPECT_GT(battle.counts()[static_cast<std::size_t>(battle.graph().stateOf("cheer"))], 20U);
    battle.advance(crowd, now += 600 * kSecond);
    const std::uint64_t items = battle.work().items;
    battle.advance(crowd, now += 100 * kSecond);
    EXPECT_LT(battle.work().items - items, 20'000U) << "cheering goes on, but the fight is over";
}

TEST(Battle, FollowsOrdersFromTheOutside) {
    Crowd crowd = test::hosts(1200);  // beyond the range of muskets
    Battle battle = test::battleOf(crowd);
    const glm::dvec2 goal = battle.statusOf(0).front_m + glm::dvec2(-20.0, 6.0);
    for (std::uint32_t company = 0; company < battle.companyCount(); ++company)
        battle.give(company, Order::kHold);
    battle.advance(crowd, 10 * kSecond);
    EXPECT_EQ(battle.statusOf(0).order, Order::kHold);
    EXPECT_LT(glm::length(battle.statusOf(0).front_m - battle.statusOf(0).company.front_m), 0.1);
    battle.send(0, goal, 0.6);
    battle.advance(crowd, 60 * kSecond);
    const Battle::CompanyStatus status = battle.statusOf(0);
    EXPECT_LT(glm::length(status.front_m - goal), 0.1);
    double mean = 0.0;
    int standing = 0;
    for (std::uint32_t unit = 0; unit < status.company.count; ++unit) {
        if (battle.stateOf(unit) != battle.graph().stateOf("ready")) continue;
        mean += std::abs(std::remainder(
            static_cast<double>(crowd.stateOf(unit, 60 * kSecond).placement.w) - 0.6, 6.2831853));
        ++standing;
    }
    ASSERT_GT(standing, 20);
    EXPECT_LT(mean / standing, 0.02) << "they face where they should";
    EXPECT_EQ(status.order, Order::kHold) << "it is there";
    const std::uint64_t items = battle.work().items;
    battle.advance(crowd, 150 * kSecond);
    EXPECT_LT(battle.work().items - items, 100U * battle.companyCount())
        << "companies look around, soldiers stand";
    battle.give(0, Order::kFlee);
    EXPECT_TRUE(battle.statusOf(0).broken);
}

// Small armies, models without markers, uneven heights, two models: a battle of them goes on, and is orderly.
TEST(Battle, OddArmiesFight) {
    for (const std::uint32_t units : {1U, 2U, 3U, 97U}) {
        Crowd crowd = test::hosts(units);
        Battle battle = test::battleOf(crowd);
        battle.advance(crowd, 300 * kSecond);
        std::uint32_t all = 0;
        for (const std::uint32_t count : battle.counts()) all += count;
        EXPECT_EQ(all, units);
    }
    CrowdSettings settings;
    settings.units = 300;
    settings.formation = Formation::kBattle;
    settings.height_spread = 0.2;
    CrowdModel slow = test::fighter();
    slow.clips[1].stride_speed = 0.9;
    Crowd crowd({test::fighter(), slow}, {{0, 0}, {0, 0}}, settings);
    const std::vector<ClipMarkers> none(slow.clips.size());
    Battle battle(test::soldierGraph(), {none, none}, crowd, 0);
    battle.advance(crowd, 120 * kSecond);
    EXPECT_EQ(battle.work().rounds, 0U) << "no clip has a marker \"fire\"";
    EXPECT_EQ(battle.counts()[static_cast<std::size_t>(battle.graph().stateOf("fall"))], 0U);
}

TEST(Battle, WithoutBreakingACompanyIsGoneWhenItsLastSoldierIs) {
    BehaviourGraph graph = test::soldierGraph();
    graph.break_share = 0.0;
    graph.musket.hit_near = graph.musket.hit_far = 1.0;
    Crowd crowd = test::hosts(200);
    Battle battle = test::battleOf(crowd, graph);
    Ticks now = 0;
    while (battle.winner() < 0 && now < 900 * kSecond) battle.advance(crowd, now += kSecond);
    EXPECT_GE(battle.winner(), 0);
}

// A company of the second line that is sent to the flank fights there.
TEST(Battle, ACompanyThatIsSentLeavesItsColumn) {
    Crowd crowd = test::hosts(1600);
    Battle battle = test::battleOf(crowd);
    std::uint32_t second = 0;
    while (battle.statusOf(second).company.line == 0) ++second;
    std::uint32_t edge = 0;
    for (std::uint32_t c = 0; c < battle.companyCount(); ++c) {
        const Battle::CompanyStatus status = battle.statusOf(c);
        if (status.company.host == 0 && status.front_m.x < battle.statusOf(edge).front_m.x) edge = c;
    }
    const glm::dvec2 flank = battle.statusOf(edge).company.front_m + glm::dvec2(-30.0, 22.0);
    battle.send(second, flank, 0.0, 30);
    bool fires = false;
    battle.advance(crowd, 200 * kSecond, {}, [&](const BattleNews& news) {
        fires = fires ||
                (news.what == BattleNews::What::kOrdered && news.who == second && news.order == Order::kFire);
    });
    EXPECT_EQ(battle.statusOf(second).company.files, 30U);
    EXPECT_LT(glm::length(battle.statusOf(second).front_m - flank), 0.1);
    EXPECT_TRUE(fires);
}

// Rounds leave where the clip has its markers, also after many cycles.
TEST(Battle, RoundsKeepStepWithTheirMarkers) {
    const std::string text = R"({"start": "ready", "musket": {"hit": [0, 0]}, "states": {
        "ready": {"clip": "Idle", "to": [{"on": "order advance", "go": "march"},
                                         {"on": "order fire", "rank": "front", "go": "fire"}]},
        "march": {"clip": "Walk", "move": "to place", "to": [{"on": "arrived", "go": "ready"}]},
        "fire": {"clip": "Fire", "aims": true, "speed": 1.37, "to": [{"on": "order flee", "go": "ready"}]}}})";
    Crowd crowd = test::hosts(200);
    Battle battle(parseGraph(text, "steady"), test::fighterMarkers(), crowd, 0);
    double worst = 0.0;
    int rounds = 0;
    battle.advance(crowd, 240 * kSecond, {}, [&](const BattleNews& news) {
        if (news.what != BattleNews::What::kShoots) return;
        const Ticks at = static_cast<Ticks>(std::llround(news.seconds * kSecond));
        const double phase = crowd.stateOf(news.who, at).phase_b;
        double off = 1.0;
        for (const double marker : {0.06, 0.16, 0.26}) off = std::min(off, test::cyclesApart(phase, marker));
        worst = std::max(worst, off / 1.37);  // seconds
        ++rounds;
    });
    ASSERT_GT(rounds, 3000);
    EXPECT_LT(worst, 1.0 / 32.0 + 1e-3);
}

}  // namespace
}  // namespace phalanx
