// The steps of the lesson with layers: their poses fit the soldier and other models, or say why not, and
// their numbers are those of the rig and of the record.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/layers/layered_army.h"
#include "app/lesson/layer_storage.h"
#include "app/lesson/lesson_poses.h"
#include "app/lesson/lesson_steps.h"
#include "asset/import.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "layers.h"
#include "render/model/rig_textures.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using Kind = LessonPoseKind;

// A soldier of another test, compiled together with this one, has the same name.
constexpr const Model& (*soldierModel)() = &test::soldier;

std::vector<LoadedModel> armyOf(Model model) {
    std::vector<LoadedModel> models(1);
    models.front().model = std::move(model);
    models.front().baked = test::bakeAt(models.front().model, 15.0);
    return models;
}

std::vector<Kind> kindsOfSteps() {
    std::vector<Kind> kinds;
    for (const LessonStep& step : lessonSteps()) {
        if (step.pose != Kind::kNone) kinds.push_back(step.pose);
    }
    return kinds;
}

struct Prepared {
    LayerRig rig;
    LayerRecord record{};
};
Prepared prepared(const std::vector<LoadedModel>& models, const LessonPose& pose) {
    const LoadedModel& loaded = models.front();
    // As the window takes it: from its text.
    const PoseFile file = parsePose(poseText(pose.file), "lesson");
    const ResolvedPose resolved =
        resolvePose(loaded.model, file.pose, spacesFor(loaded.model, file), "lesson");
    LayerRig rig = bakeLayerRig(loaded.model, loaded.baked.clips, resolved);
    LayerRecord record = recordOf(loaded.model, rig, resolved, "lesson", 1.0);
    return {std::move(rig), record};
}

// The soldier with other names, as another tool would give them, without a weapon.
Model renamedSoldier() {
    Model model = soldierModel();
    for (Node& node : model.nodes) {
        const auto side = [&](const char* of, const char* name) {
            if (node.name == std::string(of) + ".L") node.name = std::string("Left") + name;
            if (node.name == std::string(of) + ".R") node.name = std::string("Right") + name;
        };
        side("Shoulder", "Shoulder");
        side("UpperArm", "Arm");
        side("LowerArm", "ForeArm");
        side("Hand", "Wrist");
        if (node.name == "Weapon") node.name = "Prop";
    }
    for (Clip& clip : model.clips) {
        if (clip.name == "Aim") clip.name = "Armature|Shoot";
        if (clip.name == "Walk") clip.name = "Armature|Walking_A";
        if (clip.name == "Run") clip.name = "Armature|Jog";
        if (clip.name == "Hit") clip.name = "Hurt";
    }
    return model;
}

TEST(LessonPoses, OfTheSoldierAreThoseThatAPersonWouldChoose) {
    const std::vector<LoadedModel> models = armyOf(soldierModel());
    EXPECT_EQ(kindsOfSteps(),
              (std::vector<Kind>{Kind::kMix, Kind::kMask, Kind::kAdditive, Kind::kInStep, Kind::kAim,
                                 Kind::kIk, Kind::kChain, Kind::kFeet, Kind::kStack}));
    for (const Kind kind : kindsOfSteps()) {
        const LessonPose pose = lessonPose(kind, models);
        EXPECT_EQ(pose.why_not, "");
        EXPECT_EQ(pose.ends, kind == Kind::kAdditive || kind == Kind::kStack);
        EXPECT_NO_THROW(prepared(models, pose));
    }
    const LayeredPose mask = lessonPose(Kind::kMask, models).file.pose;
    EXPECT_EQ(mask.base->clips.front().clip, "Walk");
    EXPECT_EQ(mask.layers.front().source.clips.front().clip, "Aim");
    EXPECT_EQ(mask.reparent.front().joint, "Weapon");
    const LayeredPose additive = lessonPose(Kind::kAdditive, models).file.pose;
    EXPECT_EQ(additive.additive.front().source.clips.front().clip, "Hit");
    EXPECT_EQ(additive.additive.front().reference.clip, "Idle");
    const LayeredPose stack = lessonPose(Kind::kStack, models).file.pose;
    EXPECT_EQ(stack.base->point->at.front(), 0.5 * (1.3 + 3.3));
    EXPECT_EQ(stack.layers.size() + stack.additive.size() + stack.aim.size(), 3U);
    EXPECT_EQ(stack.aim.front().joint, "Weapon");
    EXPECT_EQ(lessonPose(Kind::kIk, models).file.pose.ik.front().joint, "Hand.L");
    EXPECT_EQ(lessonPose(Kind::kChain, models).file.pose.ik.front().chain.size(), 7U);
    const LayeredPose feet = lessonPose(Kind::kFeet, models).file.pose;
    EXPECT_EQ(feet.base->clips.front().clip, "Walk");
    EXPECT_FALSE(feet.ground->plane.has_value());
}

TEST(LessonPoses, FitOtherModels) {
    std::vector<Model> others{renamedSoldier()};
    if (!test::testModels().empty()) {
        for (const char* file : {"kaykit_knight/Knight.glb", "quaternius_woman_gltf/Woman.gltf",
                                 "quaternius_male_casual_fbx/Male_Casual.fbx"})
            others.push_back(importModel(test::testModels() / file));
    }
    for (Model& other : others) {
        SCOPED_TRACE(other.name);
        const std::vector<LoadedModel> models = armyOf(std::move(other));
        for (const Kind kind : kindsOfSteps()) {
            const LessonPose pose = lessonPose(kind, models);
            EXPECT_EQ(pose.why_not, "") << static_cast<int>(kind);
            EXPECT_NO_THROW(prepared(models, pose));
        }
    }
    if (test::testModels().empty()) return;
    // A fox walks and looks round; no soldier hits it.
    const std::vector<LoadedModel> fox = armyOf(importModel(test::testModels() / "khronos_fox_glb/Fox.glb"));
    EXPECT_EQ(lessonPose(Kind::kMask, fox).why_not, "");
    EXPECT_EQ(lessonPose(Kind::kAdditive, fox).why_not,
              "Fox cannot show this step: it lacks a clip of a hit or a blow.");
}

TEST(LessonPoses, SayWhyAModelCannotShowThem) {
    const std::vector<LoadedModel> plain = armyOf(test::makeModel({}));
    for (const Kind kind : kindsOfSteps())
        EXPECT_NE(lessonPose(kind, plain).why_not.find(" cannot show this step: it lacks "),
                  std::string::npos)
            << lessonPose(kind, plain).why_not;
    Model still = soldierModel();
    std::erase_if(still.clips, [](const Clip& clip) { return clip.name == "Run"; });
    const std::vector<LoadedModel> walkers = armyOf(std::move(still));
    EXPECT_EQ(lessonPose(Kind::kInStep, walkers).why_not,
              "soldier cannot show this step: it lacks a clip that runs.");
    EXPECT_EQ(lessonPose(Kind::kMask, walkers).why_not, "");
    Model smiling = soldierModel();
    smiling.morph_targets.emplace_back().deltas.push_back({0, {0.0F, 0.1F, 0.0F}, {}});
    EXPECT_NE(lessonPose(Kind::kMask, armyOf(std::move(smiling))).why_not.find("has morph targets"),
              std::string::npos);
}

// localJoint() and modelOf() of layers/solve.frag: a place and, unless the joint is solved, a rotation.
std::uint64_t localTexels(const LayerRig& rig, int joint) {
    return std::ranges::find(rig.solved, joint) == rig.solved.end() ? 2 : 1;
}
std::uint64_t walkTexels(const LayerRig& rig, int joint) {
    if (joint < 0) return 0;
    return localTexels(rig, joint) + walkTexels(rig, rig.joints[static_cast<std::size_t>(joint)].parent);
}
// What all aims and limbs read of local transforms.
std::uint64_t solverWalks(const LayerRig& rig) {
    std::uint64_t texels = 0;
    for (const RigAim& aim : rig.aims) {
        texels += walkTexels(rig, aim.joint);
        // The place of each joint of the chain, then its turn: the joint and all above it.
        for (const int joint : aim.chain) texels += 2 * walkTexels(rig, joint);
    }
    for (const RigIk& ik : rig.iks) {
        // The first joint and all above it, and the other joints of the chain.
        texels += walkTexels(rig, rig.joints[static_cast<std::size_t>(ik.chain.front())].parent);
        for (const int joint : ik.chain) texels += localTexels(rig, joint);
    }
    if (!rig.ground) return texels;
    // Hip, knee and ankle before and after the pelvis, which hangs from its parents; the knee's turn for the
    // foot; marks and drops.
    texels += localTexels(rig, rig.ground->pelvis) +
              walkTexels(rig, rig.joints[static_cast<std::size_t>(rig.ground->pelvis)].parent);
    for (const ResolvedLeg& leg : rig.ground->legs) {
        texels += 2 * (walkTexels(rig, leg.upper) + localTexels(rig, leg.middle) + localTexels(rig, leg.end));
        texels += walkTexels(rig, leg.middle) + 1;
    }
    return texels + 2;
}

// What the frames and the record give the feet.
std::uint64_t feetTexels(const LayerRig& rig, const LayerRecord& record) {
    if (!rig.ground) return 0;
    std::uint64_t texels = rig.ground->legs.size();
    for (std::size_t i = 0; i < rig.ground->legs.size() + 2; ++i) {
        texels += 3;
        for (std::uint32_t s = 0; s < record.head.y; ++s)
            texels +=
                3 + ((record.samples[s].source >> PH_SAMPLE_USE_SHIFT & PH_SAMPLE_USE_MASK) == PH_MIX_LAYER);
    }
    return texels;
}

// Counted once more, from the texels and the loops of the shaders.
TEST(LessonLayers, CountsWhatIsStoredAndFetched) {
    const std::vector<LoadedModel> models = armyOf(soldierModel());
    ModelStorage matrices;
    matrices.joints = 36;
    matrices.joint_bytes = 24;
    matrices.frames = 1000;
    for (const Kind kind : kindsOfSteps()) {
        SCOPED_TRACE(static_cast<int>(kind));
        const Prepared made = prepared(models, lessonPose(kind, models));
        const RigTables tables(made.rig);
        LayersInUse layers{made.rig, made.record, tables.bytes(), tables.maskBytes(), 12'345, true};

        std::uint64_t blended = 2 + feetTexels(made.rig, made.record);
        for (std::size_t joint = 0; joint < made.rig.joints.size(); ++joint) {
            blended += 5;
            for (std::uint32_t i = 0; i < made.record.head.y; ++i) {
                const layout::LayerSample& sample = made.record.samples[i];
                const bool translates = made.rig.joints[joint].track >= 0;
                blended += 1 + 2 * (translates ? 2U : 1U);
                const std::uint32_t use = sample.source >> PH_SAMPLE_USE_SHIFT & PH_SAMPLE_USE_MASK;
                if (use == PH_MIX_LAYER || use == PH_MIX_REFERENCE) ++blended;
            }
        }
        const LayerReads compute = fetchesOf(layers);
        EXPECT_EQ(compute.blend, blended);
        EXPECT_EQ(compute.rows, 4 * made.rig.palette.size());
        const std::uint64_t aims = made.rig.aims.size() * (3 + 2 + PH_RIG_AIM_TEXELS);
        const std::uint64_t legs = made.rig.ground ? made.rig.ground->legs.size() : 0;
        EXPECT_EQ(compute.solve, aims + made.rig.iks.size() * (3 + PH_RIG_IK_TEXELS) + 3 * legs);
        layers.by_compute = false;
        const LayerReads passes = fetchesOf(layers);
        EXPECT_EQ(passes.blend, blended - 2);
        std::uint64_t rows = 0;
        for (const RigSkin& skin : made.rig.palette) {
            for (int row = 0; row < 3; ++row) {
                rows += 4;
                for (int j = skin.joint; j >= 0; j = made.rig.joints[static_cast<std::size_t>(j)].parent)
                    rows += 2;
            }
        }
        EXPECT_EQ(passes.rows, rows);
        EXPECT_EQ(passes.solve, (made.rig.solved.size() + (legs > 0 ? 1 : 0)) *
                                    (2 * made.rig.solved.size() + compute.solve + solverWalks(made.rig)));

        const std::vector<StorageRow> stored = storageRows(layers, matrices);
        ASSERT_EQ(stored.size(), 6U);
        EXPECT_EQ(stored[0].per_frame, "864 B");
        const std::uint64_t frame = 16 * made.rig.texels.size() / made.rig.frames;
        EXPECT_EQ(stored[1].per_frame, std::to_string(frame) + " B");
        EXPECT_EQ(stored[1].each, std::to_string(frame / 16) + " texels");
        EXPECT_EQ(stored[3].each,
                  std::to_string(made.rig.masks.size()) + (made.rig.masks.size() == 1 ? " mask" : " masks"));
        EXPECT_EQ(tables.maskBytes(), (made.rig.masks.size() + 3) / 4 * made.rig.joints.size() * 16);
        EXPECT_EQ(stored[4].each, std::to_string(sizeof(LayerRecord)) + " B per soldier");
        EXPECT_EQ(stored[5].each, "1,728 B per soldier");
        const std::vector<StorageRow> fetched = fetchRows(layers, 4);
        EXPECT_EQ(fetched.size(), made.rig.solved.empty() ? 3U : 4U);
        EXPECT_EQ(fetched.back().all, "12");
    }
}

}  // namespace
}  // namespace phalanx
