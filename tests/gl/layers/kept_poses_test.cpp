// Layered poses that stay in the palettes, as within OpenGL 3.3: all views of a frame use one pose per unit,
// far units keep theirs for some frames, and the image is that of poses made for each view.
#include "render/poses/kept_poses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/layers/layered_army.h"
#include "gl/coarse_lods.h"
#include "gl/layers/layers_and_aim.h"
#include "gl/stage_fixture.h"

namespace phalanx {
namespace {

using test::amongThem;
using test::kSameImage;
using test::meanDifference;

constexpr std::uint32_t kKeptUnits = 400;
constexpr Ticks kFrame = 68;  // a sixtieth of a second

class KeptPosesTest : public test::StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        within_3_3_ = caps();
        within_3_3_.compute = false;
        models_.push_back(test::smallModel(3));
        models_.push_back(test::smallModel(4));
        layArmy(kKeptUnits);
    }

    void layArmy(std::uint32_t units) {
        CrowdSettings settings = grid(units);
        settings.spacing_m = 2.0;
        settings.speed_spread = 0.1;
        lay(settings);
        for (std::size_t m = 0; m < models_.size(); ++m) {
            GpuModel& model = stage_->gpu_models[m];
            model.setDetail(test::preparedLods(models_[m], model.packed(MeshKind::kSkinned), ~0U));
        }
        stage_->render.select = Select::kCpu;
        stage_->render.impostors = ImpostorUse::kOff;
        stage_->render.environment.shadows = true;
        stage_->render.shadow_map = 128;
        stage_->render.lod_error_px = 2.0;
        stage_->render.pose_error_px = 0.0;
        army_.emplace(within_3_3_, models_, stage_->crowd,
                      LayeredArmy::Plan{parsePose(test::kLayersAndAim, "form"), "form"});
    }

    Renderer renderer(std::size_t pose_bytes = kPoseBytes) {
        Renderer made(within_3_3_, dataDirectory() / "shaders", pose_bytes);
        made.setLayers(army_->groups());
        return made;
    }
    static std::uint64_t posed(const Renderer& renderer) {
        std::uint64_t units = 0;
        for (const PassWork& work : renderer.stats().work) {
            if (work.name == layer_pass::kBlend) units += work.layers.units;
        }
        return units;
    }

    gl::Capabilities within_3_3_;
    std::optional<LayeredArmy> army_;
};

// Of all techniques that read the rows of fragment passes, with shadows and without.
TEST_F(KeptPosesTest, ViewsShareThePoseOfAUnit) {
    Renderer by_cpu = renderer();
    const gl::Pixels expected = photograph(by_cpu, "uniform", amongThem());
    stage_->render.layers = false;
    EXPECT_GT(meanDifference(photograph(by_cpu, "uniform", amongThem()), expected), 5 * kSameImage)
        << "layers are not seen: the test is void";
    stage_->render.layers = true;
    for (const char* technique : {"palette", "texture", "texture-draws"}) {
        Renderer one = renderer();
        EXPECT_LT(meanDifference(photograph(one, technique, amongThem()), expected), kSameImage) << technique;
        const FrameStats& stats = one.stats();
        ASSERT_FALSE(stats.selected_by_gpu);
        EXPECT_GT(stats.shadow_visible, stats.visible / 2);
        // Those of the picture and the shadow maps together, each once.
        EXPECT_GE(posed(one), stats.visible) << technique;
        EXPECT_LT(posed(one), stats.visible + stats.shadow_visible) << technique;
        EXPECT_LE(posed(one), kKeptUnits) << technique;
        // In the next frames, too.
        for (int frame = 1; frame < 4; ++frame) {
            Camera camera = amongThem();
            camera.eye.x += 3.0 * frame;
            const gl::Pixels moved = photograph(one, technique, camera, 5000 + 500 * frame);
            EXPECT_LT(meanDifference(moved, photograph(by_cpu, "uniform", camera, 5000 + 500 * frame)),
                      kSameImage)
                << technique << ", frame " << frame;
            EXPECT_LE(posed(one), kKeptUnits);
        }
        stage_->render.environment.shadows = false;
        photograph(one, technique, amongThem());
        EXPECT_EQ(posed(one), one.stats().visible) << technique;
        stage_->render.environment.shadows = true;
    }
}

// Memory for some of the units: then each view prepares its own, in pieces.
TEST_F(KeptPosesTest, WithLittleMemoryNothingIsKept) {
    Renderer by_cpu = renderer();
    const gl::Pixels expected = photograph(by_cpu, "uniform", amongThem());
    for (const char* technique : {"palette", "texture"}) {
        Renderer little = renderer(PH_PALETTE_WIDTH * sizeof(glm::vec4));
        EXPECT_LT(meanDifference(photograph(little, technique, amongThem()), expected), kSameImage)
            << technique;
        EXPECT_GE(posed(little), little.stats().visible + little.stats().shadow_visible) << technique;
        if (std::string_view(technique) == "texture") continue;
        // What was kept by others is of no use then, and back again all is posed.
        Renderer enough = renderer();
        photograph(enough, technique, amongThem());
        stage_->render.cull = false;
        stage_->render.lod_error_px = 0.0;
        const gl::Pixels whole = photograph(enough, technique, amongThem());
        EXPECT_LT(meanDifference(whole, photograph(by_cpu, "uniform", amongThem())), kSameImage) << technique;
        stage_->render.cull = true;
        stage_->render.lod_error_px = 2.0;
        EXPECT_LT(meanDifference(photograph(enough, technique, amongThem()), expected), kSameImage)
            << technique;
        EXPECT_GE(posed(enough), enough.stats().visible) << technique;
    }
}

// Far units are posed in turns, near ones in every frame; when the clock stands, all show its pose.
TEST_F(KeptPosesTest, FarUnitsKeepAPoseForSomeFrames) {
    Renderer by_cpu = renderer();
    Renderer exact = renderer();
    Renderer held = renderer();
    Ticks now = 5000;
    double most = 0.0;
    for (int frame = 0; frame < 12; ++frame, now += kFrame) {
        stage_->render.pose_error_px = 0.0;
        const gl::Pixels expected = photograph(exact, "palette", amongThem(), now);
        const std::uint64_t all = posed(exact);
        stage_->render.pose_error_px = 8.0;
        const gl::Pixels picture = photograph(held, "palette", amongThem(), now);
        if (frame == 0) {
            EXPECT_EQ(posed(held), all) << "who was not posed yet has no pose to keep";
            EXPECT_EQ(picture.rgba8, expected.rgba8);
            continue;
        }
        EXPECT_LT(posed(held), all * 2 / 3);
        EXPECT_GT(posed(held), all / 5);
        most = std::max(most, meanDifference(picture, expected));
    }
    EXPECT_GT(most, 0.0) << "nothing was kept: the test is void";
    now -= kFrame;  // the last frame again, and again: time stands
    const gl::Pixels still = photograph(held, "palette", amongThem(), now);
    EXPECT_LT(meanDifference(still, photograph(by_cpu, "uniform", amongThem(), now)), kSameImage);
    // A longer step is none that motion is seen in.
    now += 4096;
    EXPECT_LT(meanDifference(photograph(held, "palette", amongThem(), now),
                             photograph(by_cpu, "uniform", amongThem(), now)),
              kSameImage);
}

// More units come into view than there was room for: those who were posed keep their poses, where they are.
TEST_F(KeptPosesTest, PosesStayWhenTheTextureGrows) {
    layArmy(1200);  // a row of the texture holds 256 of each model
    stage_->render.pose_error_px = 64.0;
    stage_->render.environment.shadows = false;
    Renderer exact = renderer();
    Renderer held = renderer();
    Camera aside = amongThem();
    aside.eye = {0.0, 25.0, 30.0};
    aside.target = {0.0, 0.0, 8.0};
    Ticks now = 5000;
    photograph(held, "palette", aside, now);
    const std::uint64_t few = posed(held);
    ASSERT_GT(few, 10U);
    now += kFrame;
    Camera all = amongThem();
    all.eye = {0.0, 90.0, 120.0};
    all.target = {0.0, 0.0, 0.0};
    const gl::Pixels picture = photograph(held, "palette", all, now);
    const std::uint64_t visible = held.stats().visible;
    ASSERT_LT(few, 2U * 170U) << "the texture need not grow: the test is void";
    ASSERT_GT(visible, 2U * 256U);
    EXPECT_LT(posed(held), visible - few / 4) << "all were posed again";
    EXPECT_GE(posed(held), visible - few);
    stage_->render.pose_error_px = 0.0;
    const gl::Pixels expected = photograph(exact, "palette", all, now);
    // A sixtieth of a second of motion, against units that are not there.
    const double late = meanDifference(picture, expected);
    stage_->render.units = false;
    const double gone = meanDifference(photograph(exact, "palette", all, now), expected);
    stage_->render.units = true;
    EXPECT_LT(late, gone / 25.0) << few << " of " << visible;
}

// What is another army, pose or technique is shown in its first frame, though units may keep their poses.
TEST_F(KeptPosesTest, OtherLayersAndTechniquesAreShownAtOnce) {
    stage_->render.pose_error_px = 64.0;
    Renderer by_cpu = renderer();
    Renderer held = renderer();
    Ticks now = 5000;
    const auto same = [&](const char* technique, const char* what) {
        now += kFrame;
        EXPECT_LT(meanDifference(photograph(held, technique, amongThem(), now),
                                 photograph(by_cpu, "uniform", amongThem(), now)),
                  kSameImage)
            << what;
    };
    photograph(held, "palette", amongThem(), now);
    same("texture", "another technique");
    same("palette", "and back");
    const std::string other =
        R"({"base":[{"clip":"#1","time":0.9}],"layers":[{"clip":"#0","time":0.1,"weight":0.5}]})";
    LayeredArmy second(within_3_3_, models_, stage_->crowd,
                       LayeredArmy::Plan{parsePose(other, "form"), "form"});
    held.setLayers(second.groups());
    by_cpu.setLayers(second.groups());
    same("palette", "other layers");
    held.setLayers({});
    by_cpu.setLayers({});
    same("palette", "no layers");
    held.setLayers(army_->groups());
    by_cpu.setLayers(army_->groups());
    same("palette", "the first layers");
}

// Held layers run no pass, with kept poses as without.
TEST_F(KeptPosesTest, HeldLayersKeepAllPoses) {
    Renderer one = renderer();
    const gl::Pixels before = photograph(one, "palette", amongThem());
    stage_->render.hold_layers = true;
    EXPECT_EQ(photograph(one, "palette", amongThem()).rgba8, before.rgba8);
    EXPECT_EQ(posed(one), 0U);
}

}  // namespace
}  // namespace phalanx
