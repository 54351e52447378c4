// The form of layered poses, what it means in a model, and aims and IK, on models made in code.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "anim/evaluation/evaluate_pose.h"
#include "anim/layers/layered_pose_json.h"
#include "anim/layers/resolved_pose.h"
#include "core/error.h"
#include "cpu/anim/layers/pose_forms.h"
#include "cpu/anim/slider.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::resolved;

std::string refusal(const Model& model, const std::string& form) {
    try {
        resolved(model, form);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kUsage) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "accepted: " << form;
    return {};
}

TEST(PoseForm, IsWrittenAsItIsRead) {
    const std::string form = R"({"base":[{"clip":"Walk","time":0.3,"weight":0.6},{"clip":"Run"}],
        "layers":[{"clip":"Aim","time":1.2,"weight":0.5,"mask":{"Spine":0.333,"#4":1}},
                  {"space":"Aims","at":[0.5,-1],"phase":0.25}],
        "additive":[{"clip":"Hit","time":0.2,"weight":-0.7,"reference":{"clip":"Idle","time":0.1},"mask":{}}],
        "reparent":[{"joint":"Weapon","to":"UpperChest"}],
        "aim":[{"chain":["Spine","Chest"],"joint":"Weapon","axis":[0,0,2],"target":[4,1.4,9],"weight":0.9,
                "limits":{"sideways":70,"updown":30}},
               {"chain":["Spine"],"joint":"Head","target":{"unit":7,"height":1.6}}],
        "ik":[{"joint":"Hand.L","target":[0.2,1.3,0.4],"weight":0.8,"pole":[1,1,1]},
               {"joint":"Foot.L","target":[0,0,0]},
               {"joint":"Hand.R","target":[0,1,0],"chain":["Chest","Arm.R","Fore.R","Hand.R"],"solver":"ccd",
                "rounds":25,"limits":true},
               {"joint":"Hand.R","target":{"unit":7,"joint":"Hand.R","share":0.5}},
               {"joint":"Hand.R","target":{"unit":7,"joint":"Hand.L"}},
               {"joint":"Hand.R","target":{"unit":7,"height":1.1}},
               {"joint":"Hand.R","target":{"world":[1,2,3]}}]})";
    const nlohmann::ordered_json once = poseJson(parsePose(form, "form").pose);
    EXPECT_EQ(poseJson(parsePose(once.dump(), "form").pose), once);
    EXPECT_EQ(once["base"][1]["weight"], 1.0);  // the default
    EXPECT_EQ(once["layers"][0]["mask"]["#4"], 1.0);
    EXPECT_EQ(once["layers"][1]["at"], (nlohmann::ordered_json{0.5, -1.0}));
    EXPECT_FALSE(once["layers"][1].contains("mask"));
    EXPECT_TRUE(once["additive"][0]["mask"].empty());
    EXPECT_EQ(once["aim"][0]["limits"]["sideways"], 70.0);
    EXPECT_EQ(once["aim"][1]["target"]["unit"], 7);
    EXPECT_EQ(once["aim"][1]["target"]["height"], 1.6);
    EXPECT_EQ(once["ik"][0]["pole"][2], 1.0);
    EXPECT_FALSE(once["ik"][1].contains("pole"));
    EXPECT_FALSE(once["ik"][1].contains("chain"));
    EXPECT_EQ(once["ik"][2]["chain"][3], "Hand.R");
    EXPECT_EQ(once["ik"][2]["solver"], "ccd");
    EXPECT_EQ(once["ik"][2]["rounds"], 25);
    EXPECT_EQ(once["ik"][2]["limits"], true);
    EXPECT_EQ(once["ik"][3]["target"]["unit"], 7);
    EXPECT_EQ(once["ik"][3]["target"]["joint"], "Hand.R");
    EXPECT_EQ(once["ik"][3]["target"]["share"], 0.5);
    EXPECT_FALSE(once["ik"][4]["target"].contains("share"));
    EXPECT_FALSE(once["ik"][4]["target"].contains("height"));
    EXPECT_EQ(once["ik"][5]["target"]["height"], 1.1);
    EXPECT_EQ(once["ik"][6]["target"]["world"][2], 3.0);
    const nlohmann::ordered_json space =
        poseJson(parsePose(R"({"base":{"space":"S","at":2,"phase":0.5}})", "form").pose);
    EXPECT_EQ(poseJson(parsePose(space.dump(), "form").pose), space);
    EXPECT_EQ(space["base"]["space"], "S");
}

TEST(PoseForm, OneLineHasTheSpacesToo) {
    const std::string form = R"({"base":{"space":"S","at":[1,0]},
        "aim":[{"chain":["Spine"],"joint":"Head","target":{"world":[1,2,3]}}],
        "spaces":{"S":{"points":[{"clip":"Walk","at":[0,0],"sync":0.5,"stride":[0,1.5]},{"clip":"Run","at":[0,1]}]}}})";
    const std::string text = poseText(parsePose(form, "form"));
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const PoseFile again = parsePose(text, "again");
    EXPECT_EQ(poseText(again), text);
    ASSERT_EQ(again.spaces.spaces.size(), 1U);
    const std::vector<BlendSpacePoint>& points = again.spaces.spaces[0].points;
    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[0].sync, 0.5);
    ASSERT_TRUE(points[0].stride_m.has_value());
    EXPECT_EQ(*points[0].stride_m, glm::dvec2(0.0, 1.5));
    EXPECT_FALSE(points[1].sync.has_value());
    EXPECT_TRUE(again.pose.aim[0].target.in_world);
    EXPECT_EQ(again.pose.aim[0].target.point, glm::dvec3(1.0, 2.0, 3.0));
}

TEST(PoseForm, WeightsOfABaseAreNormalized) {
    const Model model = test::makeModel({});
    const ResolvedPose pose = resolved(
        model, R"({"base":[{"clip":"clip 0","weight":3},{"clip":"clip 1","weight":0},{"clip":"#2"}]})");
    ASSERT_EQ(pose.base.size(), 2U);
    EXPECT_NEAR(pose.base[0].weight, 0.75, 1e-15);
    EXPECT_EQ(pose.base[1].clip, 2);
    EXPECT_NEAR(pose.base[1].weight, 0.25, 1e-15);
}

// A chain of joints 0 > 1 > 2 > 3 along +Y, 1 apart, and joint 4, "hand", beside it at (1, 3, 0).
Model chain() {
    Model model = test::slider();
    model.nodes.clear();
    model.palette.clear();
    const auto add = [&](const std::string& name, int parent, const glm::dvec3& translation) {
        model.nodes.push_back({name, parent, toMatrix({translation, {1.0, 0.0, 0.0, 0.0}, glm::dvec3(1.0)})});
        model.palette.push_back({static_cast<int>(model.nodes.size()) - 1, glm::dmat4(1.0)});
    };
    add("a", -1, {0.0, 0.0, 0.0});
    add("b", 0, {0.0, 1.0, 0.0});
    add("c", 1, {0.0, 1.0, 0.0});
    add("d", 2, {0.0, 1.0, 0.0});
    add("prop", -1, {1.0, 3.0, 0.0});
    Clip clip;
    clip.name = "lean";
    clip.duration_s = 1.0;
    Channel& channel = clip.channels.emplace_back();
    channel.node = 1;
    channel.rotations.keys = {{0.0, test::aboutZ(90.0)}};
    model.clips.push_back(clip);
    return model;
}

TEST(PoseForm, MasksAreInherited) {
    const Model model = chain();
    const ResolvedPose pose =
        resolved(model, R"({"layers":[{"clip":"lean","weight":0.5,"mask":{"b":0.4,"d":1}}],
                                                  "reparent":[{"joint":"prop","to":"c"}]})");
    const std::vector<double> expected{0.0, 0.4, 0.4, 1.0, 0.4};  // the prop follows c
    EXPECT_EQ(pose.layers[0].mask, expected);
    EXPECT_EQ(pose.layers[0].weightOf(1), 0.2);
    EXPECT_EQ(resolved(model, R"({"layers":[{"clip":"lean","weight":0.5}]})").layers[0].mask,
              std::vector<double>(5, 1.0));
    // Alone, as the panel draws it.
    const PoseMask mask{{{"b", 0.4}, {"d", 1.0}}};
    EXPECT_EQ(maskWeights(model, {{"prop", "c"}}, mask, "form"), expected);
    EXPECT_EQ(maskWeights(model, {}, mask, "form").back(), 0.0);
    EXPECT_THROW(maskWeights(model, {}, PoseMask{{{"wing", 1.0}}}, "form"), Error);
}

TEST(PoseForm, ErrorsNameTheMember) {
    const Model model = chain();
    EXPECT_NE(refusal(model, R"({"base":[{"clip":"fly"}]})").find("form: base[0].clip: fly"),
              std::string::npos);
    EXPECT_NE(refusal(model, R"({"reparent":[{"joint":"b","to":"d"}]})").find("reparent[0] makes a cycle"),
              std::string::npos);
    EXPECT_NE(refusal(model, R"({"ik":[{"joint":"b","target":[0,0,0]}]})").find("two ancestors"),
              std::string::npos);
    EXPECT_NE(refusal(model, R"({"aim":[{"chain":["b"],"joint":"prop","target":[0,0,5]}]})")
                  .find("aim[0].chain[0]"),
              std::string::npos);
    EXPECT_NE(refusal(model, R"({"base":[{"clip":"lean","weight":0}]})").find("sum 0"), std::string::npos);
    const auto target = [&](const std::string& of_ik) {
        return refusal(model, R"({"ik":[{"joint":"d","target":)" + of_ik + "}]}");
    };
    EXPECT_NE(target(R"({"unit":1,"joint":"e"})").find("form: ik[0].target.joint: e"), std::string::npos);
    EXPECT_EQ(target(R"({"unit":1,"joint":"d","height":1})"),
              "form: ik[0].target.height is not for a joint of the unit");
    EXPECT_EQ(target(R"({"unit":1,"share":0.5})"),
              "form: ik[0].target.share is only for a joint of the unit");
    EXPECT_EQ(target(R"({"unit":1,"joint":"d","share":1.5})"),
              "form: ik[0].target.share is not a number from 0 to 1");
    EXPECT_EQ(refusal(model, R"({"aim":[{"chain":["b"],"joint":"d",
                  "target":{"unit":1,"joint":"d","share":0.5}}]})"),
              "form: aim[0].target.share is only for IK");
}

TEST(Evaluation, WithoutABaseIsTheRestPose) {
    const Model model = chain();
    const EvaluatedPose pose = evaluatePose(model, resolved(model, "{}"));
    EXPECT_LT(test::distance(pose.file_from_node[3], glm::translate(glm::dmat4(1.0), {0.0, 3.0, 0.0})),
              1e-12);
}

TEST(Evaluation, AReparentedJointFollows) {
    const Model model = chain();
    const std::string reparent = R"("reparent":[{"joint":"prop","to":"c"}])";
    // In each clip alone, the joint stays where it is.
    const EvaluatedPose alone =
        evaluatePose(model, resolved(model, R"({"base":[{"clip":"lean"}],)" + reparent + "}"));
    EXPECT_LT(glm::distance(glm::dvec3(alone.file_from_node[4][3]), glm::dvec3(1.0, 3.0, 0.0)), 1e-12);
    // At rest it is at (1, 1, 0) from c. A layer that turns only b carries it along: b's 90 degrees about z
    // put c at (-1, 1, 0) and the prop at (-2, 2, 0).
    const EvaluatedPose carried = evaluatePose(
        model, resolved(model, R"({"layers":[{"clip":"lean","mask":{"b":1,"c":0}}],)" + reparent + "}"));
    EXPECT_LT(glm::distance(glm::dvec3(carried.file_from_node[2][3]), glm::dvec3(-1.0, 1.0, 0.0)), 1e-12);
    EXPECT_LT(glm::distance(glm::dvec3(carried.file_from_node[4][3]), glm::dvec3(-2.0, 2.0, 0.0)), 1e-12);
}

TEST(Evaluation, MorphWeightsFollowTheMaskOfTheirNode) {
    const Model model = test::makeModel({.morphs = 3});
    const auto weightsOf = [&](const std::string& form) {
        return evaluatePose(model, resolved(model, form)).local.morph_weights;
    };
    const std::vector<double> a = samplePose(model, model.clips[0], 0.3).morph_weights;
    const std::vector<double> b = samplePose(model, model.clips[1], 0.6).morph_weights;
    const std::vector<double> mixed = weightsOf(
        R"({"base":[{"clip":"clip 0","time":0.3,"weight":1},{"clip":"clip 1","time":0.6,"weight":3}]})");
    const std::vector<double> over = weightsOf(
        R"({"base":[{"clip":"clip 0","time":0.3}],
            "layers":[{"clip":"clip 1","time":0.6,"mask":{"#0":0.25}}]})");
    const std::vector<double> outside = weightsOf(
        R"({"base":[{"clip":"clip 0","time":0.3}],"layers":[{"clip":"clip 1","time":0.6,"mask":{}}]})");
    for (std::size_t m = 0; m < a.size(); ++m) {
        EXPECT_NEAR(mixed[m], 0.25 * a[m] + 0.75 * b[m], 1e-12);
        EXPECT_NEAR(over[m], 0.75 * a[m] + 0.25 * b[m], 1e-12);  // the targets belong to node 0
        EXPECT_EQ(outside[m], a[m]);
    }
}

TEST(Aim, SpreadsTheTurnEvenly) {
    const Model model = chain();
    // c's +Z axis to a target straight to the left (+X) of it, through two joints: about 90 degrees minus
    // what the chain's own motion changes, which is none, because all joints lie on the vertical axis.
    const EvaluatedPose pose = evaluatePose(
        model,
        resolved(model,
                 R"({"aim":[{"chain":["a","b"],"joint":"c","target":[5,2,0],"limits":{"sideways":120}}]})"));
    EXPECT_FALSE(pose.aims[0].limited);
    EXPECT_LT(pose.aims[0].error, 1e-9);
    const glm::dvec3 half(std::sqrt(0.5), 0.0, std::sqrt(0.5));
    EXPECT_LT(glm::distance(glm::dvec3(pose.file_from_node[0][2]), half), 1e-9);
    EXPECT_LT(glm::distance(glm::dvec3(pose.file_from_node[2][2]), glm::dvec3(1.0, 0.0, 0.0)), 1e-9);
    // A third of the weight is a third of the angle.
    const EvaluatedPose third = evaluatePose(
        model,
        resolved(model, R"({"aim":[{"chain":["a","b"],"joint":"c","target":[5,2,0],"weight":0.33333333333333,
                                          "limits":{"sideways":120}}]})"));
    EXPECT_NEAR(glm::degrees(std::atan2(third.file_from_node[2][2].x, third.file_from_node[2][2].z)), 30.0,
                1e-6);
}

TEST(Aim, KeepsItsLimits) {
    const Model model = chain();
    const EvaluatedPose side = evaluatePose(
        model, resolved(model, R"({"aim":[{"chain":["a","b"],"joint":"c","target":[5,2,-1]}]})"));
    EXPECT_TRUE(side.aims[0].limited);
    EXPECT_NEAR(glm::degrees(side.aims[0].sideways_rad), 101.3099, 1e-3);
    EXPECT_NEAR(glm::degrees(std::atan2(side.file_from_node[2][2].x, side.file_from_node[2][2].z)), 80.0,
                1e-9);
    const EvaluatedPose high = evaluatePose(
        model,
        resolved(model,
                 R"({"aim":[{"chain":["a","b"],"joint":"c","target":[0,20,1],"limits":{"updown":30}}]})"));
    EXPECT_TRUE(high.aims[0].limited);
    EXPECT_NEAR(high.file_from_node[2][2].y, 0.5, 1e-9);
}

TEST(TwoBoneIk, AStraightLimbBendsLikeAKnee) {
    // Hanging down, straight: a, b, c is the limb of joint c if it hangs from a. The target is nearer.
    Model model = chain();
    for (const std::size_t node : {1U, 2U, 3U}) model.nodes[node].parent_from_node_rest[3].y = -1.0;
    const EvaluatedPose pose =
        evaluatePose(model, resolved(model, R"({"ik":[{"joint":"c","target":[0,-1,0]}]})"));
    EXPECT_FALSE(pose.iks[0].limited);
    EXPECT_LT(pose.iks[0].error, 1e-9);
    EXPECT_LT(glm::distance(glm::dvec3(pose.file_from_node[2][3]), glm::dvec3(0.0, -1.0, 0.0)), 1e-9);
    // An equilateral triangle with the knee ahead.
    EXPECT_LT(glm::distance(glm::dvec3(pose.file_from_node[1][3]), glm::dvec3(0.0, -0.5, std::sqrt(0.75))),
              1e-9);
}

TEST(TwoBoneIk, WeightAndReachAreReported) {
    Model model = chain();
    const std::string base = R"("base":[{"clip":"lean"}])";
    const EvaluatedPose far =
        evaluatePose(model, resolved(model, "{" + base + R"(,"ik":[{"joint":"c","target":[0,7,0]}]})"));
    EXPECT_TRUE(far.iks[0].limited);
    EXPECT_NEAR(far.iks[0].error, 5.0, 1e-9);
    EXPECT_LT(glm::distance(glm::dvec3(far.file_from_node[2][3]), glm::dvec3(0.0, 2.0, 0.0)), 1e-6);
    const EvaluatedPose none = evaluatePose(
        model, resolved(model, "{" + base + R"(,"ik":[{"joint":"c","target":[0,1,0],"weight":0}]})"));
    const EvaluatedPose plain = evaluatePose(model, resolved(model, "{" + base + "}"));
    for (std::size_t n = 0; n < model.nodes.size(); ++n)
        EXPECT_LT(test::distance(none.file_from_node[n], plain.file_from_node[n]), 1e-12);
}

}  // namespace
}  // namespace phalanx
