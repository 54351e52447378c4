// Impostors compared with their mesh, at the distance where they replace it.
#include "gl/impostor/impostor_fixture.h"

namespace phalanx {
namespace {

using test::ImpostorsOfTheSoldier;
using test::ImpostorTest;
using test::kFiner;
using test::kSide;

// A model of few triangles, so that its atlas is ready soon.
class ImpostorAtlasTest : public ImpostorTest {
  protected:
    void SetUp() override {
        ImpostorTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        stage(test::bakedModel(test::makeModel({.joints = 6, .vertices = 90, .clips = 2, .seed = 3}), 10.0));
    }
};

// Rendering an atlas takes a tenth of a second, so it must not happen each time the crowd is laid out.
TEST_F(ImpostorAtlasTest, AreRenderedOncePerClip) {
    const auto made = [&](std::uint32_t units, int clip, double error_px = 1.0) {
        Crowd crowd = makeCrowd(models_, {}, {.units = units}, 0);
        crowd.chooseClips(0, {clip, clip}, 0, 0.0);
        stage_->crowd = std::move(crowd);
        stage_->renderer.forgetUnits();
        stage_->render.impostors = ImpostorUse::kOn;
        stage_->render.lod_error_px = error_px;
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, stage_->render, 0, 16, 16);
        return stage_->renderer.stats().impostors_made;
    };
    EXPECT_EQ(made(2, 0), 1U);
    EXPECT_EQ(made(5, 0), 0U) << "another crowd that plays the same clips";
    EXPECT_EQ(made(5, 0, 3.7), 0U) << "another error, as with a frame budget";
    EXPECT_TRUE(stage_->renderer.impostorError_m(0));
    stage_->gpu_models.front() =
        makeGpuModel(caps(), models_.front(), stage_->crowd.clipTable(0), FetchPath::kTexture2d);
    EXPECT_EQ(made(5, 0), 1U) << "another model at the same address";
}

// In a window no frame waits for the atlas: the mesh is drawn until it is ready, and an older atlas is used
// until a new one is.
TEST_F(ImpostorAtlasTest, NoFrameWaits) {
    Camera camera;
    camera.target = {0.0, 0.95, 0.0};
    camera.eye = {60.0, 30.0, 170.0};
    camera.fov_y_deg = 2.0;
    FrameRequest& render = stage_->render;
    render.impostors = ImpostorUse::kOn;
    render.lod_error_px = 1.3 * kFiner;
    const auto draw = [&] {
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, camera, render, 0, kSide, kSide);
        return stage_->renderer.stats();
    };
    const std::size_t meshes = models_.front().detail->lods.size() + 1;
    const auto framesUntilMade = [&](bool older_meanwhile) {
        for (int frame = 0;; ++frame) {
            const FrameStats stats = draw();
            EXPECT_EQ(stats.impostors_busy, stats.impostors_made == 0);
            if (stats.impostors_made == 1) return frame;
            EXPECT_EQ(stats.lod_units.size() > meshes, older_meanwhile);
            EXPECT_EQ(stats.visible, 1U);
        }
    };
    render.at_once = false;
    play(0, 0.3, 40.0);
    EXPECT_GT(framesUntilMade(false), 1);
    draw();
    const gl::Pixels aiming = developed();
    play(1, 0.3, 40.0);
    EXPECT_GT(framesUntilMade(true), 1);
    EXPECT_FALSE(draw().impostors_busy);

    // The images equal those that are rendered at once.
    render.at_once = true;
    stage_->gpu_models.front() =
        makeGpuModel(caps(), models_.front(), stage_->crowd.clipTable(0), FetchPath::kTexture2d);
    play(0, 0.3, 40.0);
    EXPECT_EQ(draw().impostors_made, 1U);
    EXPECT_EQ(developed().rgba8, aiming.rgba8);
}

TEST_F(ImpostorsOfTheSoldier, LookLikeTheMeshWhereTheyReplaceIt) {
    const Alike alike = compare(200, {}, 7);
    // The measured values with a small margin; docs/lod.md explains what keeps them from 1 and 0.
    EXPECT_GE(alike.overlap, 0.95);
    EXPECT_LE(alike.color, 3.0);
    // Brightness and size must not change where impostors replace the mesh.
    EXPECT_NEAR(alike.size, 1.0, 0.04);
    EXPECT_NEAR(alike.brightness, 1.0, 0.04);
}

// The shadow maps give the mesh self-shadowing; the impostor's light depends on normals alone.
TEST_F(ImpostorsOfTheSoldier, LookLikeTheMeshWithSelfShadowing) {
    FrameRequest& render = stage_->render;
    render.environment.shadows = true;
    render.shadow_cascades = PH_SHADOW_MAPS;
    const Alike far = compare(60, {}, 8);
    EXPECT_GE(far.overlap, 0.95);
    EXPECT_LE(far.color, 3.0);
    EXPECT_NEAR(far.brightness, 1.0, 0.04);
    // With a frame budget or a small window, impostors start at a shorter distance. There a shadow map with
    // eight times finer texels shows more self-shadowing.
    const Alike near = compare(60, {30.0, 80.0}, 9);
    EXPECT_GE(near.overlap, 0.94);
    EXPECT_LE(near.color, 3.0);
    EXPECT_NEAR(near.brightness, 1.0, 0.1);
}

// Who lies is wider than who stands: its image must not make the impostors of all others coarser.
TEST_F(ImpostorTest, WhoLiesDoesNotCoarsenTheOthers) {
    const auto errorWith = [&](std::uint32_t own_frames) {
        stage_.reset();
        models_.clear();
        Model model = test::makeModel({.joints = 6, .vertices = 90, .clips = 2, .seed = 3});
        model.clips[1].name = "Fall";
        model.clips[1].loops = false;
        for (Channel& channel : model.clips[1].channels) {
            for (auto& key : channel.translations.keys) key.value *= 4.0;
        }
        LoadedModel loaded = test::bakedModel(model, 10.0);
        loaded.own_frames = own_frames;
        stage(std::move(loaded));
        stage_->render.impostors = ImpostorUse::kOn;
        stage_->render.lod_error_px = 1.0;
        play(0, 0.0, 0.0);
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, stage_->render, 0, 16, 16);
        return stage_->renderer.impostorError_m(0).value_or(0.0);
    };
    const double standing = errorWith(0);
    EXPECT_GT(standing, 0.0);
    EXPECT_EQ(errorWith(8), standing);
    // It is wider: whoever falls by that clip is shown by coarser images.
    play(1, 0.0, 0.0);
    stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, stage_->render, 0, 16, 16);
    EXPECT_GT(stage_->renderer.impostorError_m(0).value_or(0.0), 1.2 * standing);
}

}  // namespace
}  // namespace phalanx
