// What a graph can say beyond states and transitions: orders by the clock, sides, gaps, ways back, bodies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <ranges>
#include <set>
#include <string>

#include "app/battle/battle_log.h"
#include "cpu/behaviour/battle_army.h"

namespace phalanx {
namespace {

constexpr const char* kGraph = R"({
  "start": "ready", "musket": {"range": 200, "hit": [1, 1]}, "break": 0,
  ORDERS
  "states": {
    "ready": {"clip": "Idle", "to": [
      {"on": "order volley", "go": "present"},
      {"on": "order advance", "side": "left", "go": "left"},
      {"on": "order advance", "side": "right", "go": "right"},
      {"on": "order advance", "go": "march"},
      {"on": "gap", "go": "over"},
      {"on": "place", "go": "up"}]},
    "march": {"clip": "Walk", "move": "to place", "to": [{"on": "arrived", "go": "ready"}]},
    "up": {"clip": "Walk", "move": "to place", "to": [{"on": "arrived", "go": "ready"}]},
    "over": {"clip": "Walk", "move": "to place", "to": [{"on": "arrived", "go": "ready"}]},
    "left": {"clip": "Side", "stride": [0.7, 0], "move": "to place", "to": [{"on": "arrived", "go": "ready"}]},
    "right": {"clip": "Side", "stride": [-0.7, 0], "move": "to place", "to": [{"on": "arrived", "go": "ready"}]},
    "present": {"clip": "Aim", "aims": true, "to": [{"on": "after", "seconds": [2, 2], "go": "fire"}]},
    "fire": {"clip": "Fire", "aims": true, "to": [{"on": "after", "seconds": [0.9, 0.9], "go": "ready"}]},
    "hurt": {"clip": "Hit", "out": true, "to": [{"on": "end", "go": "crawl"}]},
    "crawl": {"clip": "Crawl", "move": "back", "metres": [3, 6], "out": true,
              "to": [{"on": "arrived", "go": "lie"}]},
    "lie": {"clip": "Die2", "out": true},
    "fall": {"clip": "Die", "out": true, "body": true}
  },
  "any": [{"on": "shot", "chance": 0.5, "go": "fall"}, {"on": "shot", "go": "hurt"}]
})";

BehaviourGraph withOrders(const std::string& orders) {
    std::string text = kGraph;
    text.replace(text.find("ORDERS"), 6, orders.empty() ? "" : "\"orders\": [" + orders + "],");
    return parseGraph(text, "g.json");
}

CrowdModel sideways() {
    CrowdModel m = test::fighter();
    m.clips.push_back(test::clip("Side", 1.0, true, 0.0));
    m.clips.push_back(test::clip("Crawl", 1.0, true, -0.4));
    return m;
}

struct Field {
    explicit Field(const std::string& orders, std::uint32_t units = 400)
        : crowd({sideways()}, {{0, 0}}, settingsOf(units)), battle(withOrders(orders), markers(), crowd, 0) {}

    static CrowdSettings settingsOf(std::uint32_t units) {
        CrowdSettings settings;
        settings.units = units;
        settings.formation = Formation::kBattle;
        return settings;
    }
    static std::vector<std::vector<ClipMarkers>> markers() {
        std::vector<std::vector<ClipMarkers>> all = test::fighterMarkers();
        all.front().resize(sideways().clips.size());
        return all;
    }
    void run(double from_s, double to_s) {
        for (double at = from_s; at < to_s; at += 0.05) {
            battle.advance(crowd, ticksFromSeconds(at), {},
                           [this](const BattleNews& each) { news.push_back(each); });
            crowd.advance(ticksFromSeconds(at));
        }
    }
    std::vector<BattleNews> begun(const std::string& state) const {
        std::vector<BattleNews> result;
        const int wanted = battle.graph().stateOf(state);
        std::ranges::copy_if(news, std::back_inserter(result), [&](const BattleNews& each) {
            return each.what == BattleNews::What::kBegins && each.state == wanted;
        });
        return result;
    }

    Crowd crowd;
    Battle battle;
    std::vector<BattleNews> news;
};

TEST(BattleOrders, AVolleyLeavesAtOnce) {
    Field field(R"({"at": 3, "host": 1, "order": "volley"})");
    field.run(0.0, 5.3);
    std::set<double> shots;
    std::set<std::uint32_t> shooters;
    for (const BattleNews& each : field.news) {
        if (each.what != BattleNews::What::kShoots) continue;
        EXPECT_LT(each.who, 200U) << "host 2 has no order to fire";
        shots.insert(each.seconds);
        shooters.insert(each.who);
    }
    EXPECT_EQ(shooters.size(), 200U);
    ASSERT_FALSE(shots.empty());
    // Three rounds per cycle of the clip, each within a battle tick of all others of its marker.
    std::set<double> first(shots.begin(), shots.upper_bound(*shots.begin() + 0.05));
    EXPECT_LE(*first.rbegin() - *first.begin(), 1.0 / 16.0);
}

TEST(BattleOrders, SidestepsKeepTheFacing) {
    Field field(
        R"({"at": 2, "host": 1, "line": 1, "move": [3, 0]}, {"at": 2, "host": 2, "line": 1, "move": [-3, 0]})");
    field.run(0.0, 2.0);
    std::map<std::uint32_t, glm::vec4> before;
    for (std::uint32_t unit = 0; unit < field.crowd.size(); ++unit)
        before[unit] = field.crowd.stateOf(unit, ticksFromSeconds(2.0)).placement;
    field.run(2.0, 9.0);
    EXPECT_FALSE(field.begun("left").empty());
    EXPECT_FALSE(field.begun("right").empty());
    for (const char* const state : {"left", "right"}) {
        for (const BattleNews& each : field.begun(state)) {
            const glm::vec4 now = field.crowd.stateOf(each.who, ticksFromSeconds(8.9)).placement;
            const double facing = field.battle.statusOf(field.battle.companyOf(each.who)).facing_rad;
            EXPECT_NEAR(std::remainder(now.w - facing, 2.0 * std::numbers::pi), 0.0, 0.15) << each.who;
        }
    }
    // To its own left a soldier of host 1, who faces +Z, goes to +X.
    for (const BattleNews& each : field.begun("left")) {
        const glm::vec4 now = field.crowd.stateOf(each.who, ticksFromSeconds(8.9)).placement;
        EXPECT_LT(each.who, 200U);
        EXPECT_NEAR(now.x - before[each.who].x, 3.0F, 0.6F);
    }
}

TEST(BattleOrders, GapsAreSteppedOverAndTheHurtGoBackwards) {
    Field field(R"({"at": 2, "host": 1, "order": "volley"})");
    field.run(0.0, 20.0);
    EXPECT_FALSE(field.begun("over").empty());
    const std::vector<BattleNews> falls = field.begun("fall");
    ASSERT_FALSE(falls.empty());
    for (const BattleNews& each : falls) {
        EXPECT_NE(each.other, kNoOne);
        EXPECT_LT(each.other, 200U) << "who has hit it";
    }
    const std::vector<BattleNews> crawls = field.begun("crawl");
    ASSERT_FALSE(crawls.empty());
    for (const BattleNews& each : crawls) {
        // Host 2 faces -Z, so its hurt go to +Z and still face -Z.
        const auto begun = ticksFromSeconds(each.seconds + 0.5);
        const glm::vec4 a = field.crowd.stateOf(each.who, begun).placement;
        const glm::vec4 b = field.crowd.stateOf(each.who, ticksFromSeconds(19.9)).placement;
        if (each.seconds > 10.0) continue;
        EXPECT_GE(b.z - a.z, 0.0F);
        EXPECT_LT(std::cos(b.w), -0.5F) << each.who;
    }
    const std::vector<BattleNews> lie = field.begun("lie");
    EXPECT_TRUE(std::ranges::any_of(lie, [](const BattleNews& each) { return each.who > 199U; }));
}

TEST(BattleOrders, OrdersByTheClockComeAlsoWhileAllAreAsked) {
    const std::string orders =
        R"({"at": 1, "host": 1, "order": "volley"}, {"at": 2, "host": 2, "order": "volley"},
        {"at": 3, "host": 1, "order": "volley"}, {"at": 4, "host": 2, "order": "volley"})";
    for (const std::uint32_t units : {1U, 2U, 200U}) {
        Field queued(orders, units);
        Field asked(orders, units);
        asked.battle.askAll(true);
        queued.run(0.0, 8.0);
        asked.run(0.0, 8.0);
        EXPECT_EQ(queued.battle.work().rounds, asked.battle.work().rounds) << units;
        EXPECT_EQ(queued.battle.work().decisions, asked.battle.work().decisions) << units;
        EXPECT_GT(queued.battle.work().decisions, 0U) << units;
    }
}

TEST(BattleOrders, MistakesAreSaid) {
    const auto refusal = [](const std::string& orders) {
        try {
            withOrders(orders);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(refusal(R"({"at": 2, "host": 3, "order": "volley"})"),
              "g.json:3: orders[0].host is not a whole number from 1 to 2");
    EXPECT_EQ(refusal(R"({"at": 2, "host": 1, "order": "voley"})"),
              "g.json:3: orders[0].order is \"voley\"; did you mean \"volley\"?");
    EXPECT_EQ(refusal(R"({"at": 2, "host": 1, "order": "volley", "move": [1, 0]})"),
              "g.json:3: orders[0].order and \"move\" exclude each other");
}

}  // namespace
}  // namespace phalanx
