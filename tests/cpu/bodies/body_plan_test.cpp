// Plans of bodies: the soldier's, and those of the test models that are bipeds.
#include "bodies/body_plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "anim/pose/pose.h"
#include "asset/import.h"
#include "bodies/shot.h"
#include "core/error.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

constexpr double kRightAngle = 1.5707963267948966;

const PlanBody& bodyOf(const BodyPlan& plan, const std::string& joint) {
    for (const PlanBody& body : plan.bodies) {
        if (body.joint == joint) return body;
    }
    throw std::runtime_error("no body " + joint);
}

// Twist and swing of a joint, from the turns of its nodes in model space, in shares of its limits.
struct LimitUse {
    double twist = 0.0;
    double swing = 0.0;
};

LimitUse limitUse(const JointLimits& limits, const glm::dquat& parent, const glm::dquat& joint) {
    glm::dquat q = glm::conjugate(parent * limits.parent_from_limit) * (joint * limits.joint_from_limit);
    if (q.w < 0.0) q = -q;
    const double twist = 2.0 * std::atan2(q.x, q.w);
    const glm::dquat around = glm::normalize(glm::dquat(q.w, q.x, 0.0, 0.0));
    const glm::dquat swing = q * glm::conjugate(around);
    const double half = std::acos(std::min(1.0, std::abs(swing.w)));
    const double length = std::hypot(swing.y, swing.z);
    const double y = length > 0.0 ? 2.0 * half * swing.y / length / limits.swing_y_rad : 0.0;
    const double z = length > 0.0 ? 2.0 * half * swing.z / length / limits.swing_z_rad : 0.0;
    return {std::abs(twist) / limits.twist_rad, std::hypot(y, z)};
}

class RagdollPlan : public ::testing::Test {
  protected:
    // Of a joint of the soldier at rest that is turned about an axis of the model.
    static LimitUse bent(const std::string& joint, double radians, const glm::dvec3& axis) {
        static const BodyPlan plan = makeBodyPlan(test::soldier());
        const PlanBody& body = bodyOf(plan, joint);
        const auto turnAt = [&](const PlanBody& of) {
            return plan.rest_turns[static_cast<std::size_t>(&of - plan.bodies.data())];
        };
        const glm::dquat parent = turnAt(plan.bodies[static_cast<std::size_t>(body.parent)]);
        return limitUse(body.limits, parent, glm::angleAxis(radians, axis) * turnAt(body));
    }

    static void expectSound(const BodyPlan& plan) {
        double mass = 0.0;
        for (std::size_t b = 0; b < plan.bodies.size(); ++b) {
            const PlanBody& body = plan.bodies[b];
            EXPECT_LT(body.parent, static_cast<int>(b)) << body.joint;
            EXPECT_EQ(plan.body_of_node[static_cast<std::size_t>(body.node)], static_cast<int>(b))
                << body.joint;
            EXPECT_LE(body.hull.size(), kMostHullVertices);
            for (int k = 0; k < 3; ++k) {
                EXPECT_GT(body.shape.half_m[k], 0.0) << body.joint;
                EXPECT_LT(body.shape.half_m[k], 0.5 * plan.skeleton.height_m) << body.joint;
            }
            if (body.part == BodyPart::kHeld) continue;
            mass += body.mass_kg;
            if (body.parent < 0) continue;
            const double ratio = body.mass_kg / plan.bodies[static_cast<std::size_t>(body.parent)].mass_kg;
            EXPECT_LE(std::max(ratio, 1.0 / ratio), 5.0) << body.joint;
        }
        EXPECT_NEAR(mass, kRagdollMass_kg, 1e-6);
    }
};

TEST_F(RagdollPlan, OfTheSoldier) {
    EXPECT_EQ(whyNoBodies(test::soldier()), "");
    const BodyPlan plan = makeBodyPlan(test::soldier());
    std::vector<std::string> joints;
    for (const PlanBody& body : plan.bodies) joints.push_back(body.joint);
    const std::vector<std::string> expected{
        "Hips",       "Spine",  "Chest",      "UpperChest", "Neck",   "UpperArm.L",
        "LowerArm.L", "Hand.L", "UpperArm.R", "LowerArm.R", "Hand.R", "UpperLeg.L",
        "LowerLeg.L", "Foot.L", "UpperLeg.R", "LowerLeg.R", "Foot.R", "Weapon"};
    EXPECT_EQ(joints, expected);
    EXPECT_EQ(bodyOf(plan, "Weapon").part, BodyPart::kHeld);
    EXPECT_EQ(bodyOf(plan, "Weapon").parent, -1);
    EXPECT_TRUE(bodyOf(plan, "LowerLeg.L").shape.capsule);
    expectSound(plan);
}

// A pack belongs to the shape of the back only where a variant shows it.
TEST_F(RagdollPlan, DependsOnTheVariant) {
    const Model& model = test::soldier();
    std::set<double> depths;
    for (std::size_t v = 0; v < model.variants.size(); ++v)
        depths.insert(bodyOf(makeBodyPlan(model, static_cast<int>(v)), "UpperChest").shape.half_m.z);
    EXPECT_GT(depths.size(), 1U);
}

TEST_F(RagdollPlan, KneesBendBack) {
    const glm::dvec3 left(1.0, 0.0, 0.0);  // about it, positive turns move the foot back
    for (const char* knee : {"LowerLeg.L", "LowerLeg.R"}) {
        EXPECT_LT(bent(knee, kRightAngle, left).twist, 1.0) << knee;
        EXPECT_GT(bent(knee, -0.3, left).twist, 1.0) << knee;
        EXPECT_GT(bent(knee, 0.3, {0.0, 0.0, 1.0}).swing, 1.0) << knee;  // not sideways
    }
}

TEST_F(RagdollPlan, ElbowsBendForward) {
    const BodyPlan plan = makeBodyPlan(test::soldier());
    const std::vector<glm::dmat4> rest = modelFromNode(test::soldier(), restPose(test::soldier()));
    const auto at = [&](const std::string& joint) {
        return glm::dvec3(rest[static_cast<std::size_t>(bodyOf(plan, joint).node)][3]);
    };
    for (const std::string side : {".L", ".R"}) {
        const glm::dvec3 bone = glm::normalize(at("Hand" + side) - at("LowerArm" + side));
        const glm::dvec3 axis = glm::normalize(glm::cross(bone, glm::dvec3(0.0, 0.0, 1.0)));
        EXPECT_LT(bent("LowerArm" + side, kRightAngle, axis).twist, 1.0) << side;
        EXPECT_GT(bent("LowerArm" + side, -0.5, axis).twist, 1.0) << side;
    }
}

TEST_F(RagdollPlan, HipsBendForwardMoreThanBack) {
    for (const char* hip : {"UpperLeg.L", "UpperLeg.R"}) {
        EXPECT_LT(bent(hip, -1.1, {1.0, 0.0, 0.0}).swing, 1.0) << hip;  // forward
        EXPECT_GT(bent(hip, 0.6, {1.0, 0.0, 0.0}).swing, 1.0) << hip;
    }
}

// Limits are those of living joints, as far as clips show them: few poses are beyond.
TEST_F(RagdollPlan, ClipsKeepMostLimits) {
    const Model& model = test::soldier();
    const BodyPlan plan = makeBodyPlan(model);
    int poses = 0;
    int beyond = 0;
    for (const Clip& clip : model.clips) {
        for (int k = 0; k < 8; ++k) {
            const std::vector<glm::dmat4> nodes =
                modelFromNode(model, samplePose(model, clip, clip.duration_s * k / 8.0));
            for (const PlanBody& body : plan.bodies) {
                if (body.parent < 0) continue;
                const PlanBody& parent = plan.bodies[static_cast<std::size_t>(body.parent)];
                const LimitUse use =
                    limitUse(body.limits, turnOf(nodes[static_cast<std::size_t>(parent.node)]),
                             turnOf(nodes[static_cast<std::size_t>(body.node)]));
                ++poses;
                beyond += use.twist > 1.0 || use.swing > 1.0 ? 1 : 0;
            }
        }
    }
    EXPECT_LT(beyond, poses / 4) << beyond << " of " << poses;
}

TEST_F(RagdollPlan, ShotsHitWhatTheyAimAt) {
    const Model& model = test::soldier();
    const BodyPlan plan = makeBodyPlan(model, 0);
    const LocalPose pose = restPose(model);
    Stand stand;
    stand.position = {10.0, 2.0, -5.0};
    stand.yaw_rad = 0.7;
    stand.scale = 1.1;
    const glm::dmat4 world = toMatrix(stand);
    const std::vector<glm::dmat4> nodes = modelFromNode(model, pose);
    for (const char* joint : {"Neck", "UpperChest", "LowerLeg.L", "Foot.R", "LowerArm.R"}) {
        const PlanBody& body = bodyOf(plan, joint);
        const glm::dmat4& node = nodes[static_cast<std::size_t>(body.node)];
        const glm::dvec3 centre = glm::dvec3(node[3]) + turnOf(node) * body.shape.joint_from_body.position;
        const glm::dvec3 goal(world * glm::dvec4(centre, 1.0));
        // From behind, where no rifle is in the way.
        const glm::dvec3 direction = glm::normalize(glm::dvec3(world * glm::dvec4(0.0, 0.0, 1.0, 0.0)));
        const auto hit = hitBody(plan, pose, stand, goal - 30.0 * direction, direction);
        ASSERT_TRUE(hit.has_value()) << joint;
        EXPECT_EQ(plan.bodies[hit->body].joint, joint);
        EXPECT_EQ(hit->node, body.node);
        EXPECT_LT(std::abs(hit->distance_m - 30.0), 0.5);
        EXPECT_FALSE(hitBody(plan, pose, stand, goal - 30.0 * direction, -direction).has_value());
        EXPECT_FALSE(
            hitBody(plan, pose, stand, goal - 30.0 * direction + glm::dvec3(0.0, 3.0, 0.0), direction)
                .has_value());
    }
}

TEST_F(RagdollPlan, OfModelsThatAreNoBipeds) {
    Model box;
    box.source_path = "box.glb";
    box.nodes.push_back({"box", -1, glm::dmat4(1.0)});
    box.palette.push_back({});
    EXPECT_NE(whyNoBodies(box), "");
    EXPECT_THROW(makeBodyPlan(box), Error);
}

class RagdollPlanOfModels : public RagdollPlan {
  protected:
    void SetUp() override {
        if (test::testModels().empty())
            GTEST_SKIP() << "the test models are missing; set PHALANX_TEST_MODELS";
    }
    static Model import(const std::string& name) { return importModel(test::testModels() / name); }
};

TEST_F(RagdollPlanOfModels, Bipeds) {
    for (const char* name : {"kaykit_knight/Knight.glb", "quaternius_woman_gltf/Woman.gltf",
                             "quaternius_male_casual_fbx/Male_Casual.fbx"}) {
        SCOPED_TRACE(name);
        const Model model = import(name);
        EXPECT_EQ(whyNoBodies(model), "");
        const BodyPlan plan = makeBodyPlan(model);
        expectSound(plan);
        EXPECT_GE(plan.bodies.size(), 16U);
    }
}

TEST_F(RagdollPlanOfModels, FeetBesideShins) {
    const BodyPlan plan = makeBodyPlan(import("quaternius_male_casual_fbx/Male_Casual.fbx"));
    EXPECT_TRUE(bodyOf(plan, "Foot.L").detached);
    EXPECT_EQ(plan.bodies[static_cast<std::size_t>(bodyOf(plan, "Foot.L").parent)].joint, "LowerLeg.L");
    EXPECT_FALSE(bodyOf(plan, "LowerLeg.L").detached);
}

TEST_F(RagdollPlanOfModels, FoxHasFourLegs) {
    const Model fox = import("khronos_fox_glb/Fox.glb");
    EXPECT_NE(whyNoBodies(fox).find("4 legs"), std::string::npos) << whyNoBodies(fox);
    EXPECT_THROW(makeBodyPlan(fox), Error);
}

}  // namespace
}  // namespace phalanx
