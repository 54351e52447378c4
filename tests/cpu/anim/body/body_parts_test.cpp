// Parts of bodies by the names of joints: of our soldier, of a made-up skeleton, and of the test models.
#include "anim/body/body_parts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "anim/layers/resolved_pose.h"
#include "asset/import.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using Joints = std::vector<std::pair<std::string, double>>;

Joints maskOf(const BodyParts& parts, const std::string& name) {
    const auto found = std::ranges::find(parts.masks, name, &NamedMask::name);
    return found == parts.masks.end() ? Joints{} : *found->mask;
}

TEST(BodyParts, OfTheSoldier) {
    const BodyParts parts = bodyParts(test::soldier());
    EXPECT_EQ(maskOf(parts, "Upper body"), (Joints{{"Spine", 0.333}, {"Chest", 0.667}, {"UpperChest", 1.0}}));
    EXPECT_EQ(maskOf(parts, "Head"), (Joints{{"Neck", 1.0}}));
    EXPECT_EQ(maskOf(parts, "Arms"), (Joints{{"Shoulder.L", 1.0}, {"Shoulder.R", 1.0}}));
    EXPECT_EQ(maskOf(parts, "Left arm"), (Joints{{"Shoulder.L", 1.0}}));
    EXPECT_EQ(maskOf(parts, "Right arm"), (Joints{{"Shoulder.R", 1.0}}));
    ASSERT_EQ(parts.held.size(), 1U);
    EXPECT_EQ(parts.held[0].joint, "Weapon");
    EXPECT_EQ(parts.held[0].to, "UpperChest");
    ASSERT_EQ(parts.aims.size(), 3U);
    EXPECT_EQ(parts.aims[0].aim.chain, (std::vector<std::string>{"Neck", "Head"}));
    ASSERT_EQ(parts.hands.size(), 2U);
    EXPECT_EQ(parts.hands[0].joint, "Hand.L");
    EXPECT_EQ(parts.hands[1].joint, "Hand.R");
    // All of it is a pose that the model takes.
    LayeredPose pose;
    pose.reparent = parts.held;
    for (const NamedAim& named : parts.aims) pose.aim.push_back(named.aim);
    for (const NamedMask& named : parts.masks)
        pose.layers.push_back({{{{"Walk", 0.0, 1.0}}, std::nullopt}, 1.0, named.mask});
    EXPECT_NO_THROW(resolvePose(test::soldier(), pose, {}, "parts"));
}

// Names that mean something else, names that two nodes share, and nodes that move nothing.
TEST(BodyParts, AreNotFoundByPartsOfOtherWords) {
    Model model = test::makeModel({});
    ASSERT_GE(model.palette.size(), 8U);
    // All joints hang from the first one, beside each other.
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        model.nodes[n].name = "other " + std::to_string(n);
        model.nodes[n].parent = n == 0 ? -1 : 0;
    }
    const auto nameOf = [&](std::size_t joint) -> std::string& {
        return model.nodes[static_cast<std::size_t>(model.palette[joint].node)].name;
    };
    const std::vector<const char*> names{"Armature.L",  "Army.L",    "necklace",
                                         "gun holster", "Forearm.L", "HeadTop"};
    for (std::size_t j = 0; j < names.size(); ++j) nameOf(1 + j) = names[j];
    EXPECT_TRUE(bodyParts(model).masks.empty());
    EXPECT_TRUE(bodyParts(model).held.empty());
    // The same with a spine, an arm and a gun: these are found, and nothing else.
    const auto parent = [&](std::size_t joint, std::size_t of) {
        model.nodes[static_cast<std::size_t>(model.palette[joint].node)].parent = model.palette[of].node;
    };
    ASSERT_LT(model.palette[7].node, model.palette[8].node) << "parents come first";
    nameOf(7) = "Spine";
    nameOf(8) = "Arm_L";
    nameOf(9) = "gun";
    parent(8, 7);
    const BodyParts parts = bodyParts(model);
    EXPECT_EQ(maskOf(parts, "Upper body"), (Joints{{"Spine", 1.0}}));
    EXPECT_EQ(maskOf(parts, "Arms"), (Joints{{"Arm_L", 1.0}}));
    ASSERT_EQ(parts.held.size(), 1U);
    EXPECT_EQ(parts.held[0].joint, "gun");
    // A name that two nodes share is no name.
    nameOf(10) = "Arm_L";
    EXPECT_TRUE(maskOf(bodyParts(model), "Arms").empty());
}

TEST(BodyParts, OfTheTestModels) {
    if (test::testModels().empty()) GTEST_SKIP() << "the test models are missing; set PHALANX_TEST_MODELS";
    struct Case {
        const char* file;
        Joints upper;
        const char* head;
        const char* left;
        const char* hand;
    };
    for (const Case& each :
         {Case{"kaykit_knight/Knight.glb", {{"spine", 0.5}, {"chest", 1.0}}, "head", "upperarm.l", "wrist.l"},
          Case{"quaternius_woman_gltf/Woman.gltf",
               {{"Spine", 0.333}, {"Spine1", 0.667}, {"Spine2", 1.0}},
               "Neck",
               "LeftShoulder",
               "LeftHand"},
          Case{"quaternius_male_casual_fbx/Male_Casual.fbx",
               {{"Abdomen", 0.5}, {"Torso", 1.0}},
               "Neck",
               "Shoulder.L",
               "Palm.L"},
          Case{"khronos_fox_glb/Fox.glb",
               {{"b_Spine01_02", 0.5}, {"b_Spine02_03", 1.0}},
               "b_Neck_04",
               "b_LeftUpperArm_09",
               "b_LeftHand_011"}}) {
        const BodyParts parts = bodyParts(importModel(test::testModels() / each.file));
        EXPECT_EQ(maskOf(parts, "Upper body"), each.upper) << each.file;
        EXPECT_EQ(maskOf(parts, "Head"), (Joints{{each.head, 1.0}})) << each.file;
        EXPECT_EQ(maskOf(parts, "Left arm"), (Joints{{each.left, 1.0}})) << each.file;
        EXPECT_TRUE(parts.held.empty()) << each.file;
        ASSERT_EQ(parts.hands.size(), 2U) << each.file;
        EXPECT_EQ(parts.hands[0].joint, each.hand) << each.file;
    }
}

}  // namespace
}  // namespace phalanx
