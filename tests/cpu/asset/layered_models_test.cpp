// Layered poses of the soldier and of real files: aims at many targets, and a file of another format against
// plain arithmetic on matrices. Files that are missing are skipped.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>

#include "anim/bake/bake.h"
#include "anim/evaluation/evaluate_pose.h"
#include "anim/layers/blend_space_json.h"
#include "anim/layers/layered_pose_json.h"
#include "anim/layers/space_clips.h"
#include "anim/pose/pose.h"
#include "anim/rig/layer_rig.h"
#include "anim/rig/rig_pose.h"
#include "asset/import.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::soldier;

ResolvedPose poseOf(const Model& model, const std::string& form) {
    const PoseFile file = parsePose(form, "form");
    return resolvePose(model, file.pose, file.spaces, "form");
}

constexpr const char* kMarchingAim =
    R"({"base":[{"clip":"Walk","time":0.3,"weight":0.6},{"clip":"Run","time":0.2,"weight":0.4}],
        "layers":[{"clip":"Aim","time":1.2,"mask":{"Spine":0.333,"Chest":0.667,"UpperChest":1}}],
        "reparent":[{"joint":"Weapon","to":"UpperChest"}],
        "aim":[{"chain":["Spine","Chest","UpperChest"],"joint":"Weapon","axis":[0,0,1],
                "target":[0,1.4,9]}]})";

// The angle between the axis of the aim's joint and its target, degrees.
double missOf(const ResolvedAim& aim, const EvaluatedPose& pose) {
    const glm::dmat4& joint = pose.file_from_node[static_cast<std::size_t>(aim.joint)];
    const glm::dvec3 axis = glm::dmat3(joint) * aim.axis;
    const glm::dvec3 wanted = aim.target - glm::dvec3(joint[3]);
    return glm::degrees(std::atan2(glm::length(glm::cross(axis, wanted)), glm::dot(axis, wanted)));
}

// Targets 2 to 100 m from the joint, within the limits as seen from the joint before the aim.
void aimAtMany(const Model& model, ResolvedPose pose, int targets) {
    const glm::dmat4 model_from_file = modelFromFile(model);
    const glm::dmat4 file_from_model = glm::inverse(model_from_file);
    ResolvedAim& aim = pose.aims.front();
    const EvaluatedPose start = evaluatePose(model, pose);
    const glm::dvec3 origin(model_from_file * start.file_from_node[static_cast<std::size_t>(aim.joint)][3]);
    test::Dice dice(20);
    int limited = 0;
    double worst = 0.0;
    for (int i = 0; i < targets; ++i) {
        const double sideways = glm::radians(dice.between(-78.0, 78.0));
        const double up = glm::radians(dice.between(-43.0, 43.0));
        const double far_m = 2.0 * std::pow(50.0, dice.between(0.0, 1.0));
        const glm::dvec3 direction(std::cos(up) * std::sin(sideways), std::sin(up),
                                   std::cos(up) * std::cos(sideways));
        aim.target = glm::dvec3(file_from_model * glm::dvec4(origin + far_m * direction, 1.0));
        const EvaluatedPose aimed = evaluatePose(model, pose);
        if (aimed.aims.front().limited) {
            ++limited;  // seen from the turned joint, near a limit
            continue;
        }
        worst = std::max(worst, missOf(aim, aimed));
    }
    EXPECT_LT(limited, targets / 5);
    EXPECT_LT(worst, 1e-6) << model.name;  // degrees; what was asked for is 0.1
}

TEST(LayeredSoldier, AimsAtAThousandTargets) {
    aimAtMany(soldier(), poseOf(soldier(), kMarchingAim), 1000);
}

TEST(LayeredSoldier, LimitsAreKeptWhereverTheTargetIs) {
    const Model& model = soldier();
    ResolvedPose pose = poseOf(model, kMarchingAim);
    ResolvedAim& aim = pose.aims.front();
    test::Dice dice(21);
    int limited = 0;
    for (int i = 0; i < 300; ++i) {
        aim.target = glm::dvec3(0.0, 1.4, 0.0) + dice.between(2.0, 30.0) * dice.direction();
        const EvaluatedPose aimed = evaluatePose(model, pose);
        const glm::dvec3 axis =
            glm::normalize(glm::dmat3(aimed.file_from_node[static_cast<std::size_t>(aim.joint)]) * aim.axis);
        const double sideways = glm::degrees(std::atan2(axis.x, axis.z));
        const double up = glm::degrees(std::asin(axis.y));
        EXPECT_LT(std::abs(sideways), 80.0 + 1e-6) << i;
        EXPECT_LT(std::abs(up), 45.0 + 1e-6) << i;
        if (aimed.aims.front().limited) {
            ++limited;
        } else {
            EXPECT_LT(missOf(aim, aimed), 1e-6) << i;
        }
    }
    EXPECT_GT(limited, 100);
}

TEST(LayeredSoldier, TheRifleStaysInTheHandsOfALayer) {
    // Aim holds the rifle. Under a mask it keeps its place at the chest, and IK closes the hands on it.
    const Model& model = soldier();
    const int weapon = findNodes(model, "Weapon").front();
    const auto inWeapon = [&](const EvaluatedPose& pose, const char* name) {
        const glm::dmat4& hand =
            pose.file_from_node[static_cast<std::size_t>(findNodes(model, name).front())];
        return glm::dvec3(glm::inverse(pose.file_from_node[static_cast<std::size_t>(weapon)]) * hand[3]);
    };
    const EvaluatedPose aimed = evaluatePose(model, poseOf(model, R"({"base":[{"clip":"Aim","time":1.2}]})"));
    ResolvedPose marching = poseOf(model, kMarchingAim);
    const EvaluatedPose open = evaluatePose(model, marching);
    for (const char* hand : {"Hand.L", "Hand.R"}) {
        const glm::dvec3 place = inWeapon(aimed, hand);
        EXPECT_LT(glm::distance(inWeapon(open, hand), place), 1e-6) << "UpperChest is wholly the layer's";
        ResolvedIk ik =
            poseOf(model, fmt::format(R"({{"ik":[{{"joint":"{}","target":[0,0,0]}}]}})", hand)).iks.front();
        ik.target = glm::dvec3(open.file_from_node[static_cast<std::size_t>(weapon)] *
                               glm::dvec4(place + glm::dvec3(0.0, 0.03, 0.02), 1.0));
        marching.iks = {ik};
        const EvaluatedPose closed = evaluatePose(model, marching);
        EXPECT_FALSE(closed.iks.front().limited);
        EXPECT_LT(glm::distance(inWeapon(closed, hand), place + glm::dvec3(0.0, 0.03, 0.02)), 1e-9);
    }
}

TEST(LayeredSoldier, WalkAndRunAreInStep) {
    const Model& model = soldier();
    const std::optional<double> walk =
        contactPhase(model, model.clips[static_cast<std::size_t>(findClip(model, "Walk"))]);
    const std::optional<double> run =
        contactPhase(model, model.clips[static_cast<std::size_t>(findClip(model, "Run"))]);
    ASSERT_TRUE(walk && run);
    EXPECT_LT(std::abs(std::remainder(*walk - *run, 1.0)), 0.1) << *walk << " and " << *run;
    EXPECT_FALSE(contactPhase(model, model.clips[static_cast<std::size_t>(findClip(model, "Idle"))]));
}

// While the left foot is down in both clips, toe and travel together stay in place at every point between
// them.
TEST(LayeredSoldier, PlantedFeetStayInPlaceBetweenWalkAndRun) {
    const Model& model = soldier();
    const BlendSpaces spaces = spacesBeside(std::filesystem::path(PHALANX_SOURCE_DIR) / "assets/soldier.glb");
    const BlendSpace* const space = spaces.find("Locomotion");
    ASSERT_NE(space, nullptr);
    const SpaceClips clips(model, *space);
    const auto toe = static_cast<std::size_t>(findNodes(model, "Toe.L").front());
    for (const double at : {1.3, 1.8, 2.3, 2.8, 3.3}) {
        double least = 1e9;
        double most = -1e9;
        for (double phase = 0.12; phase < 0.241; phase += 0.01) {
            ResolvedPose pose;
            pose.tree = fileTree(model);
            pose.base = clips.mixAt(std::array<double, 1>{at}, phase);
            const double place_m =
                evaluatePose(model, pose).file_from_node[toe][3].z + clips.strideAt({at, 0.0}).y * phase;
            least = std::min(least, place_m);
            most = std::max(most, place_m);
        }
        EXPECT_LT(most - least, 0.004) << at;  // m; the clips themselves: 0.0004
        // The speed is that of the point, at the clips themselves.
        if (at == 1.3 || at == 3.3) {
            EXPECT_NEAR(clips.rateAt({at, 0.0}) * clips.strideAt({at, 0.0}).y, at, 1e-6);
        }
    }
}

// The rig that shaders read against exact evaluation, at times between frames: the largest distance of places
// 0.3 m from the bind origin, in heights. `rate_hz`: of the bake.
double rigDifference(const Model& model, double rate_hz, const std::string& form) {
    BakeSettings settings;
    settings.rate_hz = rate_hz;
    const ResolvedPose pose = poseOf(model, form);
    const std::vector<BakedClip> clips = bakeAnimation(model, settings).clips;
    const LayerRig rig = bakeLayerRig(model, clips, pose);
    const std::vector<glm::dmat4> drawn = evaluateRigPose(rig, rigPoseOf(model, rig, pose));
    const std::vector<glm::dmat4> exact = paletteOf(model, evaluatePose(model, pose).file_from_node);
    double worst = 0.0;
    for (std::size_t j = 0; j < drawn.size(); ++j) {
        const glm::dmat4 bind_from_joint = glm::inverse(model.palette[j].joint_from_bind);
        for (const double size : {0.0, 0.1}) {  // of the height, from the joint
            const glm::dmat3 model_from_joint(exact[j] * bind_from_joint);
            for (int axis = 0; axis < 3; ++axis) {
                glm::dvec3 point(0.0);
                point[axis] = size * model.height_m / glm::length(model_from_joint[axis]);
                const glm::dvec4 at = bind_from_joint * glm::dvec4(point, 1.0);
                worst = std::max(worst, glm::length(glm::dvec3((drawn[j] - exact[j]) * at)));
            }
        }
    }
    return worst / model.height_m;
}

TEST(LayeredSoldier, ItsRigIsAsExactAsTheBake) {
    const std::string form =
        R"({"base":[{"clip":"Walk","time":0.31,"weight":0.6},{"clip":"Run","time":0.2,"weight":0.4}],
            "layers":[{"clip":"Aim","time":1.21,"mask":{"Spine":0.333,"Chest":0.667,"UpperChest":1}}],
            "additive":[{"clip":"Hit","time":0.2,"weight":0.7,"reference":{"clip":"Idle"}}],
            "reparent":[{"joint":"Weapon","to":"UpperChest"}],
            "aim":[{"chain":["Spine","Chest","UpperChest"],"joint":"Weapon","target":[2,1.4,9]}],
            "ik":[{"joint":"Hand.L","target":[0.2,1.3,0.4],"weight":0.5}]})";
    const double coarse = rigDifference(soldier(), 60.0, form);
    const double fine = rigDifference(soldier(), 480.0, form);
    RecordProperty("coarse", fmt::format("{:.2e}", coarse));
    RecordProperty("fine", fmt::format("{:.2e}", fine));
    EXPECT_LT(coarse, 1e-3);
    EXPECT_LT(fine, 2e-5);
}

class LayeredModels : public ::testing::Test {
  protected:
    void SetUp() override {
        if (test::testModels().empty())
            GTEST_SKIP() << "the test models are missing; set PHALANX_TEST_MODELS";
    }
};

TEST_F(LayeredModels, OtherRigsAim) {
    const Model knight = importModel(test::testModels() / "kaykit_knight/Knight.glb");
    aimAtMany(knight, poseOf(knight, R"({"base":[{"clip":"Walking_A","time":0.3}],
        "aim":[{"chain":["spine","chest"],"joint":"head","target":[0,1,9]}]})"),
              200);
    const Model woman = importModel(test::testModels() / "quaternius_woman_gltf/Woman.gltf");
    aimAtMany(woman, poseOf(woman, R"({"base":[{"clip":"Walking","time":0.3}],
        "aim":[{"chain":["Spine","Spine1","Spine2"],"joint":"Head","target":[0,1,9]}]})"),
              200);
    const Model male = importModel(test::testModels() / "quaternius_male_casual_fbx/Male_Casual.fbx");
    aimAtMany(male, poseOf(male, R"({"base":[{"clip":"#9","time":0.3}],
        "aim":[{"chain":["Abdomen","Torso"],"joint":"Head","axis":[0,1,0],"target":[0,1,900]}]})"),
              200);
}

// All hold still scales, of which Knight and Woman key some.
TEST_F(LayeredModels, OtherRigsAreAsExactAsTheBake) {
    const Model knight = importModel(test::testModels() / "kaykit_knight/Knight.glb");
    EXPECT_LT(rigDifference(knight, 120.0, R"({"base":[{"clip":"Walking_A","time":0.31}],
        "layers":[{"clip":"2H_Ranged_Aiming","time":0.4,"mask":{"spine":0.5,"chest":1}}],
        "aim":[{"chain":["spine","chest"],"joint":"head","target":[0,1,9]}]})"),
              1e-3);
    const Model woman = importModel(test::testModels() / "quaternius_woman_gltf/Woman.gltf");
    EXPECT_LT(rigDifference(woman, 120.0, R"({"base":[{"clip":"Walking","time":0.31}],
        "layers":[{"clip":"Punch","time":0.2,"mask":{"Spine":0.5,"Spine1":1}}]})"),
              1e-3);
    const Model male = importModel(test::testModels() / "quaternius_male_casual_fbx/Male_Casual.fbx");
    EXPECT_LT(rigDifference(male, 120.0, R"({"base":[{"clip":"#9","time":0.31}],
        "layers":[{"clip":"#5","time":0.2,"mask":{"Abdomen":0.5,"Torso":1}}]})"),
              1e-3);
    const Model fox = importModel(test::testModels() / "khronos_fox_glb/Fox.glb");
    EXPECT_LT(rigDifference(fox, 120.0, R"({"base":[{"clip":"Run","time":0.31}],
        "layers":[{"clip":"Survey","time":1.2,"mask":{"b_Spine01_02":0.5,"b_Spine02_03":1}}]})"),
              1e-3);
}

// An FBX file: base, layer, additive clip and mask, with products of matrices and quaternions written out
// here.
TEST_F(LayeredModels, AnFbxFileIsBlendedInLocalSpace) {
    const Model model = importModel(test::testModels() / "quaternius_male_casual_fbx/Male_Casual.fbx");
    ASSERT_GT(model.clips.size(), 9U);
    const LocalPose a = samplePose(model, model.clips[9], 0.3);
    const LocalPose b = samplePose(model, model.clips[7], 0.2);
    const LocalPose over = samplePose(model, model.clips[4], 0.4);
    const LocalPose reference = samplePose(model, model.clips[4], 0.0);
    const EvaluatedPose pose = evaluatePose(
        model,
        poseOf(model, R"({"base":[{"clip":"#9","time":0.3,"weight":3},{"clip":"#7","time":0.2,"weight":1}],
            "layers":[{"clip":"#4","time":0.4,"weight":0.5,"mask":{"Torso":0.6}}],
            "additive":[{"clip":"#4","time":0.4,"weight":0.8,"reference":{"clip":"#4","time":0},
                         "mask":{"Head":1}}]})"));
    const int torso = findNodes(model, "Torso").front();
    const int head = findNodes(model, "Head").front();
    const auto isBelow = [&](int node, int root) {
        for (; node >= 0; node = model.nodes[static_cast<std::size_t>(node)].parent) {
            if (node == root) return true;
        }
        return false;
    };
    // Components x, y, z, w of a node's rotation, and its translation and scale.
    struct Parts {
        glm::dvec4 q;
        glm::dvec3 t, s;
    };
    const auto partsOf = [](const LocalTransform& local) {
        const Transform transform = local.driven ? local.transform : decompose(local.whole);
        return Parts{{transform.rotation.x, transform.rotation.y, transform.rotation.z, transform.rotation.w},
                     transform.translation,
                     transform.scale};
    };
    const auto mix = [](const Parts& heavy, const Parts& light, double weight) {
        const double side = glm::dot(heavy.q, light.q) < 0.0 ? -weight : weight;
        return Parts{glm::normalize((1.0 - weight) * heavy.q + side * light.q),
                     (1.0 - weight) * heavy.t + weight * light.t,
                     (1.0 - weight) * heavy.s + weight * light.s};
    };
    std::vector<glm::dmat4> expected;
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        const auto node = static_cast<int>(n);
        Parts parts = mix(partsOf(a.nodes[n]), partsOf(b.nodes[n]), 0.25);
        if (isBelow(node, torso)) parts = mix(parts, partsOf(over.nodes[n]), 0.3);
        glm::dquat rotation(parts.q.w, parts.q.x, parts.q.y, parts.q.z);
        if (isBelow(node, head)) {
            const Parts to = partsOf(over.nodes[n]);
            const Parts from = partsOf(reference.nodes[n]);
            glm::dquat turn = glm::inverse(glm::dquat(from.q.w, from.q.x, from.q.y, from.q.z)) *
                              glm::dquat(to.q.w, to.q.x, to.q.y, to.q.z);
            if (turn.w < 0.0) turn = glm::dquat(-turn.w, -turn.x, -turn.y, -turn.z);
            rotation = rotation * glm::normalize(glm::dquat(0.2 + 0.8 * turn.w, 0.8 * turn.x, 0.8 * turn.y,
                                                            0.8 * turn.z));
            parts.t += 0.8 * (to.t - from.t);
            parts.s *= 1.0 + 0.8 * (to.s / from.s - 1.0);
        }
        const int parent = model.nodes[n].parent;
        const glm::dmat4 local = glm::translate(glm::dmat4(1.0), parts.t) * glm::mat4_cast(rotation) *
                                 glm::scale(glm::dmat4(1.0), parts.s);
        expected.push_back(parent < 0 ? local : expected[static_cast<std::size_t>(parent)] * local);
    }
    const double size = model.height_m / model.metres_per_unit;
    for (std::size_t n = 0; n < expected.size(); ++n) {
        EXPECT_LT(glm::distance(glm::dvec3(pose.file_from_node[n][3]), glm::dvec3(expected[n][3])),
                  1e-9 * size)
            << model.nodes[n].name;
        for (int c = 0; c < 3; ++c) {
            EXPECT_LT(glm::length(pose.file_from_node[n][c] - expected[n][c]),
                      1e-9 * glm::length(expected[n][c]))
                << model.nodes[n].name;
        }
    }
}

}  // namespace
}  // namespace phalanx
