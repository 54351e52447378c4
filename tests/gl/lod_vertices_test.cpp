// LODs with vertices that the full mesh does not use: every technique draws them as `texture` does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gl/stage_fixture.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::meanDifference;

class LodVertices : public test::StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        LoadedModel& loaded = models_.emplace_back(
            test::bakedModel(test::makeModel({.joints = 20, .vertices = 1500, .seed = 3, .morphs = 2})));
        prepareDetail(loaded);
        ASSERT_GT(loaded.packed->lod_vertices.size(), 50U);
        // `cpu` and `vertex-texture` always use all joints.
        for (MeshLod& lod : loaded.detail->lods) lod.weights = kWeightsPerVertex;
        lay(grid(60));
        stage_->render.impostors = ImpostorUse::kOff;
    }

    // At an error in pixels at which all units take LODs from 1 on, or at 0: the full mesh.
    gl::Pixels photographAt(const char* technique, Select select, double lod_error_px) {
        Renderer renderer(caps(), dataDirectory() / "shaders");
        stage_->render.select = select;
        stage_->render.lod_error_px = lod_error_px;
        Camera camera;
        camera.eye = {0.0, 6.0, 30.0};
        gl::Pixels pixels = photograph(renderer, technique, camera);
        lod_units_ = renderer.stats().lod_units;
        return pixels;
    }

    std::vector<std::uint32_t> lod_units_;
};

TEST_F(LodVertices, AreDrawnByAllTechniques) {
    ensureVertexAnimation(caps(), models_.front(), skin_, stage_->gpu_models.front());
    constexpr double kCoarse_px = 8.0;
    const gl::Pixels full = photographAt("texture", Select::kCpu, 0.0);
    const gl::Pixels coarse = photographAt("texture", Select::kCpu, kCoarse_px);
    ASSERT_GT(lod_units_.size(), 1U);
    EXPECT_EQ(lod_units_[0], 0U) << "no unit may be near";
    EXPECT_GT(meanDifference(full, coarse), 0.2) << "the LODs must be seen";
    const gl::Pixels mixed = photographAt("texture", Select::kCpu, 0.3);
    for (const char* technique :
         {"texture", "palette", "compute", "texture-draws", "uniform", "cpu", "vertex-texture"}) {
        if (!whyUnavailable(findTechnique(technique), caps()).empty()) continue;
        // `vertex-texture` rounds morph targets with the poses.
        const double most = technique == std::string_view("vertex-texture") ? 0.2 : 0.05;
        EXPECT_LT(meanDifference(photographAt(technique, Select::kCpu, 0.0), full), most) << technique;
        for (const Select select : {Select::kCpu, Select::kGpu}) {
            if (select == Select::kGpu && !caps().compute) continue;
            EXPECT_LT(meanDifference(photographAt(technique, select, kCoarse_px), coarse), most)
                << technique << (select == Select::kGpu ? ", selected by the GPU" : "");
            // LOD 0 beside LODs of other vertices, in one buffer of poses.
            EXPECT_LT(meanDifference(photographAt(technique, select, 0.3), mixed), most) << technique;
        }
    }
}

TEST_F(LodVertices, WithoutMorphTargetsAreDrawnWithoutThem) {
    constexpr double kCoarse_px = 8.0;
    const gl::Pixels with = photographAt("texture", Select::kCpu, kCoarse_px);
    const gl::Pixels full = photographAt("texture", Select::kCpu, 0.0);
    for (MeshLod& lod : models_.front().detail->lods) lod.morphs = false;
    lay(grid(60));
    stage_->render.impostors = ImpostorUse::kOff;
    const gl::Pixels without = photographAt("texture", Select::kCpu, kCoarse_px);
    EXPECT_GT(meanDifference(with, without), 0.2) << "the targets must be seen";
    EXPECT_EQ(meanDifference(photographAt("texture", Select::kCpu, 0.0), full), 0.0) << "LOD 0 keeps them";
    for (const char* technique : {"texture", "palette", "compute", "texture-draws", "uniform", "cpu"}) {
        if (!whyUnavailable(findTechnique(technique), caps()).empty()) continue;
        for (const Select select : {Select::kCpu, Select::kGpu}) {
            if (select == Select::kGpu && !caps().compute) continue;
            EXPECT_LT(meanDifference(photographAt(technique, select, kCoarse_px), without), 0.05)
                << technique << (select == Select::kGpu ? ", selected by the GPU" : "");
        }
    }
}

}  // namespace
}  // namespace phalanx
