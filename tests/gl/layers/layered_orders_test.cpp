// Orders to an army: nothing jumps, near units and the states of all agree, and only what an order writes is
// uploaded.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "anim/rig/rig_pose.h"
#include "app/layers/layered_army.h"
#include "core/error.h"
#include "core/file.h"
#include "gl/layers/ordered_soldiers.h"
#include "gl/output_folder.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

constexpr Ticks kSecond = 4096;

class LayeredOrders : public test::OrderedSoldiers {
  protected:
    void takeOrders(const std::string& orders) {
        take(R"({"spaces":{"Go":{"points":[
            {"clip":"Idle","at":[0,0],"sync":0,"stride":[0,0]},{"clip":"Walk","at":[0,1.3],"sync":0},
            {"clip":"Run","at":[0,3.3],"sync":0},{"clip":"Crouch","at":[1,0],"sync":0,"stride":[0.5,0]}]}},
            "base":{"space":"Go","at":[0,0]},
            "layers":[{"clip":"Aim","weight":0,"mask":{"Spine":0.3,"Chest":1}}],
            "aim":[{"chain":["Spine","Chest"],"joint":"Head","target":{"unit":5},"weight":0}]})",
             orders);
        layers_ = army_->groups();
    }
    std::string refusal(const std::string& orders) {
        try {
            takeOrders(orders);
        } catch (const Error& error) {
            return error.what();
        }
        ADD_FAILURE() << "accepted: " << orders;
        return {};
    }

    const LayerRecord& recordOf(std::uint32_t unit) const {
        const UnitPlace at = stage_->crowd.placeOf(unit);
        return layers_[static_cast<std::size_t>(at.group)]->record(at.index);
    }
    UnitStand standOf(std::uint32_t unit, Ticks now) const {
        return {stage_->crowd.stateOf(unit, now).placement,
                std::bit_cast<float>(stage_->crowd.unit(unit).look.y)};
    }
    // World space.
    std::vector<glm::dvec3> jointsOf(std::uint32_t unit, Ticks now) const {
        const StandAt target = [&](std::uint32_t place) {
            for (const UnitGroup& group : stage_->crowd.groups()) {
                if (place < group.units.size())
                    return standOf(layout::unitNumber(group.units[place].look.z), now);
                place -= static_cast<std::uint32_t>(group.units.size());
            }
            return UnitStand{};
        };
        const LayerRig& rig = layers_.front()->rig().rig();
        const UnitStand stand = standOf(unit, now);
        std::vector<glm::dvec3> result;
        const std::vector<glm::dmat4> pose =
            evaluateRigPose(rig, poseShownBy(recordOf(unit), rig, now, stand, target));
        for (std::size_t j = 0; j < pose.size(); ++j) {
            const Model& model = models_.front().model;
            const glm::dvec3 at(pose[j] * glm::inverse(model.palette[j].joint_from_bind)[3]);
            const auto heading = static_cast<double>(stand.placement.w);
            result.push_back(glm::dvec3(stand.placement) +
                             static_cast<double>(stand.scale) *
                                 glm::dvec3(std::cos(heading) * at.x + std::sin(heading) * at.z, at.y,
                                            std::cos(heading) * at.z - std::sin(heading) * at.x));
        }
        return result;
    }

    std::vector<LayeredUnits*> layers_;
};

template <typename T>
std::array<std::uint32_t, sizeof(T) / 4> wordsOf(const T& value) {
    return std::bit_cast<std::array<std::uint32_t, sizeof(T) / 4>>(value);
}

constexpr const char* kMany = R"([
    {"time":0,"fade":0,"travel":true},
    {"time":0.5,"fade":0.6,"base":{"space":"Go","at":[0,1.3]}},
    {"time":0.8,"fade":0.5,"units":[[3,9]],"base":{"space":"Go","at":[0.6,0.4]},"layers":[{"weight":1}],
     "aim":[{"weight":1}]},
    {"time":1.1,"fade":0.5,"units":[4,8],"aim":[{"target":{"unit":20}}]},
    {"time":1.3,"fade":0.4,"units":[4,8],"aim":[{"target":[1,1,4]}],"layers":[{"clip":"Fire"}]},
    {"time":2.5,"fade":0.3,"travel":false,"base":{"space":"Go","at":[0,0]},"layers":[{"weight":0}]}])";

TEST_F(LayeredOrders, NothingJumps) {
    takeOrders(kMany);
    Crowd& crowd = stage_->crowd;
    std::vector<std::vector<glm::dvec3>> before(crowd.size());
    double fastest = 0.0;
    // Finer than any fade; each order falls between two of these.
    for (Ticks now = 1; now < 3 * kSecond; now += 37) {
        army_->advance(crowd, now);
        crowd.advance(now);
        for (const std::uint32_t unit : {0U, 4U, 7U, 8U}) {
            const std::vector<glm::dvec3> joints = jointsOf(unit, now);
            for (std::size_t j = 0; j < before[unit].size(); ++j)
                fastest = std::max(fastest, glm::distance(before[unit][j], joints[j]));
            before[unit] = joints;
            // The state that culling, impostors and shadows read is in step with the pose.
            EXPECT_EQ(momentOf(recordOf(unit), now).step >> 8U,
                      static_cast<std::uint32_t>(crowd.stateOf(unit, now).phase_a * 0x1p24F));
        }
    }
    // 37 ticks are 9 ms: a hand that moves at 5 m/s goes 45 mm.
    EXPECT_LT(fastest, 0.06);
    EXPECT_GT(fastest, 0.005);
}

// An order in the middle of a change, of another part and at once: what changes goes on, no faster.
TEST_F(LayeredOrders, WhatAnOrderLeavesOutGoesOn) {
    takeOrders(R"([{"time":1,"fade":1,"base":[{"clip":"Crouch","time":1}]},
             {"time":1.3,"fade":0,"units":[3],"travel":true}])");
    Crowd& crowd = stage_->crowd;
    std::vector<glm::dvec3> before;
    for (Ticks now = kSecond; now < 2 * kSecond + 100; now += 37) {
        army_->advance(crowd, now);
        const std::vector<glm::dvec3> joints = jointsOf(3, now);
        for (std::size_t j = 0; j < before.size(); ++j)
            EXPECT_LT(glm::distance(before[j], joints[j]), 0.06) << now;
        before = joints;
    }
    EXPECT_EQ(momentOf(recordOf(3), 2 * kSecond).share, 1.0F);
}

// What a panel does: all units get another pose, then one of them its own, in the middle of the change.
TEST_F(LayeredOrders, ChangesOfAllAndOfOneGoOnFromWhatIsShown) {
    takeOrders("[]");
    Crowd& crowd = stage_->crowd;
    const PoseFile start = readPose(test::outputFolder(caps()) / "pose.json");
    LayeredArmy::Change change{start};
    change.fade = kSecond / 2;
    change.pose.pose.base->point->at = {0.3, 1.0};
    change.pose.pose.layers[0].weight = 0.7;
    change.pose.pose.aim[0].weight = 1.0;
    change.pose.pose.aim[0].target.point = {3.0, 1.5, 9.0};
    change.pose.pose.aim[0].target.in_world = true;
    change.pose.pose.aim[0].target.unit.reset();
    ASSERT_TRUE(army_->canChangeTo(change.pose));
    std::vector<std::vector<glm::dvec3>> before(crowd.size());
    const auto look = [&](Ticks now) {
        double farthest = 0.0;
        for (const std::uint32_t unit : {0U, 7U, 8U}) {
            const std::vector<glm::dvec3> joints = jointsOf(unit, now);
            for (std::size_t j = 0; j < before[unit].size(); ++j)
                farthest = std::max(farthest, glm::distance(before[unit][j], joints[j]));
            before[unit] = joints;
        }
        return farthest;
    };
    look(kSecond);
    army_->change(models_, crowd, change, kSecond);
    EXPECT_LT(look(kSecond), 0.001);
    look(kSecond + kSecond / 4);
    const LayerRecord of_another = recordOf(0);
    change.own[7] = change.pose.pose;
    change.own[7].base->point->at = {0.0, 3.0};
    change.own[7].aim[0].target = {.unit = PoseUnitTarget{2}};
    army_->change(models_, crowd, change, kSecond + kSecond / 4);
    EXPECT_LT(look(kSecond + kSecond / 4), 0.001);
    EXPECT_EQ(wordsOf(recordOf(0)), wordsOf(of_another)) << "what nothing was decided for is not written";
    // The rifle's chain of the unit that has no own pose points at the place, wherever the unit stands.
    const Ticks later = 4 * kSecond;
    EXPECT_EQ(momentOf(recordOf(7), later).share, 1.0F);
    const StandAt none;
    const UnitStand stand = standOf(8, later);
    const TargetShown shown =
        ShownTargets(recordOf(8), layers_.front()->rig().rig(), later, stand, none).aim(0, 1.0F);
    const auto heading = static_cast<double>(stand.placement.w);
    const glm::dvec3 turned(std::cos(heading) * shown.target.x + std::sin(heading) * shown.target.z,
                            shown.target.y,
                            std::cos(heading) * shown.target.z - std::sin(heading) * shown.target.x);
    EXPECT_LT(glm::distance(glm::dvec3(stand.placement) + static_cast<double>(stand.scale) * turned,
                            glm::dvec3(3.0, 1.5, 9.0)),
              1e-4);
    // A stack of another form is another army.
    PoseFile other = change.pose;
    other.pose.layers.clear();
    EXPECT_FALSE(army_->canChangeTo(other));
    // A mistake changes nothing.
    const LayerRecord kept = recordOf(7);
    LayeredArmy::Change wrong = change;
    wrong.own[7].aim[0].target = {.unit = PoseUnitTarget{9999}};
    EXPECT_THROW(army_->change(models_, crowd, wrong, later), Error);
    EXPECT_EQ(wordsOf(recordOf(7)), wordsOf(kept));
}

// A one-shot that an order names plays again.
TEST_F(LayeredOrders, OneShotsStartAgain) {
    takeOrders(R"([{"time":1,"fade":0,"base":[{"clip":"Salute","time":0}]},
             {"time":20,"fade":0,"base":[{"clip":"Salute","time":0}]}])");
    Crowd& crowd = stage_->crowd;
    const auto frameAt = [&](double seconds) {
        const Ticks now = ticksFromSeconds(seconds);
        army_->advance(crowd, now);
        return poseShownBy(recordOf(3), layers_.front()->rig().rig(), now, standOf(3, now),
                           [&](std::uint32_t) { return standOf(5, now); })
            .base.front()
            .frame;
    };
    const std::uint32_t early = frameAt(1.3);
    const std::uint32_t end = frameAt(19.0);
    EXPECT_GT(end, early);
    EXPECT_EQ(frameAt(20.3), early);
}

// Ticks wrap after twelve days; units go on, and late orders are carried out.
TEST_F(LayeredOrders, UnitsGoOnForDays) {
    takeOrders(R"([{"time":0,"fade":0,"travel":true,"base":{"space":"Go","at":[0,1.3]}},
             {"time":40000,"travel":false}])");
    Crowd& crowd = stage_->crowd;
    constexpr Ticks kDay = 24U * 3600U * kSecond;
    Ticks now = 0;
    glm::vec4 stopped{0.0F};
    for (int day = 0; day < 15; ++day) {
        now += kDay;
        army_->advance(crowd, now);
        crowd.advance(now);
        const glm::vec4 placement = crowd.stateOf(6, now).placement;
        if (day == 0) stopped = placement;
        EXPECT_LT(glm::distance(placement, stopped), 0.01F) << day;
        const std::uint32_t step = momentOf(recordOf(6), now).step;
        EXPECT_NE(step, momentOf(recordOf(6), now + kSecond / 3).step) << day;
        EXPECT_EQ(step >> 8U, static_cast<std::uint32_t>(crowd.stateOf(6, now).phase_a * 0x1p24F)) << day;
    }
    EXPECT_GT(glm::length(glm::vec2(stopped.x, stopped.z)), 30'000.0F);
}

TEST_F(LayeredOrders, MarchingArmiesKeepTheirDirection) {
    CrowdSettings settings = stage_->crowd.settings();
    settings.march = true;
    lay(settings);
    takeOrders(
        R"([{"time":1,"base":{"space":"Go","at":[0,1.3]}},{"time":2,"base":{"space":"Go","at":[0,3.3]}}])");
    EXPECT_NE(
        refusal(
            R"([{"time":1,"base":{"space":"Go","at":[0,1.3]}},{"time":2,"base":{"space":"Go","at":[1,0]}}])")
            .find("[1]: turns the stride of an army that marches"),
        std::string::npos);
    EXPECT_NE(refusal(R"([{"place":[1,2]}])").find("[0]: place is for armies that do not march; add --stand"),
              std::string::npos);
}

// However rarely it is called, orders take effect at their own ticks.
TEST_F(LayeredOrders, DoNotDependOnTheFrameRate) {
    takeOrders(kMany);
    for (Ticks now = 1; now <= 3 * kSecond; now += 37) army_->advance(stage_->crowd, now);
    army_->advance(stage_->crowd, 3 * kSecond);
    std::vector<LayerRecord> records;
    std::vector<UnitInstance> units;
    for (std::uint32_t unit = 0; unit < stage_->crowd.size(); ++unit) {
        records.push_back(recordOf(unit));
        units.push_back(stage_->crowd.unit(unit));
    }
    lay(stage_->crowd.settings());
    takeOrders(kMany);
    army_->advance(stage_->crowd, 3 * kSecond);
    for (std::uint32_t unit = 0; unit < stage_->crowd.size(); ++unit) {
        EXPECT_EQ(wordsOf(records[unit]), wordsOf(recordOf(unit))) << unit;
        EXPECT_EQ(wordsOf(units[unit]), wordsOf(stage_->crowd.unit(unit))) << unit;
    }
}

// Units walk as their base says, and stop: the walk's feet stay where they are while they are down.
TEST_F(LayeredOrders, PlantedFeetDoNotSlide) {
    takeOrders(R"([{"time":0,"fade":0,"travel":true,"base":{"space":"Go","at":[0,1.3]}}])");
    Crowd& crowd = stage_->crowd;
    army_->advance(crowd, 1);
    const Model& model = models_.front().model;
    const std::vector<Joint>& palette = model.palette;
    const auto foot = static_cast<std::size_t>(
        std::ranges::find_if(palette,
                             [&](const Joint& joint) {
                                 return model.nodes[static_cast<std::size_t>(joint.node)].name == "Toe.L";
                             }) -
        palette.begin());
    ASSERT_LT(foot, palette.size());
    double lowest = 1e9;
    for (Ticks now = 1; now < 3 * kSecond; now += 41) lowest = std::min(lowest, jointsOf(6, now)[foot].y);
    double worst = 0.0;
    double sum = 0.0;
    int planted = 0;
    for (Ticks now = 1; now < 3 * kSecond; now += 41) {
        const glm::dvec3 a = jointsOf(6, now)[foot];
        const glm::dvec3 b = jointsOf(6, now + 41)[foot];
        if (std::max(a.y, b.y) > lowest + 0.002) continue;
        ++planted;
        const double speed = glm::distance(glm::dvec2(a.x, a.z), glm::dvec2(b.x, b.z)) * kSecond / 41.0;
        worst = std::max(worst, speed);
        sum += speed;
    }
    // m/s, of the toe's joint, which the foot rolls over; the unit walks at 1.4.
    EXPECT_GT(planted, 50);
    EXPECT_LT(sum / planted, 0.05);
    EXPECT_LT(worst, 0.3);
}

TEST_F(LayeredOrders, OnlyWhatAnOrderWritesIsUploaded) {
    takeOrders(R"([{"time":1,"units":[3,9],"layers":[{"weight":1}]}])");
    Renderer one(caps(), dataDirectory() / "shaders");
    one.setLayers(layers_);
    const auto uploads = [&](Ticks now) {
        army_->advance(stage_->crowd, now);
        stage_->crowd.advance(now);
        stage_->render.select = Select::kCpu;
        photograph(one, "palette", test::amongThem(), now);
        return one.stats().bytes_uploaded;
    };
    uploads(100);
    const std::size_t still = uploads(200);
    EXPECT_EQ(uploads(300), still);
    std::size_t written = 0;
    for (const UnitGroup& group : stage_->crowd.groups()) {
        std::size_t first = group.units.size();
        std::size_t last = 0;
        for (const std::uint32_t unit : {3U, 9U}) {
            const UnitPlace at = stage_->crowd.placeOf(unit);
            if (&stage_->crowd.groups()[static_cast<std::size_t>(at.group)] != &group) continue;
            first = std::min(first, at.index);
            last = std::max(last, at.index + 1);
        }
        if (first < last) written += (last - first) * (sizeof(LayerRecord) + sizeof(UnitInstance));
    }
    EXPECT_EQ(uploads(kSecond + 1), still + written);
    EXPECT_EQ(uploads(kSecond + 2), still);
}

TEST_F(LayeredOrders, MistakesAreNamedBeforeTheFirstFrame) {
    EXPECT_NE(refusal(R"([{"time":9,"units":[[20,24]]}])")
                  .find("[0]: units has 24; the last of the army's 24 units is 23"),
              std::string::npos);
    EXPECT_NE(refusal(R"([{"aim":[{"target":{"unit":24}}]}])")
                  .find("[0]: aim[0].target.unit is 24; the last of the army's 24 units is 23"),
              std::string::npos);
    EXPECT_NE(refusal(R"([{"time":1,"layers":[{},{}]}])").find("layers has 2 items, but the pose has 1"),
              std::string::npos);
    EXPECT_NE(
        refusal(R"([{"time":3},{"time":1,"layers":[null,null]}])").find("orders.json: [1]: layers has 2"),
        std::string::npos);
    EXPECT_NE(refusal(R"([{"time":1,"base":{"space":"Fly","at":[1]}}])").find("base.space is Fly"),
              std::string::npos);
}

}  // namespace
}  // namespace phalanx
