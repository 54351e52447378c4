// The rig of layered poses against exact evaluation: at the times of baked frames they agree to the rounding
// of floats. Models that a rig cannot hold are refused.
#include "anim/rig/layer_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/evaluation/evaluate_pose.h"
#include "anim/layers/layered_pose_json.h"
#include "anim/rig/rig_pose.h"
#include "core/error.h"
#include "cpu/anim/layers/pose_forms.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::resolved;

// Without model bounds: only the frames' numbers matter.
std::vector<BakedClip> clipsAt(const Model& model, std::uint32_t intervals) {
    std::vector<BakedClip> clips;
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
        BakedClip clip;
        clip.first_frame = static_cast<std::uint32_t>(i) * (intervals + 1);
        clip.intervals = intervals;
        clips.push_back(clip);
    }
    return clips;
}

// The largest distance between where two palettes put a point 0.3 m from the bind origin, metres.
double difference(const Model& model, const std::vector<glm::dmat4>& a, const std::vector<glm::dmat4>& b) {
    double worst = 0.0;
    for (std::size_t j = 0; j < a.size(); ++j) {
        for (int axis = 0; axis < 3; ++axis) {
            glm::dvec4 point(0.0, 0.0, 0.0, 1.0);
            point[axis] = 0.3 / model.metres_per_unit;
            worst = std::max(worst, glm::length(glm::dvec3(a[j] * point) - glm::dvec3(b[j] * point)));
        }
    }
    return worst;
}

double differenceToExact(const Model& model, const std::string& form, std::uint32_t intervals) {
    const ResolvedPose pose = resolved(model, form);
    const std::vector<BakedClip> clips = clipsAt(model, intervals);
    const LayerRig rig = bakeLayerRig(model, clips, pose);
    return difference(model, evaluateRigPose(rig, rigPoseOf(model, rig, pose)),
                      paletteOf(model, evaluatePose(model, pose).file_from_node));
}

// Times are frames of a bake with 8 intervals per second.
const std::vector<std::string>& forms() {
    static const std::vector<std::string> list{
        R"({})",
        R"({"base":[{"clip":"clip 0","time":0.375}]})",
        R"({"base":[{"clip":"clip 1","time":1.5}]})",
        R"({"base":[{"clip":"clip 0","time":0.25,"weight":0.6},{"clip":"clip 1","time":0.5,"weight":0.4},
                    {"clip":"clip 2","time":0.125,"weight":1.1}]})",
        R"({"base":[{"clip":"clip 0"}],"layers":[{"clip":"clip 1","time":0.5,"weight":0.7,
            "mask":{"joint 2":0.4,"joint 5":1}},{"clip":"clip 2","weight":0.3}]})",
        R"({"base":[{"clip":"clip 2"}],"additive":[{"clip":"clip 1","time":0.5,"weight":0.7,
            "reference":{"clip":"clip 0","time":0.25},"mask":{"joint 1":1}}]})",
        R"({"base":[{"clip":"clip 0","time":0.75}],"reparent":[{"joint":"joint 11","to":"joint 3"}],
            "layers":[{"clip":"clip 1","mask":{"joint 3":0.5}}]})",
        R"({"base":[{"clip":"clip 0","time":0.25}],"aim":[{"chain":["joint 1","joint 2"],"joint":"joint 2",
            "target":[200,300,900],"weight":0.8}]})",
        R"({"base":[{"clip":"clip 0","time":0.25}],"ik":[{"joint":"joint 3","target":[10,20,5]},
            {"joint":"joint 4","target":[5,5,90],"weight":0.5,"pole":[0,0,300]}]})",
        R"({"base":[{"clip":"clip 0","time":0.25}],"ik":[{"joint":"joint 6","target":[10,20,5],"rounds":6,
            "chain":["joint 0","joint 1","joint 2","joint 3","joint 6"],"pole":[0,0,300]}]})"};
    return list;
}

constexpr double kFloats = 2e-6;  // metres; rounding of a dozen joints' texels

TEST(LayerRig, AgreesWithExactPosesAtItsFrames) {
    for (const bool z_up : {false, true}) {
        for (const double unit : {0.01, 1.0}) {
            Model model = test::makeModel({.clips = 3, .metres_per_unit = 0.01});
            model.z_up = z_up;
            model.metres_per_unit = unit;
            model.height_m = 180.0 * unit;
            for (const std::string& form : forms())
                EXPECT_LT(differenceToExact(model, form, 8), kFloats * unit / 0.01) << form << z_up;
        }
    }
}

TEST(LayerRig, ScalesThatAreConstantAreFolded) {
    Model model = test::makeModel({.clips = 3});
    // Rest transforms and all keys of some joints are scaled: evenly where joints follow.
    for (const int node : {0, 3, 4, 11}) {
        const glm::dvec3 scale = node == 11 ? glm::dvec3(2.0, 0.5, -1.5) : glm::dvec3(0.4 + 0.3 * node);
        Node& at = model.nodes[static_cast<std::size_t>(node)];
        Transform rest = decompose(at.parent_from_node_rest);
        rest.scale = scale;
        at.parent_from_node_rest = toMatrix(rest);
    }
    const auto leaf = [&](int node) {
        return std::ranges::none_of(model.nodes, [&](const Node& each) { return each.parent == node; });
    };
    ASSERT_TRUE(leaf(11));
    for (const std::string& form : forms())
        EXPECT_LT(differenceToExact(model, form, 8), 4.0 * kFloats) << form;
}

TEST(LayerRig, BetweenFramesTheErrorFallsWithTheRate) {
    const Model model = test::makeModel({.clips = 3});
    const std::string form = R"({"base":[{"clip":"clip 0","time":0.3333},{"clip":"clip 1","time":0.711}]})";
    const double coarse = differenceToExact(model, form, 8);
    const double fine = differenceToExact(model, form, 128);
    EXPECT_GT(coarse, 1e-5);
    EXPECT_LT(fine, 0.01 * coarse);
}

TEST(LayerRig, JointsThatDoNotMoveHaveNoTrack) {
    const Model model = test::makeModel({.clips = 3});
    const ResolvedPose setup = resolved(model, "{}");
    const std::vector<BakedClip> clips = clipsAt(model, 8);
    const LayerRig rig = bakeLayerRig(model, clips, setup);
    ASSERT_EQ(rig.joints.size(), model.nodes.size());
    EXPECT_EQ(rig.frames, 3U * 9U + 1U);
    std::uint32_t tracks = 0;
    for (const RigJoint& joint : rig.joints) {
        EXPECT_LT(joint.parent, static_cast<int>(&joint - rig.joints.data()));
        if (joint.track < 0) continue;
        EXPECT_EQ(joint.node % 3, 0);  // only these have keys for translation
        ++tracks;
    }
    EXPECT_EQ(rig.tracks, tracks);
    EXPECT_GT(tracks, 0U);
    EXPECT_LT(tracks, rig.joints.size());
    EXPECT_EQ(rig.texels.size(), rig.frames * (rig.joints.size() + tracks));
    for (const BakedClip& clip : clips) {
        for (std::uint32_t frame = clip.first_frame; frame < clip.first_frame + 8; ++frame) {
            for (std::size_t j = 0; j < rig.joints.size(); ++j) {
                EXPECT_GE(glm::dot(rig.texels[frame * rig.texelsPerFrame() + j],
                                   rig.texels[(frame + 1) * rig.texelsPerFrame() + j]),
                          0.0F);
            }
        }
    }
}

TEST(LayerRig, AHelperWithoutVerticesIsAJointIfIkUsesIt) {
    Model model = test::makeModel({.clips = 3});
    Node helper;
    helper.name = "helper";
    helper.parent = 4;
    model.nodes.push_back(helper);
    const std::vector<BakedClip> clips = clipsAt(model, 8);
    const auto joints = [&](const std::string& form) {
        return bakeLayerRig(model, clips, resolved(model, form)).joints.size();
    };
    EXPECT_EQ(joints("{}"), 12U);
    EXPECT_EQ(joints(R"({"ik":[{"joint":"helper","target":[0,0,0]}]})"), 13U);
}

TEST(LayerRig, AModelWithoutClipsRests) {
    const Model model = test::makeModel({.clips = 0});
    const ResolvedPose pose = resolved(model, "{}");
    std::vector<BakedClip> clips(1);  // "rest", as bakeAnimation() gives it
    const LayerRig rig = bakeLayerRig(model, clips, pose);
    EXPECT_EQ(rig.frames, 3U);
    EXPECT_LT(difference(model, evaluateRigPose(rig, rigPoseOf(model, rig, pose)),
                         paletteOf(model, evaluatePose(model, pose).file_from_node)),
              kFloats);
}

TEST(LayerRig, EqualMasksAreStoredOnce) {
    const Model model = test::makeModel({.clips = 3});
    const LayerRig rig = bakeLayerRig(model, clipsAt(model, 2),
                                      resolved(model, R"({"layers":[{"clip":"#0","mask":{"joint 2":1}},
        {"clip":"#1"},{"clip":"#2","weight":0.1,"mask":{"joint 2":1}}],
        "additive":[{"clip":"#0","reference":{"clip":"#1"},"mask":{"joint 2":0.5}}]})"));
    EXPECT_EQ(rig.layer_masks, (std::vector<int>{1, 0, 1}));
    EXPECT_EQ(rig.additive_masks, std::vector<int>{2});
    EXPECT_EQ(rig.masks.size(), 3U);
}

std::string rigRefusal(const Model& model, const std::string& form, ExitCode code) {
    try {
        bakeLayerRig(model, clipsAt(model, 8), resolved(model, form));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "accepted";
    return {};
}

TEST(LayerRig, RefusesWhatOnlyExactPosesSolve) {
    const Model model = test::makeModel({.clips = 3});
    const std::string ik = R"({"ik":[{"joint":"joint 3","target":[1,2,3],"solver":)";
    EXPECT_NE(
        rigRefusal(model, ik + R"("ccd"}]})", ExitCode::kUsage).find("IK of joint 3 has the solver ccd"),
        std::string::npos);
    EXPECT_NE(rigRefusal(model, ik + R"("fabrik","limits":true}]})", ExitCode::kUsage).find("joint limits"),
              std::string::npos);
}

TEST(LayerRig, RefusesScalesThatMove) {
    Model model = test::makeModel({.clips = 3, .moving_scales = true});
    const std::string text = rigRefusal(model, "{}", ExitCode::kInput);
    EXPECT_NE(text.find("synthetic: its layers cannot be drawn: joint"), std::string::npos) << text;
    EXPECT_NE(text.find("must not vary by more than 0.001"), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
}

// Keys that vary by less than the limit are taken as constant; the pose is off by as much.
TEST(LayerRig, TakesScalesThatHardlyMove) {
    Model model = test::makeModel({.clips = 3});
    Channel& channel = model.clips[0].channels.front();
    const auto node = static_cast<std::size_t>(channel.node);
    const glm::dvec3 rest = decompose(model.nodes[node].parent_from_node_rest).scale;
    channel.scales.keys = {{0.0, rest * 1.0015}, {0.5, rest}, {1.0, rest * 1.0015}};
    const double off = differenceToExact(model, R"({"base":[{"clip":"clip 0"}]})", 8);
    EXPECT_GT(off, 1e-5);
    EXPECT_LT(off, 2e-3);
    channel.scales.keys[1].value = rest * 0.999;
    EXPECT_NE(rigRefusal(model, "{}", ExitCode::kInput).find("scales from"), std::string::npos);
}

TEST(LayerRig, RefusesShearAndUnevenScalesAboveJoints) {
    Model model = test::makeModel({.clips = 0});
    model.nodes[2].parent_from_node_rest[1].x += 0.2;
    EXPECT_NE(rigRefusal(model, "{}", ExitCode::kInput).find("joint 2 shears"), std::string::npos);
    model = test::makeModel({.clips = 0});
    Node& parent = model.nodes[static_cast<std::size_t>(model.nodes.back().parent)];
    parent.parent_from_node_rest[0] *= -1.0;
    EXPECT_NE(rigRefusal(model, "{}", ExitCode::kInput).find("uneven scale -1, 1, 1"), std::string::npos);
}

TEST(LayerRig, RefusesMoreThanAUnitHas) {
    const Model model = test::makeModel({.clips = 1});
    const std::string ik = R"({"joint":"joint 5","target":[0,0,0]})";
    const std::string text =
        rigRefusal(model, "{\"ik\":[" + ik + "," + ik + "," + ik + "]}", ExitCode::kUsage);
    EXPECT_NE(text.find("layers: 3 limbs with IK; a layered unit has at most 2"), std::string::npos) << text;
}

}  // namespace
}  // namespace phalanx
