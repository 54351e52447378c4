// Units of an army that reach for joints of others: also in another group, by every technique that draws
// layers, and refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/layers/layered_army.h"
#include "core/error.h"
#include "core/file.h"
#include "gl/layers/ordered_soldiers.h"
#include "gl/output_folder.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::kSameImage;
using test::meanDifference;

constexpr Ticks kShaken = 6000;

class JointTargets : public test::OrderedSoldiers {
  protected:
    // Of all units: nothing is reached for at first. orders: a list.
    void takeHands(const std::string& orders, const std::string& target = "[0,1,1]") {
        take(R"({"base":[{"clip":"Idle"}],"ik":[{"joint":"Hand.R","weight":0,"target":)" + target + "}]}",
             orders);
        army_->advance(stage_->crowd, kShaken);
    }
    // The units stand face to face and reach for the middle of their right hands.
    static std::string shake(std::uint32_t a, std::uint32_t b) {
        const auto order = [](std::uint32_t unit, std::uint32_t other, const char* place,
                              const char* facing) {
            return R"({"time":0,"fade":0,"units":[)" + std::to_string(unit) + R"(],"place":)" + place +
                   R"(,"facing":)" + facing + R"(,"ik":[{"weight":1,"target":{"unit":)" +
                   std::to_string(other) + R"(,"joint":"Hand.R","share":0.5}}]})";
        };
        return "[" + order(a, b, "[40,0]", "0") + "," + order(b, a, "[40,0.75]", "180") + "]";
    }
    std::string refusal(const std::string& orders, const std::string& target = "[0,1,1]") {
        try {
            takeHands(orders, target);
        } catch (const Error& error) {
            return error.what();
        }
        ADD_FAILURE() << "accepted: " << orders;
        return {};
    }
    // World space.
    glm::dvec3 handOf(std::uint32_t unit) const {
        const Model& model = models_.front().model;
        const auto hand = std::ranges::find_if(model.palette, [&](const Joint& joint) {
            return model.nodes[static_cast<std::size_t>(joint.node)].name == "Hand.R";
        });
        const auto number = static_cast<std::size_t>(hand - model.palette.begin());
        const LayeredLook look = army_->look(unit, stage_->crowd, kShaken);
        const glm::dvec3 at(look.palette()[number] * glm::inverse(hand->joint_from_bind)[3]);
        const UnitStand stand = standOf(unit, stage_->crowd, kShaken);
        const double c = std::cos(static_cast<double>(stand.placement.w));
        const double s = std::sin(static_cast<double>(stand.placement.w));
        return glm::dvec3(stand.placement) +
               static_cast<double>(stand.scale) * glm::dvec3(c * at.x + s * at.z, at.y, c * at.z - s * at.x);
    }
    int groupOf(std::uint32_t unit) const { return stage_->crowd.placeOf(unit).group; }
};

TEST_F(JointTargets, HandsMeetAcrossGroups) {
    // Helmets and packs make variants, which are groups.
    std::uint32_t other = 1;
    while (other < stage_->crowd.size() && groupOf(other) == groupOf(0)) ++other;
    ASSERT_LT(other, stage_->crowd.size()) << "one group: the test is void";
    takeHands("[]");
    EXPECT_GT(glm::distance(handOf(0), handOf(other)), 0.5);
    lay(stage_->crowd.settings());
    takeHands(shake(0, other));
    EXPECT_LT(glm::distance(handOf(0), handOf(other)), 2e-5);
    EXPECT_NEAR(handOf(0).x, 40.0, 0.3);
    EXPECT_NEAR(handOf(0).z, 0.375, 0.1);

    Camera close;
    close.target = handOf(0);
    close.eye = close.target + glm::dvec3(1.2, 0.1, 0.0);
    stage_->render.select = Select::kCpu;
    const auto drawn = [&](const char* technique, bool layers) {
        Renderer renderer(caps(), dataDirectory() / "shaders");
        if (layers) renderer.setLayers(army_->groups());
        return photograph(renderer, technique, close, kShaken);
    };
    const gl::Pixels expected = drawn("cpu", true);
    EXPECT_GT(meanDifference(drawn("cpu", false), expected), 40 * kSameImage);
    for (const Technique& technique : techniques()) {
        if (!technique.no_layers.empty() || !whyUnavailable(technique, caps()).empty()) continue;
        EXPECT_LT(meanDifference(drawn(technique.name.data(), true), expected), kSameImage) << technique.name;
    }
}

// What is written to the record of a unit is seen by the one that reaches for it.
TEST_F(JointTargets, RecordsAreCopiedAgainOnlyWhenTheyChange) {
    takeHands(shake(0, 1));
    Renderer renderer(caps(), dataDirectory() / "shaders");
    renderer.setLayers(army_->groups());
    Camera close;
    close.target = handOf(0);
    close.eye = close.target + glm::dvec3(1.2, 0.1, 0.0);
    const gl::Pixels before = photograph(renderer, "palette", close, kShaken);
    // The other unit raises its hand.
    LayerRecord record =
        army_->groups()[static_cast<std::size_t>(groupOf(1))]->record(stage_->crowd.placeOf(1).index);
    record.samples[0].source = PH_REST_CLIP | PH_MIX_BASE << PH_SAMPLE_USE_SHIFT;
    army_->groups()[static_cast<std::size_t>(groupOf(1))]->write(stage_->crowd.placeOf(1).index, record);
    const gl::Pixels after = photograph(renderer, "palette", close, kShaken);
    EXPECT_GT(meanDifference(before, after), 4 * kSameImage);
    EXPECT_LT(meanDifference(photograph(renderer, "palette", close, kShaken), after), kSameImage);
    Renderer reference(caps(), dataDirectory() / "shaders");
    reference.setLayers(army_->groups());
    EXPECT_LT(meanDifference(photograph(reference, "cpu", close, kShaken), after), kSameImage);
}

TEST_F(JointTargets, AUnitDoesNotReachForItself) {
    const std::string to_itself =
        R"([{"time":0,"fade":0,"ik":[{"weight":1,"target":{"unit":3,"joint":"Hand.L"}}]}])";
    takeHands("[]");
    const glm::dvec3 idle = handOf(3);
    const glm::dvec3 other = handOf(4);
    lay(stage_->crowd.settings());
    takeHands(to_itself);
    EXPECT_LT(glm::distance(handOf(3), idle), 1e-6);
    EXPECT_GT(glm::distance(handOf(4), other), 0.01);
}

TEST_F(JointTargets, MistakesAreNamed) {
    EXPECT_NE(refusal(R"([{"ik":[{"target":{"unit":24,"joint":"Hand.R"}}]}])")
                  .find("[0]: ik[0].target.unit is 24; the last of the army's 24 units is 23"),
              std::string::npos);
    EXPECT_NE(
        refusal(R"([{"ik":[{"target":{"unit":2,"joint":"Hook"}}]}])").find("[0]: ik[0].target.joint: Hook"),
        std::string::npos);
    // A node with a mesh, which is no joint.
    EXPECT_NE(refusal(R"([{"ik":[{"target":{"unit":2,"joint":"rifle"}}]}])")
                  .find("[0]: rifle moves no vertices; as a target it must be in the pose that the army has "
                        "at first"),
              std::string::npos);
    takeHands("[]", R"({"unit":2,"joint":"rifle"})");

    models_.push_back(test::bakedModel(test::makeModel({.clips = 1}), 30.0));
    CrowdSettings settings = grid(24);
    settings.march = false;
    lay(settings);
    std::uint32_t other = 0;
    while (stage_->crowd.modelOf(other) == 0) ++other;
    LayeredPose pose;
    pose.ik.resize(1);
    pose.ik[0].target.unit = PoseUnitTarget{.unit = other, .joint = "Hand.R"};
    try {
        requireTargets(pose, "form", stage_->crowd, 0);
        ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.what(), "form: ik[0].target.unit is " + std::to_string(other) +
                                    ", which has another model than units that reach for its Hand.R");
    }
    requireTargets(pose, "form", stage_->crowd, stage_->crowd.modelOf(other));
}

}  // namespace
}  // namespace phalanx
