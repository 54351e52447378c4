// Orders: their JSON form, good and bad, and what they make of a pose.
#include "anim/orders/pose_order.h"

#include <gtest/gtest.h>

#include <string>

#include "anim/orders/orders_json.h"
#include "core/error.h"

namespace phalanx {
namespace {

std::string refusal(const std::string& text) {
    try {
        parseOrders(text, "orders.json");
    } catch (const Error& error) {
        return error.what();
    }
    ADD_FAILURE() << "accepted: " << text;
    return {};
}

TEST(Orders, AreReadInTheOrderOfTheirTimes) {
    const std::vector<PoseOrder> orders = parseOrders(
        R"([{"time":2,"fade":0.5,"units":[[7,9],3,[5,8]],"base":{"space":"Move","at":[0,1]},"layers":[null,{"weight":0.25}],
             "aim":[{"target":{"unit":7},"weight":0.5}],
             "ik":[{"target":[1,2,3]},{"target":{"unit":7,"joint":"Hand.R","share":0.5}}]},
            {"time":1,"travel":true,"place":[2,-3],"facing":-90,"additive":[{"clip":"Hit","time":0.1,"weight":-2}]},
            {"time":1}])",
        "orders.json");
    ASSERT_EQ(orders.size(), 3U);
    EXPECT_EQ(orders[0].time_s, 1.0);
    EXPECT_EQ(orders[0].travel, true);
    EXPECT_EQ(orders[0].place_m, glm::dvec2(2.0, -3.0));
    EXPECT_EQ(orders[0].facing_deg, -90.0);
    EXPECT_EQ(orders[0].fade_s, kDefaultOrderFade_s);
    EXPECT_TRUE(orders[0].units.empty());
    EXPECT_EQ(orders[0].additive.at(0).source->clips.at(0).clip, "Hit");
    EXPECT_EQ(orders[0].additive.at(0).weight, -2.0);
    EXPECT_FALSE(orders[1].travel.has_value());
    const PoseOrder& last = orders[2];
    EXPECT_EQ(last.fade_s, 0.5);
    ASSERT_EQ(last.units.size(), 2U);
    EXPECT_EQ(last.units[0].last, 3U);
    EXPECT_EQ(last.units[1].first, 5U);
    EXPECT_EQ(last.units[1].last, 9U);
    EXPECT_EQ(last.base->point->space, "Move");
    EXPECT_FALSE(last.layers.at(0).weight.has_value());
    EXPECT_EQ(last.layers.at(1).weight, 0.25);
    EXPECT_FALSE(last.layers.at(1).source.has_value());
    EXPECT_EQ(last.aim.at(0).target->unit->unit, 7U);
    EXPECT_EQ(last.ik.at(0).target->point, glm::dvec3(1.0, 2.0, 3.0));
    EXPECT_EQ(last.ik.at(1).target->unit->joint, "Hand.R");
    EXPECT_EQ(last.ik.at(1).target->unit->share, 0.5);
}

TEST(Orders, ChangeWhatTheyNameAndLeaveTheRest) {
    LayeredPose pose;
    pose.base = LayerSource{{{"Walk", 0.3, 1.0}}, {}};
    pose.layers.resize(2);
    pose.layers[0].weight = 0.7;
    pose.aim.resize(1);
    pose.aim[0].joint = "Weapon";
    PoseOrder order;
    order.layers = {{}, {std::nullopt, 0.5}};
    pose.ik.resize(1);
    pose.ik[0].joint = "Hand.R";
    order.ik = {{PoseTarget{.unit = PoseUnitTarget{.unit = 4, .joint = "Hand.L"}}, 0.5}};
    order.aim = {{PoseTarget{glm::dvec3(1.0), false, PoseUnitTarget{4, 1.0}}, std::nullopt}};
    const LayeredPose after = orderedPose(pose, order, "order");
    EXPECT_EQ(after.base->clips.at(0).clip, "Walk");
    EXPECT_EQ(after.layers[0].weight, 0.7);
    EXPECT_EQ(after.layers[1].weight, 0.5);
    EXPECT_EQ(after.aim[0].joint, "Weapon");
    EXPECT_EQ(after.aim[0].target.unit->unit, 4U);
    EXPECT_EQ(after.aim[0].weight, 1.0);
    EXPECT_EQ(after.ik[0].joint, "Hand.R");
    EXPECT_EQ(after.ik[0].target.unit->joint, "Hand.L");
    EXPECT_EQ(after.ik[0].weight, 0.5);
    order.ik.resize(2);
    try {
        orderedPose(pose, order, "order 3");
        ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()), "order 3: ik has 2 items, but the pose has 1");
        EXPECT_EQ(error.code(), ExitCode::kUsage);
    }
}

TEST(Orders, MistakesAreNamed) {
    EXPECT_EQ(refusal("{}"), "orders.json: the form is not a list in brackets");
    EXPECT_EQ(refusal(R"([{"tim":1}])"), "orders.json: [0].tim is not a known key; did you mean time?");
    EXPECT_EQ(refusal(R"([{},{"time":-1}])"), "orders.json: [1].time is not a number from 0 to 86400");
    EXPECT_EQ(refusal(R"([{"units":[]}])"), "orders.json: [0].units has no unit; leave it out for all");
    EXPECT_EQ(refusal(R"([{"units":[[1]]}])"),
              "orders.json: [0].units[0] is not a unit's number, or the first and last of a range");
    EXPECT_EQ(refusal(R"([{"units":[[9,3]]}])"), "orders.json: [0].units[0] ends before it begins");
    EXPECT_EQ(refusal(R"([{"travel":1}])"), "orders.json: [0].travel is not true or false");
    EXPECT_EQ(refusal(R"([{"place":[1]}])"), "orders.json: [0].place is not a list of two numbers");
    EXPECT_EQ(refusal(R"([{"layers":[{"weight":1.5}]}])"),
              "orders.json: [0].layers[0].weight is not a number from 0 to 1");
    EXPECT_NE(refusal(R"([{"layers":[{"mask":{}}]}])").find("[0].layers[0].mask is not a known key"),
              std::string::npos);
    EXPECT_NE(refusal("[").find("orders.json"), std::string::npos);
}

}  // namespace
}  // namespace phalanx
