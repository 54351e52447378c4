// Common mistakes with layers: the passes make them as the double reference does, and each of them shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "anim/layers/layered_pose_json.h"
#include "app/layers/layered_army.h"
#include "gl/gl_fixture.h"
#include "gl/skinning_reference.h"
#include "gl/stage_fixture.h"
#include "render/units/shown_pose.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

// What a mistake needs to show: a base of three clips in step, a layer over a part of the body, an additive
// clip, an aim.
constexpr const char* kStack = R"({"spaces":{"Go":{"points":[{"clip":"Idle","at":0},{"clip":"Walk","at":1.3,
    "sync":0},{"clip":"Run","at":3.3,"sync":0}]}},
    "base":[{"clip":"Crouch","time":0.4},{"clip":"Run","time":0.3},{"clip":"Salute","time":1}],
    "layers":[{"clip":"Aim","time":0.5,"mask":{"Spine":0.333,"Chest":0.667,"UpperChest":1}}],
    "additive":[{"clip":"Hit","time":0.2,"weight":1,"reference":{"clip":"Idle","time":0}}],
    "aim":[{"chain":["Spine","Chest","UpperChest"],"joint":"Head","target":[2,1.8,2]}]})";

// And a slope of 20 degrees under a clip that walks, between two contacts.
constexpr const char* kSlope = R"({"base":[{"clip":"Walk","time":0.05}],
    "ground":{"normal":[0.25,0.94,-0.25]}})";

struct MistakeCase {
    const char* name = "";
    bool LayerMistakes::*made = nullptr;
    double least_mm = 0.0;  // by which it moves a vertex of the soldier
    bool on_slope = false;  // of kSlope, not of kStack
};

class LayerMistakesShown : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        stack_ = posed(kStack);
        slope_ = posed(kSlope);
        mesh_ = unpackMesh(packed().packed(MeshKind::kSkinned));
    }
    const GpuModel& packed() {
        if (!gpu_model_) {
            gpu_model_.emplace(caps(), model_, encodeAnimation(model_, baked_, Encoding::kRgba32f),
                               baked_.mirrors, clipTableOf(baked_));
        }
        return *gpu_model_;
    }
    struct Posed {
        LayerRig rig;
        LayerRecord record{};
    };
    Posed posed(const char* form) const {
        const PoseFile file = parsePose(form, "pose");
        const ResolvedPose pose = resolvePose(model_, file.pose, file.spaces, "pose");
        LayerRig rig = bakeLayerRig(model_, baked_.clips, pose);
        LayerRecord record = recordOf(model_, rig, pose, "pose");
        return {std::move(rig), record};
    }
    std::vector<SkinnedVertex> reference(const Posed& of, const LayerMistakes& mistakes) const {
        return skin(mesh_, evaluateRigPose(of.rig, poseShownBy(of.record, of.rig, 0), mistakes), {});
    }

    const Model& model_ = test::soldier();
    BakedAnimation baked_ = test::bakedAt(model_, 30.0);
    std::optional<GpuModel> gpu_model_;
    Posed stack_;
    Posed slope_;
    std::vector<Vertex> mesh_;
};

TEST_F(LayerMistakesShown, ThePassesMakeThemAsTheReferenceDoes) {
    GpuSkinner skinner(caps(), dataDirectory() / "shaders");
    const auto stack = std::make_shared<const RigTextures>(caps(), stack_.rig);
    const auto slope = std::make_shared<const RigTextures>(caps(), slope_.rig);
    for (const MistakeCase& each : {MistakeCase{"model_space_masks", &LayerMistakes::model_space_masks, 30.0},
                                    MistakeCase{"added_matrices", &LayerMistakes::added_matrices, 10.0},
                                    MistakeCase{"chained_slerps", &LayerMistakes::chained_slerps, 30.0},
                                    MistakeCase{"no_hemisphere", &LayerMistakes::no_hemisphere, 30.0},
                                    MistakeCase{"aim_before_layers", &LayerMistakes::aim_before_layers, 30.0},
                                    MistakeCase{"no_pelvis_drop", &LayerMistakes::no_pelvis_drop, 30.0, true},
                                    MistakeCase{"feet_switch", &LayerMistakes::feet_switch, 1.0, true}}) {
        SkinSettings settings;
        settings.layer_mistakes.*each.made = true;
        const Posed& of = each.on_slope ? slope_ : stack_;
        const std::vector<SkinnedVertex> right = reference(of, {});
        const std::vector<SkinnedVertex> wrong = reference(of, settings.layer_mistakes);
        double shown_mm = 0.0;
        for (std::size_t v = 0; v < wrong.size(); ++v)
            shown_mm = std::max(shown_mm, 1000.0 * glm::distance(wrong[v].position, right[v].position));
        EXPECT_GT(shown_mm, each.least_mm) << each.name;
        RecordProperty(std::string(each.name) + "_mm", std::to_string(shown_mm));
        for (const Technique& technique : techniques()) {
            if (!technique.no_layers.empty() || !whyUnavailable(technique, caps(), baked_.joints).empty())
                continue;
            const GpuSkinner::Layered drawn = skinner.skinLayered(
                {packed(), layeredTechnique(technique), settings, each.on_slope ? slope : stack},
                std::span(&of.record, 1), true);
            double worst = 0.0;
            for (std::size_t v = 0; v < drawn.vertices.size(); ++v)
                worst =
                    std::max(worst, glm::distance(glm::dvec3(drawn.vertices[v].position), wrong[v].position));
            EXPECT_LE(worst, kPositionLimit * model_.height_m) << each.name << " by " << technique.name;
        }
    }
}

class MistakesInRecord : public test::StageTest {
  protected:
    // How far a mistake moves a joint of a soldier, at most; metres.
    double movedBy(const LayerMistakes& mistakes, const char* form, std::uint32_t unit, Ticks now) {
        const auto palette = [&](const LayerMistakes& made) {
            const LayeredArmy army(caps(), models_, stage_->crowd,
                                   {parsePose(form, "pose"), "pose", "", made.inRecord()});
            return army.look(unit, stage_->crowd, now).palette();
        };
        const std::vector<glm::dmat4> right = palette({});
        const std::vector<glm::dmat4> wrong = palette(mistakes);
        double worst = 0.0;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const glm::dvec4 origin =
                glm::inverse(models_.front().model.palette[j].joint_from_bind) * glm::dvec4(0, 0, 0, 1);
            worst = std::max(worst, glm::length(glm::dvec3((right[j] - wrong[j]) * origin)));
        }
        return worst;
    }

    static constexpr const char* kWalkAndRun =
        R"({"spaces":{"Go":{"points":[{"clip":"Walk","at":1.3,"sync":0},{"clip":"Run","at":3.3,"sync":0}]}},
            "base":{"space":"Go","at":2.3}})";
    static constexpr const char* kReach =
        R"({"base":[{"clip":"Idle","time":0}],"ik":[{"joint":"Hand.L","target":[0.2,1.3,0.4]}]})";
};

TEST_F(MistakesInRecord, ClipsDriftApart) {
    models_.push_back(test::bakedModel(test::soldier(), 30.0));
    lay(grid(2));
    LayerMistakes made;
    made.out_of_step = true;
    EXPECT_LT(movedBy(made, kWalkAndRun, 0, 0), 1e-6) << "they begin in step";
    // Walk takes 1 s and Run 2/3 s: half a cycle apart after one second.
    EXPECT_GT(movedBy(made, kWalkAndRun, 0, PH_TICKS_PER_SECOND), 0.1);
}

TEST_F(MistakesInRecord, HandsReachForOnePlaceOfTheWorld) {
    models_.push_back(test::bakedModel(test::soldier(), 30.0));
    lay(grid(9));
    LayerMistakes made;
    made.ik_in_world = true;
    for (const std::uint32_t unit : {0U, 8U}) EXPECT_GT(movedBy(made, kReach, unit, 0), 0.1) << unit;
    EXPECT_LT(movedBy(made, kWalkAndRun, 0, 0), 1e-12) << "without IK it changes nothing";
}

}  // namespace
}  // namespace phalanx
