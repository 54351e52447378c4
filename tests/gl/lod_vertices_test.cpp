// LODs with vertices that the full mesh does not use: every technique draws them as `texture` does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "gl/crowd_photos.h"
#include "gl/gl_fixture.h"
#include "gl/objects/readback.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::meanDifference;

class LodVertices : public test::GlTest {
  protected:
    static constexpr int kSide = 96;

    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        LoadedModel& loaded = models_.emplace_back();
        loaded.model = test::makeModel({.joints = 20, .vertices = 1500, .seed = 3, .morphs = 2});
        BakeSettings bake;
        bake.rate_hz = 15.0;
        loaded.baked = bakeAnimation(loaded.model, bake);
        prepareDetail(loaded);
        ASSERT_GT(loaded.packed->lod_vertices.size(), 50U);
        // `cpu` and `vertex-texture` always use all joints.
        for (MeshLod& lod : loaded.detail->lods) lod.weights = kWeightsPerVertex;
        skin_.bake.fetch = FetchPath::kTexture2d;
        CrowdSettings settings;
        settings.units = 60;
        settings.formation = Formation::kGrid;
        settings.crossfade_spread = 0.6;
        stage_.emplace(caps(), models_, makeCrowd(models_, {}, settings, 0), skin_);
        stage_->render.shadow_map = 64;
        stage_->render.samples = 1;
        stage_->render.cull = true;
        stage_->render.impostors = ImpostorUse::kOff;
    }

    // At an error in pixels at which all units take LODs from 1 on, or at 0: the full mesh.
    gl::Pixels photograph(const char* technique, Select select, double lod_error_px) {
        Renderer renderer(caps(), dataDirectory() / "shaders");
        stage_->render.technique = technique;
        stage_->render.select = select;
        stage_->render.lod_error_px = lod_error_px;
        Camera camera;
        camera.eye = {0.0, 6.0, 30.0};
        const gl::Pixels pixels = test::photographOf(renderer, *stage_, camera, stage_->render, 5000, kSide);
        lod_units_ = renderer.stats().lod_units;
        return pixels;
    }

    std::vector<LoadedModel> models_;
    SkinOptions skin_;
    std::optional<Stage> stage_;
    std::vector<std::uint32_t> lod_units_;
};

TEST_F(LodVertices, AreDrawnByAllTechniques) {
    ensureVertexAnimation(caps(), models_.front(), skin_, stage_->gpu_models.front());
    constexpr double kCoarse_px = 8.0;
    const gl::Pixels full = photograph("texture", Select::kCpu, 0.0);
    const gl::Pixels coarse = photograph("texture", Select::kCpu, kCoarse_px);
    ASSERT_GT(lod_units_.size(), 1U);
    EXPECT_EQ(lod_units_[0], 0U) << "no unit may be near";
    EXPECT_GT(meanDifference(full, coarse), 0.2) << "the LODs must be seen";
    const gl::Pixels mixed = photograph("texture", Select::kCpu, 0.3);
    for (const char* technique :
         {"texture", "palette", "compute", "texture-draws", "uniform", "cpu", "vertex-texture"}) {
        if (!whyUnavailable(findTechnique(technique), caps()).empty()) continue;
        // `vertex-texture` rounds morph targets with the poses, in all LODs.
        const double most =
            std::max(0.05, 1.2 * meanDifference(photograph(technique, Select::kCpu, 0.0), full));
        for (const Select select : {Select::kCpu, Select::kGpu}) {
            if (select == Select::kGpu && !caps().compute) continue;
            EXPECT_LT(meanDifference(photograph(technique, select, kCoarse_px), coarse), most)
                << technique << (select == Select::kGpu ? ", selected by the GPU" : "");
            // LOD 0 beside LODs of other vertices, in one buffer of poses.
            EXPECT_LT(meanDifference(photograph(technique, select, 0.3), mixed), most) << technique;
        }
    }
}

}  // namespace
}  // namespace phalanx
