// Which units a program asks that hears only of those it draws: the same as are drawn.
#include "app/events/drawn_units.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gl/coarse_lods.h"
#include "gl/stage_fixture.h"

namespace phalanx {
namespace {

class DrawnUnitsTest : public test::StageTest {};

TEST_F(DrawnUnitsTest, AreThoseThatTheRendererDraws) {
    models_ = {test::smallModel(3)};
    CrowdSettings settings = grid(300);
    settings.march = true;
    lay(settings);
    GpuModel& model = stage_->gpu_models.front();
    const Camera camera = test::amongThem();
    constexpr double kAspect = 1.0;
    DrawnUnits drawn;
    const auto counted = [&](bool cull, Ticks now) {
        const std::vector<bool> units =
            drawn.find(stage_->crowd, stage_->gpu_models, camera, kAspect, cull, now);
        EXPECT_EQ(units.size(), 300U);
        return static_cast<std::uint32_t>(std::ranges::count(units, true));
    };
    EXPECT_EQ(counted(true, 5000), 300U) << "no bounds: all are drawn";
    model.setDetail(test::coarseLods(models_[0], model.packed(MeshKind::kSkinned)));
    stage_->render.select = Select::kCpu;
    stage_->render.lod_error_px = 0.0;
    for (const Ticks now : {Ticks{5000}, Ticks{40'000}}) {
        photograph(stage_->renderer, "texture", camera, now);
        const std::uint32_t visible = stage_->renderer.settledStats().visible;
        EXPECT_GT(visible, 10U);
        EXPECT_LT(visible, 290U);
        EXPECT_EQ(counted(true, now), visible);
    }
    EXPECT_EQ(counted(false, 5000), 300U);
}

}  // namespace
}  // namespace phalanx
