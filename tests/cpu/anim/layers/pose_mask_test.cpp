// What clicks on joints make of a mask.
#include "anim/layers/pose_mask.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "anim/layers/resolved_pose.h"

namespace phalanx {
namespace {

// hips > spine > head; hips > leg; a prop beside them, and two nodes called twin below the leg.
Model puppet() {
    Model model;
    for (const auto& [name, parent] :
         {std::pair("hips", -1), std::pair("spine", 0), std::pair("head", 1), std::pair("leg", 0),
          std::pair("prop", -1), std::pair("twin", 3), std::pair("twin", 3)}) {
        Node node;
        node.name = name;
        node.parent = parent;
        model.nodes.push_back(node);
    }
    return model;
}
enum : int { kHips, kSpine, kHead, kLeg, kProp, kTwin, kOtherTwin };

const std::vector<PoseReparent> kHeld{{"prop", "head"}};

std::vector<double> nodeWeights(const Model& model, const PoseMask& mask) {
    return maskWeights(model, kHeld, mask, "mask");
}

PoseMask toggled(const Model& model, PoseMask mask, int node) {
    toggleJoint(model, kHeld, node, mask);
    return mask;
}

TEST(PoseMaskClicks, TakeACoveredJointAwayAndAddItAgain) {
    const Model model = puppet();
    PoseMask mask;
    mask.emplace().emplace_back("spine", 0.5);
    EXPECT_EQ(nodeWeights(model, mask), (std::vector<double>{0, 0.5, 0.5, 0, 0.5, 0, 0}));
    const PoseMask without = toggled(model, mask, kHead);  // the spine covers it
    EXPECT_EQ(nodeWeights(model, without), (std::vector<double>{0, 0.5, 0, 0, 0, 0, 0}));
    EXPECT_EQ(toggled(model, without, kHead), mask);
    const PoseMask legs = toggled(model, mask, kLeg);
    EXPECT_EQ(nodeWeights(model, legs), (std::vector<double>{0, 0.5, 0.5, 1, 0.5, 1, 1}));
    EXPECT_EQ(toggled(model, legs, kLeg), mask);
    // Its own weight goes, but not that of an ancestor.
    mask->emplace_back("head", 0.25);
    EXPECT_EQ(nodeWeights(model, toggled(model, mask, kHead)), (std::vector<double>{0, 0.5, 0, 0, 0, 0, 0}));
    // What follows another joint than in the file is covered by that one.
    EXPECT_EQ(nodeWeights(model, toggled(model, mask, kProp)),
              (std::vector<double>{0, 0.5, 0.25, 0, 0, 0, 0}));
}

TEST(PoseMaskClicks, OfTheWholeBodyTakeOneJointAway) {
    const Model model = puppet();
    const PoseMask mask = toggled(model, std::nullopt, kSpine);
    EXPECT_EQ(nodeWeights(model, mask), (std::vector<double>{1, 0, 0, 1, 0, 1, 1}))
        << "the prop follows the head";
    EXPECT_EQ(nodeWeights(model, toggled(model, mask, kSpine)), std::vector<double>(7, 1.0));
    EXPECT_EQ(nodeWeights(model, toggled(model, std::nullopt, kHips)), std::vector<double>(7, 0.0));
}

TEST(PoseMaskClicks, OfTheLastJointLeaveAMaskOfNothing) {
    const Model model = puppet();
    PoseMask mask;
    mask.emplace().emplace_back("leg", 1.0);
    mask = toggled(model, mask, kLeg);
    ASSERT_TRUE(mask) << "no mask would be the whole body";
    EXPECT_EQ(nodeWeights(model, mask), std::vector<double>(7, 0.0));
}

TEST(PoseMaskClicks, MeanOneOfSeveralNodesWithOneName) {
    const Model model = puppet();
    PoseMask mask;
    mask.emplace().emplace_back("twin", 0.5);
    EXPECT_EQ(nodeWeights(model, mask), (std::vector<double>{0, 0, 0, 0, 0, 0.5, 0.5}));
    const PoseMask one = toggled(model, mask, kTwin);
    EXPECT_EQ(nodeWeights(model, one), (std::vector<double>{0, 0, 0, 0, 0, 0, 0.5}));
    EXPECT_EQ(nodeWeights(model, toggled(model, one, kTwin)), (std::vector<double>{0, 0, 0, 0, 0, 1, 0.5}));
    EXPECT_EQ(nodeWeights(model, toggled(model, one, kOtherTwin)), std::vector<double>(7, 0.0));
}

}  // namespace
}  // namespace phalanx
