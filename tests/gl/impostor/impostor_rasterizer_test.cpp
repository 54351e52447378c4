// Impostors by compute shaders against the same by draw calls: the same image and the same depths.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "gl/coarse_lods.h"
#include "gl/shield_bearers.h"
#include "gl/stage_fixture.h"

namespace phalanx {
namespace {

class Rasterized : public test::StageTest {
  protected:
    static constexpr std::uint32_t kUnits = 400;

    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (!caps().compute) GTEST_SKIP() << "needs OpenGL 4.3";
        models_.push_back(test::shieldBearer());
        prepareDetail(models_.front());
        put(grid(kUnits));
    }

    void put(const CrowdSettings& settings) {
        lay(settings);
        FrameRequest& render = stage_->render;
        render.select = Select::kGpu;
        render.occlusion = Occlusion::kOff;
        render.impostors = ImpostorUse::kOn;
        render.lod_error_px = 1.0;
    }

    // Units near the eye are meshes, then come blended impostors, then plain ones.
    static Camera across() {
        Camera camera;
        camera.eye = {0.0, 2.5, 26.0};
        camera.target = {0.0, 0.5, -10.0};
        camera.fov_y_deg = 40.0;
        return camera;
    }

    gl::Pixels photograph(ImpostorsBy by, const Camera& camera, Ticks now = 5000) {
        stage_->render.impostors_by = by;
        return test::photographOf(stage_->renderer, *stage_, camera, stage_->render, now, kSide);
    }

    static int differing(const gl::Pixels& a, const gl::Pixels& b, int tolerance) {
        int pixels = 0;
        for (std::size_t i = 0; i < a.rgba8.size(); i += 4) {
            int most = 0;
            for (std::size_t c = 0; c < 3; ++c)
                most = std::max(most, std::abs(int{a.rgba8[i + c]} - int{b.rgba8[i + c]}));
            pixels += most > tolerance ? 1 : 0;
        }
        return pixels;
    }

    // Both ways from one view: the same pixels, by fewer draw calls.
    void expectTheSameImage(const Camera& camera, const char* what, Ticks now = 5000) {
        const gl::Pixels by_draws = photograph(ImpostorsBy::kDraws, camera, now);
        FrameStats stats = stage_->renderer.settledStats();
        const std::uint32_t draws = stats.unit_draws;
        ASSERT_FALSE(stats.impostors_by_compute) << what;
        ASSERT_GE(stats.lod_units.size(), 2U) << what;
        const std::uint32_t plain = stats.lod_units.back();
        const std::uint32_t blended = stats.lod_units[stats.lod_units.size() - 2];
        EXPECT_GT(plain + blended, 20U) << what << ": too few impostors, the test is void";
        const gl::Pixels by_compute = photograph(ImpostorsBy::kCompute, camera, now);
        stats = stage_->renderer.settledStats();
        ASSERT_TRUE(stats.impostors_by_compute) << what;
        EXPECT_LT(stats.unit_draws, draws) << what;
        // Rounding decides single pixels at borders of images.
        EXPECT_LE(differing(by_draws, by_compute, 6), kSide * kSide / 500) << what;
        stage_->render.units = false;
        const gl::Pixels empty = photograph(ImpostorsBy::kDraws, camera, now);
        stage_->render.units = true;
        EXPECT_GT(differing(empty, by_compute, 6), kSide * kSide / 50) << what << ": the test is void";
    }
};

TEST_F(Rasterized, DrawWhatDrawCallsDraw) {
    for (const int samples : {1, 4}) {
        stage_->render.samples = samples;
        for (const double error_px : {3.0, 5.0, 8.0, 16.0}) {
            stage_->render.lod_error_px = error_px;
            stage_->render.small_px = 0.05;
            const std::string what =
                std::to_string(samples) + " samples, " + std::to_string(error_px) + " px";
            expectTheSameImage(across(), what.c_str());
        }
    }
}

// With a large error the eye stands among impostors that fill the image, and some reach behind it.
TEST_F(Rasterized, MayBeLargeAndReachBehindTheEye) {
    stage_->render.lod_error_px = 64.0;
    stage_->render.small_px = 0.05;
    Camera camera = across();
    for (const double z : {9.0, 4.0, 0.3}) {
        camera.eye = {0.4, 1.0, z};
        camera.target = {0.0, 0.8, z - 5.0};
        expectTheSameImage(camera, "among them");
    }
}

// Without frustum culling units beside and behind the eye are listed, too.
TEST_F(Rasterized, LeaveOutWhatIsBehindTheEye) {
    stage_->render.cull = false;
    stage_->render.lod_error_px = 16.0;
    stage_->render.small_px = 0.05;
    Camera camera = across();
    camera.eye = {0.4, 1.0, 0.3};
    camera.target = {0.0, 0.8, -5.0};
    expectTheSameImage(camera, "all units are listed");
    camera.near_m = 3.0;
    expectTheSameImage(camera, "units that the near plane cuts");
}

// Each group has lists, light and materials of its own.
TEST_F(Rasterized, KeepModelsApart) {
    models_.push_back(test::smallModel(7));
    prepareDetail(models_.back());
    put(grid(kUnits));
    ASSERT_GE(stage_->crowd.groups().size(), 2U);
    stage_->render.lod_error_px = 4.0;
    stage_->render.small_px = 0.05;
    for (const char* const technique : {"texture", "palette"}) {
        stage_->render.technique = technique;
        expectTheSameImage(across(), technique);
    }
}

// In a window draw calls go on until the programs are there, and the images are freed some time after the
// last use.
TEST_F(Rasterized, WaitForProgramsAndLeaveNoMemory) {
    FrameRequest& render = stage_->render;
    render.lod_error_px = 4.0;
    render.small_px = 0.05;
    render.at_once = false;
    render.impostors_by = ImpostorsBy::kCompute;
    const auto draw = [&] {
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, across(), render, 5000, kSide, kSide);
        return stage_->renderer.stats();
    };
    EXPECT_FALSE(draw().impostors_by_compute);
    int frames = 1;
    while (!draw().impostors_by_compute) ASSERT_LT(++frames, 1000);
    EXPECT_GT(draw().raster_bytes, std::size_t{kSide} * kSide * 16);
    render.impostors_by = ImpostorsBy::kDraws;
    for (frames = 0; draw().raster_bytes > 0;) ASSERT_LT(++frames, 1000);
    EXPECT_GT(frames, 60);
}

TEST_F(Rasterized, CastCloudsAndMaterialsLikeDraws) {
    stage_->render.small_px = 0.05;
    stage_->render.lod_error_px = 4.0;
    stage_->render.clouds = true;
    expectTheSameImage(across(), "clouds");
    stage_->render.clouds = false;
    models_.front().model.materials.front().unlit = true;
    put(grid(kUnits));
    stage_->render.small_px = 0.05;
    stage_->render.lod_error_px = 4.0;
    expectTheSameImage(across(), "unlit");
}

// Their depths hide what is behind them, in the occlusion test too, and units found late are drawn so, too:
// over frames in which the view changes, no unit is missing.
TEST_F(Rasterized, HideAndAreHidden) {
    FrameRequest& render = stage_->render;
    render.lod_error_px = 4.0;
    render.small_px = 0.05;
    const auto fly = [&](ImpostorsBy by, Occlusion occlusion) {
        render.occlusion = occlusion;
        stage_->renderer.forgetUnits();
        std::vector<gl::Pixels> pictures;
        Camera camera = across();
        std::uint32_t hidden = 0;
        for (int i = 0; i < 6; ++i) {
            camera.eye = {i % 2 == 0 ? 0.0 : 5.0, 0.9 + 0.2 * (i % 3), 26.0 - 2.0 * i};
            pictures.push_back(photograph(by, camera, static_cast<Ticks>(5000 + 300 * i)));
            hidden = std::max(hidden, stage_->renderer.settledStats().hidden);
        }
        EXPECT_TRUE(occlusion == Occlusion::kOff || hidden > 5) << "nothing is hidden: the test is void";
        return pictures;
    };
    const std::vector<gl::Pixels> all = fly(ImpostorsBy::kDraws, Occlusion::kOff);
    for (const ImpostorsBy by : {ImpostorsBy::kDraws, ImpostorsBy::kCompute}) {
        const std::vector<gl::Pixels> tested = fly(by, Occlusion::kOn);
        for (std::size_t i = 0; i < all.size(); ++i)
            EXPECT_LE(differing(all[i], tested[i], 6), kSide * kSide / 500) << nameOf(by) << ", frame " << i;
    }
}

// A change of size or samples leaves nothing of the frames before.
TEST_F(Rasterized, FollowTheSizeOfTheImage) {
    stage_->render.lod_error_px = 4.0;
    stage_->render.small_px = 0.05;
    stage_->render.impostors_by = ImpostorsBy::kCompute;
    Camera away = across();
    away.target = {0.0, 30.0, 60.0};  // at the sky
    for (const int side : {33, 96, 64}) {
        for (const int samples : {4, 1}) {
            stage_->render.samples = samples;
            const auto photo = [&](const Camera& camera, ImpostorsBy by) {
                stage_->render.impostors_by = by;
                return test::photographOf(stage_->renderer, *stage_, camera, stage_->render, 5000, side);
            };
            photo(across(), ImpostorsBy::kCompute);
            const gl::Pixels after = photo(away, ImpostorsBy::kCompute);
            EXPECT_EQ(differing(after, photo(away, ImpostorsBy::kDraws), 0), 0) << side << ", " << samples;
        }
    }
}

// Software renderers have one kind of processor: there, and for few impostors, draw calls are as fast.
TEST_F(Rasterized, AreChosenWhereTheyPay) {
    stage_->render.lod_error_px = 4.0;
    photograph(ImpostorsBy::kAuto, across());
    EXPECT_FALSE(stage_->renderer.settledStats().impostors_by_compute) << "few impostors";
    photograph(ImpostorsBy::kCompute, across());
    EXPECT_TRUE(stage_->renderer.settledStats().impostors_by_compute);
    stage_->render.select = Select::kCpu;
    photograph(ImpostorsBy::kCompute, across());
    EXPECT_FALSE(stage_->renderer.settledStats().impostors_by_compute) << "the CPU lists units";
}

}  // namespace
}  // namespace phalanx
