// What each operator does to a joint: the last step is where the whole pose has it.
#include "app/lab/joint_path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "anim/bake/bake.h"
#include "app/verify/verify_report.h"
#include "cpu/anim/layers/pose_forms.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

struct Posed {
    const Model& model = test::soldier();
    LayerRig rig;
    RigPose pose;

    Posed() {
        BakeSettings settings;
        settings.rate_hz = 30.0;
        const BakedAnimation baked = bakeAnimation(model, settings);
        const ResolvedPose resolved = test::resolved(model, R"({"base":[{"clip":"Walk","time":0.3}],
            "layers":[{"clip":"Aim","time":1,"weight":0.8,
                       "mask":{"Spine":0.333,"Chest":0.667,"UpperChest":1}},
                      {"clip":"Salute","weight":0}],
            "additive":[{"clip":"Hit","time":0.2,"weight":0.5,"reference":{"clip":"Idle"},"mask":{"Head":1}}],
            "aim":[{"chain":["Spine","Chest","UpperChest"],"joint":"Head","target":[3,1.5,4]}],
            "ik":[{"joint":"Hand.L","target":[0.3,1.3,0.4],"weight":0.9}]})");
        rig = bakeLayerRig(model, baked.clips, resolved);
        pose = rigPoseOf(model, rig, resolved);
    }
};

// Of a joint of the palette, in a pose of all joints of the palette.
glm::dvec3 originOf(const Model& model, const std::vector<glm::dmat4>& pose, std::size_t joint) {
    return glm::dvec3(pose[joint] * glm::inverse(model.palette[joint].joint_from_bind)[3]);
}

TEST(JointPath, LeadFromTheBaseToTheWholePose) {
    const auto& [model, rig, pose] = Posed();
    const std::vector<glm::dmat4> whole = evaluateRigPose(rig, pose);
    for (std::size_t joint = 0; joint < model.palette.size(); ++joint) {
        const std::string& name = model.nodes[static_cast<std::size_t>(model.palette[joint].node)].name;
        const std::vector<LayerStep> steps = layerSteps(rig, pose, joint, {{"Head"}, {"Hand.L"}});
        ASSERT_EQ(steps.size(), 5U) << "a layer of weight 0 is no step";
        EXPECT_EQ(steps[0].name, "Base");
        EXPECT_EQ(steps[1].name, "Layer 1");
        EXPECT_EQ(steps[2].name, "Additive 1");
        EXPECT_EQ(steps[3].name, "Aim of Head");
        EXPECT_EQ(steps[4].name, "IK of Hand.L");
        EXPECT_LT(glm::distance(steps.back().at_m, originOf(model, whole, joint)), 1e-4) << name;
        double moved_mm = 0.0;
        for (const LayerStep& step : steps) moved_mm += step.moved_mm;
        EXPECT_LE(1000.0 * glm::distance(steps.back().at_m, steps.front().at_m), moved_mm + 1e-6) << name;
        if (name == "Foot.L") {
            EXPECT_NEAR(moved_mm, 0.0, 1e-6) << "the mask leaves it out";
        }
        if (name == "Foot.L") {
            EXPECT_NEAR(steps[3].turn_deg, 0.0, 1e-4);
        }
        if (name == "Hand.L") {
            EXPECT_GT(steps[4].moved_mm, 10.0);
        }
        if (name == "UpperChest") {
            EXPECT_GT(steps[3].turn_deg, 5.0);
        }
        if (name == "Hips") {
            EXPECT_NEAR(steps[1].turn_deg, 0.0, 1e-4);
        }
    }
}

TEST(JointPath, SolveFirstIfThatMistakeIsMade) {
    const auto& [model, rig, pose] = Posed();
    LayerMistakes mistakes;
    mistakes.aim_before_layers = true;
    const std::vector<glm::dmat4> whole = evaluateRigPose(rig, pose, mistakes);
    RigPose solved = pose;
    solved.layers.clear();
    solved.additive.clear();
    const std::vector<glm::dmat4> before_layers = evaluateRigPose(rig, solved);
    for (std::size_t joint = 0; joint < model.palette.size(); ++joint) {
        const std::string& name = model.nodes[static_cast<std::size_t>(model.palette[joint].node)].name;
        const std::vector<LayerStep> steps = layerSteps(rig, pose, joint, {{"Head"}, {"Hand.L"}}, mistakes);
        ASSERT_EQ(steps.size(), 5U);
        EXPECT_EQ(steps[0].name, "Base");
        EXPECT_EQ(steps[1].name, "Aim of Head");
        EXPECT_EQ(steps[2].name, "IK of Hand.L");
        EXPECT_EQ(steps[3].name, "Layer 1");
        EXPECT_EQ(steps[4].name, "Additive 1");
        EXPECT_LT(glm::distance(steps[2].at_m, originOf(model, before_layers, joint)), 1e-4) << name;
        EXPECT_LT(glm::distance(steps[4].at_m, originOf(model, whole, joint)), 1e-4) << name;
        if (name == "UpperChest") {
            EXPECT_GT(steps[1].turn_deg, 5.0);
            EXPECT_NEAR(steps[2].turn_deg, 0.0, 1e-4);
            EXPECT_GT(steps[3].turn_deg, 5.0);
            EXPECT_NEAR(steps[4].turn_deg, 0.0, 1e-4) << "the mask is the head's";
        }
        if (name == "Hand.L") {
            EXPECT_GT(steps[2].moved_mm, 10.0);
        }
    }
}

std::array<glm::dvec4, 3> rowsOf(const glm::dmat4& matrix) {
    const glm::dmat4 rows = glm::transpose(matrix);
    return {rows[0], rows[1], rows[2]};
}

// A turn about the vertical axis leaves the foot and the crown where they are.
TEST(JointMatrices, AreComparedAtTheCornersOfTheMesh) {
    const Model& model = test::soldier();
    const JointBox box = meshBox(model);
    const glm::dmat4 matrix = glm::translate(glm::dmat4(1.0), {0.1, 0.2, 0.3});
    EXPECT_EQ(matricesApart_m(rowsOf(matrix), matrix, box), 0.0);
    constexpr double kAngle = 1e-3;
    const glm::dmat4 yawed = matrix * glm::rotate(glm::dmat4(1.0), kAngle, glm::dvec3(0.0, 1.0, 0.0));
    const glm::dvec3 farthest = glm::max(glm::abs(box.min), glm::abs(box.max));
    const double expected = 2.0 * std::sin(0.5 * kAngle) * std::hypot(farthest.x, farthest.z);
    EXPECT_GT(expected, kPositionLimit * heightOf(model));
    EXPECT_LE(matricesApart_m(rowsOf(yawed), matrix, box), expected + 1e-12);
    EXPECT_GT(matricesApart_m(rowsOf(yawed), matrix, box), 0.5 * expected);
    for (int column = 0; column < 4; ++column) {
        glm::dmat4 broken = matrix;
        broken[column][1] = std::numeric_limits<double>::quiet_NaN();
        EXPECT_TRUE(std::isinf(matricesApart_m(rowsOf(broken), matrix, box))) << column;
    }
}

TEST(JointMatrices, OfAFlatModelMayDiffer) {
    Model flat = test::soldier();
    flat.height_m = 0.0;
    for (Vertex& vertex : flat.vertices) vertex.position.y = 0.0F;
    EXPECT_EQ(heightOf(flat), 1.8);
    const JointBox box = meshBox(flat);
    EXPECT_EQ(box.min.y, box.max.y);
    const glm::dmat4 rounded = glm::translate(glm::dmat4(1.0), {1e-6, 0.0, 0.0});
    const double apart = matricesApart_m(rowsOf(rounded), glm::dmat4(1.0), box);
    EXPECT_GT(apart, 0.0);
    EXPECT_LE(apart, kPositionLimit * heightOf(flat));
}

}  // namespace
}  // namespace phalanx
