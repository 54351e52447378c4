// Frames that single units show: what the GPU makes of 16-bit poses, by every technique that has joints,
// beside layers and feet, and after another bake.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "anim/bake/own_frames.h"
#include "app/layers/layered_army.h"
#include "app/layers/planted_feet.h"
#include "core/file.h"
#include "gl/output_folder.h"
#include "gl/skinning_reference.h"
#include "gl/stage_fixture.h"
#include "render/units/own_frame_pass.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

using test::amongThem;
using test::kSameImage;
using test::meanDifference;

constexpr std::uint32_t kSlots = 50;

int nodeOf(const Model& model, const std::string& name) {
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        if (model.nodes[n].name == name) return static_cast<int>(n);
    }
    return -1;
}

// Poses that no clip has: the hips beside their place and turned, one arm of another clip.
LocalPose poseNumber(const Model& model, std::uint32_t number) {
    const std::size_t clips = model.clips.size();
    const Clip& clip = model.clips[number % clips];
    const Clip& other = model.clips[(number * 3 + 1) % clips];
    LocalPose pose = samplePose(model, clip, 0.13 * number);
    const LocalPose arm = samplePose(model, other, 0.4);
    pose.nodes[static_cast<std::size_t>(nodeOf(model, "UpperArm.R"))] =
        arm.nodes[static_cast<std::size_t>(nodeOf(model, "UpperArm.R"))];
    Transform& hips = pose.nodes[static_cast<std::size_t>(nodeOf(model, "Hips"))].transform;
    hips.translation += glm::dvec3(0.3, -0.4, 0.11 * (number % 7));
    hips.rotation = glm::angleAxis(0.2 * number, glm::normalize(glm::dvec3(1.0, 0.3, 0.2))) * hips.rotation;
    return pose;
}

std::vector<int> freeNodes(const Model& model) {
    return {nodeOf(model, "Hips"), nodeOf(model, "Weapon"), nodeOf(model, "Magazine")};
}

class OwnFramesDrawn : public test::GlTest {
  protected:
    // The greatest distance of a drawn vertex from the reference, relative to the height.
    double error(const Technique& technique, Encoding encoding, FetchPath path) {
        const Model& model = test::soldier();
        const LoadedModel loaded = test::bakedModel(model, 15.0);
        EncodedAnimation encoded = encodeAnimation(model, loaded.baked, encoding);
        const OwnFrames own{encoded.frames, kSlots, 0};
        addOwnFrames(loaded.baked.clips, own, encoded);
        std::vector<glm::uvec4> table = clipTableOf(loaded.baked);
        table.insert(table.end(), 2, own.clipEntry());
        GpuModel gpu_model(caps(), model, std::move(encoded), loaded.baked.mirrors, table, path);
        UnitPrograms programs(dataDirectory() / "shaders");
        OwnFramePass pass(caps(), ownPoseRig(model, freeNodes(model)), kSlots);
        std::vector<OwnPose> poses;
        // Some slots in a row and some alone, the first and the last.
        for (const std::uint32_t slot : {0U, 1U, 2U, 7U, 30U, 31U, kSlots - 1}) {
            poses.push_back(packOwnPose(model, pass.rig(), poseNumber(model, slot), slot));
            pass.write(poses.back());
        }
        FrameStats stats;
        pass.draw(gpu_model, programs, stats);
        EXPECT_EQ(stats.bytes_uploaded, poses.size() * ownPoseBytes(pass.rig()));
        pass.draw(gpu_model, programs, stats);  // nothing was written since
        EXPECT_EQ(stats.uploads, 1U);
        pass.copyToCpu(gpu_model);

        const auto clip = static_cast<int>(loaded.baked.clips.size());
        std::vector<BakedPose> played;
        for (const OwnPose& pose : poses) {
            const double phase = static_cast<double>(slotOf(pass.rig(), pose)) / own.intervals();
            played.push_back({clip, phase, clip, phase, 0.0});
        }
        const std::vector<Vertex> vertices = unpackMesh(gpu_model.packed(technique.mesh));
        double most = 0.0;
        GpuSkinner skinner(caps(), dataDirectory() / "shaders");
        skinner.skin(gpu_model, technique, {}, played, [&](const GpuSkinner::Chunk& chunk) {
            for (std::size_t i = 0; i < chunk.poses; ++i) {
                const std::vector<SkinnedVertex> expected =
                    skin(vertices, ownPalette(pass.rig(), poses[chunk.first_pose + i]), {});
                for (std::size_t v = 0; v < vertices.size(); ++v) {
                    const glm::dvec3 drawn(chunk.vertices[i * vertices.size() + v].position);
                    most = std::max(most, glm::distance(drawn, expected[v].position));
                }
            }
        });
        return most / model.height_m;
    }
};

TEST_F(OwnFramesDrawn, AsTheReferenceByEveryTechniqueWithJoints) {
    for (const Technique& technique : techniques()) {
        if (!technique.animated() || technique.pose == PoseKind::kVertexTexture) continue;
        if (!whyUnavailable(technique, caps(), static_cast<std::uint32_t>(test::soldier().palette.size()))
                 .empty())
            continue;
        for (const FetchPath path : {FetchPath::kTexture2d, FetchPath::kBuffer}) {
            if (path == FetchPath::kBuffer && !caps().buffer_textures) continue;
            SCOPED_TRACE(std::string(technique.name) + (path == FetchPath::kBuffer ? ", buffer" : ""));
            EXPECT_LT(error(technique, Encoding::kRgba32f, path), 1e-5);
            EXPECT_LT(error(technique, Encoding::kRgba16f, path), 1e-3);
        }
    }
}

TEST_F(OwnFramesDrawn, SixteenBitsMoveNoVertexByAFifthOfAMillimetre) {
    const Model& model = test::soldier();
    const OwnPoseRig rig = ownPoseRig(model, freeNodes(model));
    EXPECT_LE(ownPoseBytes(rig), 330U);
    for (std::uint32_t number = 0; number < 20; ++number) {
        const LocalPose pose = poseNumber(model, number);
        const std::vector<SkinnedVertex> exact = skin(model.vertices, modelFromBind(model, pose), {});
        const std::vector<SkinnedVertex> rounded =
            skin(model.vertices, ownPalette(rig, packOwnPose(model, rig, pose, 0)), {});
        double most = 0.0;
        for (std::size_t v = 0; v < exact.size(); ++v)
            most = std::max(most, glm::distance(exact[v].position, rounded[v].position));
        EXPECT_LT(most, 0.2e-3);
        EXPECT_GT(most, 1e-6);  // it is rounded
    }
}

// Every other soldier of an army lies in a pose of its own.
class OwnFramesInArmy : public test::StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        models_.push_back(test::bakedModel(test::soldier(), 15.0));
        models_.back().own_frames = kSlots;
    }

    void layArmy(std::string_view ground, FetchPath path = FetchPath::kTexture2d) {
        CrowdSettings settings = grid(2 * kSlots);
        settings.march = false;
        settings.spacing_m = 1.6;
        settings.terrain.ground = std::string(ground);
        lay(settings, path);
        pass_.emplace(caps(), ownPoseRig(models_[0].model, freeNodes(models_[0].model)), kSlots);
    }

    // only: the others stay as they are.
    void layDown(bool all) {
        Crowd& crowd = stage_->crowd;
        for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
            pass_->write(
                packOwnPose(models_[0].model, pass_->rig(), poseNumber(models_[0].model, slot), slot));
            for (std::uint32_t unit = 2 * slot; unit < 2 * slot + (all ? 2 : 1); ++unit) {
                glm::vec4 placement = crowd.stateOf(unit, 0).placement;
                placement.y = 0.0F;
                placement.w += 0.3F;
                crowd.showOwnFrame(unit, slot, placement, OwnFrame::kLies, 0);
            }
        }
    }

    gl::Pixels picture(const char* technique, std::vector<LayeredUnits*> layers = {}) {
        Renderer renderer(caps(), dataDirectory() / "shaders");
        renderer.setOwnFrames({&*pass_});
        renderer.setLayers(std::move(layers));
        if (findTechnique(technique).pose == PoseKind::kCpu ||
            findTechnique(technique).pose == PoseKind::kUniform)
            pass_->copyToCpu(stage_->gpu_models[0]);
        Camera camera = amongThem();
        const double ground = groundHeight(stage_->crowd.terrain().get(), {0.0, 0.0});
        camera.eye.y += ground;
        camera.target.y += ground;
        return photograph(renderer, technique, camera);
    }

    std::optional<OwnFramePass> pass_;
};

TEST_F(OwnFramesInArmy, LieWhereTheyAreAlsoAmongUnitsWithLayersAndFeet) {
    struct Case {
        std::string_view ground;
        FetchPath path;
    };
    for (const auto& [ground, path] :
         {Case{kGroundFlat, FetchPath::kTexture2d}, Case{kGroundFlat, FetchPath::kBuffer},
          Case{kGroundHills, FetchPath::kBuffer}}) {
        if (path == FetchPath::kBuffer && !caps().buffer_textures) continue;
        SCOPED_TRACE(std::string(ground) + (path == FetchPath::kBuffer ? ", buffer" : ""));
        layArmy(ground, path);
        const gl::Pixels standing = picture("texture");
        layDown(true);
        const gl::Pixels lying = picture("texture");
        EXPECT_GT(meanDifference(standing, lying), 20.0 * kSameImage);
        for (const char* const technique : {"palette", "compute", "cpu", "uniform"}) {
            if (!whyUnavailable(findTechnique(technique), caps(), models_[0].baked.joints).empty()) continue;
            SCOPED_TRACE(technique);
            EXPECT_LT(meanDifference(picture(technique), lying), kSameImage);
            // Whoever lies has no layers, whatever the records say.
            const std::filesystem::path file = test::outputFolder(caps()) / "own_frames.json";
            writeFile(file, R"({"base":[{"clip":"Walk"}],"layers":[{"clip":"Aim","mask":{"Chest":1}}]})");
            LayeredArmy army(caps(), models_, stage_->crowd, {readPose(file), file.string()});
            EXPECT_LT(meanDifference(picture(technique, army.groups()), lying), kSameImage);
            PlantedFeet feet(caps(), models_, stage_->crowd);
            EXPECT_LT(meanDifference(picture(technique, feet.groups()), lying), kSameImage);
        }
    }
}

TEST_F(OwnFramesInArmy, AreDrawnAgainAfterAnotherBake) {
    layArmy(kGroundFlat);
    layDown(false);
    const gl::Pixels before = picture("texture");
    GpuModel& model = stage_->gpu_models[0];
    const std::vector<glm::uvec4> table(model.clipTable().begin(), model.clipTable().end());
    EncodedAnimation encoded = encodeAnimation(models_[0].model, models_[0].baked, Encoding::kRgba32f);
    addOwnFrames(models_[0].baked.clips, model.ownFrames(), encoded);
    model.replaceAnimation(caps(), std::move(encoded), false, table, FetchPath::kTexture2d);
    EXPECT_EQ(meanDifference(picture("texture"), before), 0.0);
}

}  // namespace
}  // namespace phalanx
