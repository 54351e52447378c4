// Poses prepared after GPU culling by the production shaders: which units get one, that all others are drawn
// without, each exactly once, and that the image equals that of technique `texture`.
#include "render/poses/near_units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gl/coarse_lods.h"
#include "gl/pick_at.h"
#include "gl/pose_split.h"
#include "gl/stage_fixture.h"
#include "layouts.h"

namespace phalanx {
namespace {

using test::amongThem;
using test::kSameImage;
using test::meanDifference;

constexpr std::size_t kPaletteRow = std::size_t{PH_PALETTE_WIDTH} * sizeof(glm::vec4);

class NearUnitsTest : public test::StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (!caps().compute) GTEST_SKIP() << "needs OpenGL 4.3";
        models_.push_back(test::smallModel(3));
        models_.push_back(test::smallModel(4));
    }

    void lay(std::uint32_t units, double spacing_m = 2.0) {
        CrowdSettings settings = grid(units);
        settings.speed_spread = 0.1;
        settings.spacing_m = spacing_m;
        StageTest::lay(settings);
        setLods({~0U, ~0U});  // all of them, for there are few units
        stage_->render.shadow_map = 128;
        stage_->render.lod_error_px = 2.0;
        stage_->render.select = Select::kGpu;
    }

    // By model: bit l is set where poses of LOD l are prepared. Those of LOD 0 always are.
    using Prepared = std::array<std::uint32_t, 2>;

    void setLods(const Prepared& prepared) {
        for (std::size_t m = 0; m < models_.size(); ++m) {
            GpuModel& model = stage_->gpu_models[m];
            model.setDetail(test::preparedLods(models_[m], model.packed(MeshKind::kSkinned), prepared.at(m)));
        }
    }

    Renderer renderer(std::size_t pose_bytes = kPoseBytes) const {
        return Renderer(caps(), dataDirectory() / "shaders", pose_bytes);
    }
};

// Prepared LODs with gaps and with all LODs, memory for all units or for few, the view of the image and the
// view that lists all units.
TEST_F(NearUnitsTest, FineLodsGetPosesAndTheRestIsDrawnWithout) {
    lay(3000);
    const std::size_t vertices = stage_->gpu_models[0].packed(MeshKind::kPosed).vertices.size();
    struct Case {
        const char* technique;
        Prepared prepared;
        std::size_t pose_bytes;
    };
    const std::array<std::uint32_t, 3> masks{0b0000001, 0b0111010, 0b1111111};
    std::vector<Case> cases;
    for (const std::uint32_t mask : masks) {
        for (const std::size_t rows : {std::size_t{4}, std::size_t{100}})
            cases.push_back({"palette", {mask, mask >> 1U}, rows * kPaletteRow});
        for (const std::size_t units : {std::size_t{300}, std::size_t{3100}})
            cases.push_back({"compute", {mask >> 1U, mask}, units * vertices * PH_POSED_BYTES});
    }
    cases.push_back({"palette", {0b1, 0b1}, 1 * kPaletteRow});  // a palette row cannot be shared
    int not_prepared = 0;
    int all_prepared = 0;
    int none_prepared = 0;
    for (const Case& one : cases) {
        setLods(one.prepared);
        test::PoseSplit split(caps(), *stage_, one.pose_bytes, one.technique, one.prepared);
        for (const double aside_m : {0.0, 60.0}) {
            Camera camera = amongThem();
            camera.eye.x += aside_m;
            for (const std::size_t view : {std::size_t{0}, std::size_t{1}}) {
                const test::PoseSplit::Tally tally = split.run(camera, view);
                EXPECT_EQ(tally.drawn, tally.triangles) << "a unit is missing or drawn twice";
                EXPECT_GT(tally.shown, 20U);
                EXPECT_LE(split.poseBytes(), one.pose_bytes);
                if (tally.ready > 0 && tally.not_prepared > 0) {
                    EXPECT_GT(split.poseBytes(), one.pose_bytes / 2) << "memory is left unused";
                }
                not_prepared += tally.ready > 0 && tally.not_prepared > 0 ? 1 : 0;
                all_prepared += tally.ready > 0 && tally.not_prepared == 0 ? 1 : 0;
                none_prepared += tally.ready == 0 ? 1 : 0;
                if (HasFailure())
                    FAIL() << one.technique << " " << one.prepared[0] << ", " << one.pose_bytes
                           << " bytes, view " << view << ", " << aside_m << " m to the side";
            }
        }
    }
    std::printf("  all prepared %d, some %d, none %d\n", all_prepared, not_prepared, none_prepared);
    EXPECT_GT(not_prepared, 5);
    EXPECT_GT(all_prepared, 5);
    EXPECT_GT(none_prepared, 1);
}

TEST_F(NearUnitsTest, TheImageMatchesTexture) {
    lay(300);
    const std::size_t vertices = stage_->gpu_models[0].packed(MeshKind::kPosed).vertices.size();
    for (const int samples : {1, 4}) {
        stage_->render.samples = std::min(samples, caps().max_samples);
        Renderer plain = renderer();
        const gl::Pixels expected = photograph(plain, "texture", amongThem());
        const FrameStats texture = plain.settledStats();
        ASSERT_TRUE(texture.selected_by_gpu);
        EXPECT_GT(texture.lod_units.size(), 4U) << "too few LODs: the test is void";
        EXPECT_GT(meanDifference(photograph(plain, "static", amongThem()), expected), 20 * kSameImage);
        for (const char* technique : {"palette", "compute"}) {
            const bool palette = std::string_view(technique) == "palette";
            for (const std::size_t bytes :
                 {kPoseBytes, palette ? 2 * kPaletteRow : 20 * vertices * PH_POSED_BYTES}) {
                Renderer ready = renderer(bytes);
                const gl::Pixels picture = photograph(ready, technique, amongThem());
                const FrameStats stats = ready.settledStats();
                EXPECT_LT(meanDifference(picture, expected), kSameImage)
                    << technique << ", " << bytes << " bytes";
                EXPECT_TRUE(stats.selected_by_gpu);
                EXPECT_EQ(stats.technique, technique);
                EXPECT_EQ(stats.lod_units, texture.lod_units);
                EXPECT_EQ(stats.triangles, texture.triangles);
                EXPECT_GT(stats.pose_bytes, 0U);
            }
            stage_->render.select = Select::kCpu;
            Renderer by_cpu = renderer();
            EXPECT_LT(meanDifference(photograph(by_cpu, technique, amongThem()), expected), kSameImage);
            EXPECT_FALSE(by_cpu.stats().selected_by_gpu);
            stage_->render.select = Select::kGpu;
        }
    }
}

// Instance data and prepared poses share one memory bound, so a million units leave little memory for poses.
// It shrinks as the crowd grows, and grows again as the crowd shrinks.
TEST_F(NearUnitsTest, AMillionUnitsLeaveLittleMemory) {
    Renderer ready = renderer();
    const auto takenBy = [&](const char* technique, std::uint32_t units) {
        photograph(ready, technique, amongThem());
        const FrameStats& stats = ready.stats();
        EXPECT_TRUE(stats.selected_by_gpu);
        EXPECT_GT(stats.pose_bytes, 0U);
        EXPECT_LT(stats.instance_bytes + stats.pose_bytes, kPoseBytes + 2 * kLeastPoseBytes)
            << technique << ", " << units;
        return stats.pose_bytes;
    };
    using Taken = std::array<std::size_t, 2>;  // by palette and compute
    const auto taken = [&](std::uint32_t units) {
        lay(units);
        ready.forgetUnits();
        return Taken{takenBy("palette", units), takenBy("compute", units)};
    };
    const Taken all = taken(40'000);
    for (const std::size_t bytes : all) EXPECT_GT(bytes, 2 * kLeastPoseBytes) << "the test is void";
    for (const std::size_t bytes : taken(1'000'000)) EXPECT_LT(bytes, kLeastPoseBytes + kLeastPoseBytes / 4);
    EXPECT_EQ(taken(40'000), all);
}

// Draws other than materials: outlines, picking, overlays, and collapsed units, whose vertices all lie at one
// point.
TEST_F(NearUnitsTest, OutlinesPicksAndOverlaysMatch) {
    lay(300);
    Renderer plain = renderer();
    Renderer ready = renderer();
    const auto same = [&](const char* technique, const char* what) {
        EXPECT_LT(meanDifference(photograph(ready, technique, amongThem()),
                                 photograph(plain, "texture", amongThem())),
                  kSameImage)
            << technique << ": " << what;
    };
    const gl::Pixels nothing_on = photograph(plain, "texture", amongThem());
    for (const char* technique : {"palette", "compute"}) {
        FrameRequest& render = stage_->render;
        for (const UnitOverlay overlay : {UnitOverlay::kNormals, UnitOverlay::kLines}) {
            render.overlay = overlay;
            same(technique, "an overlay on all units");
            EXPECT_GT(meanDifference(photograph(plain, "texture", amongThem()), nothing_on), kSameImage);
            render.overlay_everyone = false;
            for (const std::uint32_t unit : {10U, 77U, 140U}) {
                render.outlined = unit;
                same(technique, "an overlay on one unit");
            }
            render.outlined.reset();
            render.overlay_everyone = true;
        }
        render.overlay = UnitOverlay::kNone;
        render.collapse_units = true;
        same(technique, "collapsed");
        EXPECT_GT(meanDifference(photograph(plain, "texture", amongThem()), nothing_on), 20 * kSameImage);
        render.collapse_units = false;
        same(technique, "as before");
        Camera close;
        close.target = glm::dvec3(stage_->crowd.stateOf(77, 5000).placement) + glm::dvec3(0.0, 0.9, 0.0);
        close.eye = close.target + glm::dvec3(0.0, 0.6, 2.5);
        int found = 0;
        for (const glm::ivec2 at : {glm::ivec2(48, 48), {48, 30}, {40, 60}, {60, 40}, {56, 66}}) {
            std::array<std::optional<std::uint32_t>, 2> picked;
            for (const bool by_technique : {false, true}) {
                Renderer& one = by_technique ? ready : plain;
                picked.at(by_technique ? 1 : 0) = test::pickAt(
                    one, at, [&] { photograph(one, by_technique ? technique : "texture", close); });
            }
            EXPECT_EQ(picked[0], picked[1]) << technique;
            found += picked[0] ? 1 : 0;
        }
        EXPECT_GT(found, 0) << "no unit was picked: the test is void";
    }
}

}  // namespace
}  // namespace phalanx
