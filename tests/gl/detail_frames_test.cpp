// How the renderer applies the LOD settings, with CPU and GPU culling: units that stay visible when the error
// is raised, and that no shader is compiled when units come near.
#include <gtest/gtest.h>

#include "gl/coarse_lods.h"
#include "gl/stage_fixture.h"
#include "render/frame/environment.h"

namespace phalanx {
namespace {

class DetailFrames : public test::StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        models_.push_back(test::smallModel(5));
        lay(grid(200));
        GpuModel& model = stage_->gpu_models.front();
        model.setDetail(test::coarseLods(models_.front(), model.packed(MeshKind::kSkinned)));
    }

    const FrameStats& draw(Renderer& renderer, double distance_m) {
        Camera camera;
        camera.eye = {0.0, 3.0, distance_m};
        camera.target = {0.0, 1.0, 0.0};
        renderer.draw(stage_->gpu_models, stage_->crowd, camera, stage_->render, 5000, kSide, kSide);
        return renderer.settledStats();
    }

    std::vector<Select> selects() const {
        if (!caps().compute) return {Select::kCpu};
        return {Select::kCpu, Select::kGpu};
    }
};

TEST_F(DetailFrames, ARaisedErrorOmitsNoUnit) {
    for (const Select select : selects()) {
        FrameRequest& render = stage_->render;
        render.select = select;
        Renderer renderer(caps(), dataDirectory() / "shaders");
        const auto shownWith = [&](double error_px, std::optional<double> small_px) {
            render.lod_error_px = error_px;
            render.small_px = small_px;
            const FrameStats& stats = draw(renderer, 90.0);
            EXPECT_EQ(stats.selected_by_gpu, select == Select::kGpu);
            return std::pair(stats.visible, stats.triangles);
        };
        const auto [all, triangles] = shownWith(0.05, std::nullopt);
        EXPECT_GT(all, 150U);
        EXPECT_LT(shownWith(8.0, std::nullopt).first, all / 2)
            << "no unit was small enough: the test is void";
        const auto [still, fewer_triangles] = shownWith(8.0, 0.05);
        EXPECT_EQ(still, all);
        EXPECT_LT(fewer_triangles, triangles);
    }
}

TEST_F(DetailFrames, NothingIsCompiledWhenUnitsComeNear) {
    stage_->render.lod_error_px = 0.05;
    for (const Select select : selects()) {
        for (const char* technique : {"texture", "palette", "compute", "static"}) {
            if (!whyUnavailable(findTechnique(technique), caps()).empty()) continue;
            stage_->render.select = select;
            stage_->render.technique = technique;
            Renderer renderer(caps(), dataDirectory() / "shaders");
            const FrameStats far = draw(renderer, 250.0);
            ASSERT_GT(far.lod_units.size(), 3U) << "no unit may be near";
            EXPECT_EQ(far.lod_units.front(), 0U);
            const FrameStats near = draw(renderer, 12.0);
            EXPECT_GT(near.lod_units.front(), 0U);
            EXPECT_EQ(near.programs, far.programs)
                << technique << " by " << (select == Select::kGpu ? "GPU" : "CPU");
            EXPECT_GT(near.programs, 1U);
        }
    }
}

// As in a window: no frame waits for programs that it can do without.
TEST_F(DetailFrames, AFirstFrameBuildsOnlyWhatItDraws) {
    FrameRequest& render = stage_->render;
    render.lod_error_px = 0.05;
    for (const Select select : selects()) {
        render.select = select;
        render.at_once = true;
        Renderer waiting(caps(), dataDirectory() / "shaders");
        const FrameStats all = draw(waiting, 250.0);
        EXPECT_EQ(all.programs_building, 0U);
        render.at_once = false;
        Renderer going(caps(), dataDirectory() / "shaders");
        FrameStats stats = draw(going, 250.0);
        EXPECT_GT(stats.programs_building, 0U) << "the first frame has built all programs";
        for (int frame = 0; frame == 0 || stats.programs_building > 0; ++frame) {
            ASSERT_LT(frame, 1000) << stats.programs_building << " programs are not built";
            EXPECT_EQ(stats.lod_units, all.lod_units);
            EXPECT_EQ(stats.triangles, all.triangles);
            stats = draw(going, 250.0);
        }
        EXPECT_EQ(stats.programs, all.programs);
        EXPECT_EQ(going.shaderError(), "");
    }
}

}  // namespace
}  // namespace phalanx
