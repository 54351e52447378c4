// `palette` and `compute` after culling: poses are prepared only for near LODs, in bounded memory, and the
// image equals that of technique `texture`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "anim/bake/clip_bounds.h"
#include "gl/stage_fixture.h"
#include "render/poses/compute_source.h"
#include "render/poses/palette_source.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::meanDifference;

class NearPoses : public test::StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        models_.push_back(test::bakedModel(test::makeModel({.joints = 20, .vertices = 240, .seed = 3})));
        lay(grid(120));
        setLods();
        stage_->render.lod_error_px = 1.0;
        stage_->render.select = Select::kCpu;
    }

    // One coarse LOD with every fourth triangle.
    void setLods() {
        GpuModel& model = stage_->gpu_models.front();
        const PackedMesh& packed = model.packed(MeshKind::kSkinned);
        ModelDetail detail;
        detail.bounds = clipBounds(models_[0].model, models_[0].baked);
        MeshLod& lod = detail.lods.emplace_back();
        lod.error_m = 0.1;
        lod.weights = 1;
        for (const Variant& variant : packed.variants) {
            Variant& coarse = lod.variants.emplace_back(variant);
            for (Batch& batch : coarse.batches) {
                const auto first = static_cast<std::uint32_t>(lod.indices.size());
                for (std::size_t i = 0; i < batch.index_count / 3; i += 4) {
                    for (std::size_t corner = 0; corner < 3; ++corner)
                        lod.indices.push_back(packed.indices[batch.first_index + 3 * i + corner]);
                }
                batch.first_index = first;
                batch.index_count = static_cast<std::uint32_t>(lod.indices.size()) - first;
            }
        }
        model.setDetail(detail);
    }

    static Camera from(double distance_m) {
        Camera camera;
        camera.eye = {0.0, 3.0, distance_m};
        return camera;
    }
};

TEST_F(NearPoses, FarUnitsNeedNoPoses) {
    for (const char* technique : {"palette", "compute"}) {
        if (!whyUnavailable(findTechnique(technique), caps()).empty()) continue;
        Renderer renderer(caps(), dataDirectory() / "shaders");
        const gl::Pixels far = photograph(renderer, technique, from(120.0));
        ASSERT_EQ(renderer.stats().lod_units.size(), 2U);
        ASSERT_EQ(renderer.stats().lod_units[0], 0U) << "no unit may be near";
        EXPECT_EQ(renderer.stats().pose_bytes, 0U) << technique;
        EXPECT_LT(meanDifference(far, photograph(renderer, "texture", from(120.0))), 0.01) << technique;

        const gl::Pixels mixed = photograph(renderer, technique, from(22.0));
        const FrameStats& stats = renderer.stats();
        ASSERT_EQ(stats.lod_units.size(), 2U);
        EXPECT_GT(stats.lod_units[0], 4U);
        EXPECT_GT(stats.lod_units[1], 4U);
        EXPECT_GT(stats.pose_bytes, 0U) << technique;
        EXPECT_LT(meanDifference(mixed, photograph(renderer, "texture", from(22.0))), 0.05) << technique;
        EXPECT_GT(meanDifference(mixed, far), 1.0) << "the images must not be empty";
    }
}

// Chunks take no more than this, however large the crowd is.
TEST_F(NearPoses, MemoryIsBounded) {
    constexpr std::size_t kBound = std::size_t{128} << 20U;
    const PaletteSource palettes(caps());
    EXPECT_LE(palettes.capacity() * PH_PALETTE_WIDTH * sizeof(glm::vec4), kBound);
    const GpuModel& model = stage_->gpu_models.front();
    EXPECT_GT(palettes.elements(model, 0, 1'000'000), palettes.capacity()) << "the test is void";
    if (!caps().compute) return;
    const ComputeSource posed(caps());
    EXPECT_LE(posed.capacity() * PH_POSED_BYTES, kBound);
    EXPECT_GT(posed.elements(model, 0, 1'000'000), posed.capacity()) << "the test is void";
}

}  // namespace
}  // namespace phalanx
