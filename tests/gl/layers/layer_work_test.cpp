// What frames with layered poses say of the passes: names, units, joints and texels, however units are culled
// and whichever part of an army has layers.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/layers/layered_army.h"
#include "app/measure/bench_runner.h"
#include "app/measure/comparison.h"
#include "core/file.h"
#include "gl/coarse_lods.h"
#include "gl/layers/layers_and_aim.h"
#include "gl/stage_fixture.h"

namespace phalanx {
namespace {

using test::amongThem;
using test::kSameImage;
using test::meanDifference;

constexpr std::uint32_t kUnits = 60;

class LayerWorks : public test::StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        models_.push_back(test::smallModel(3));
        CrowdSettings settings = grid(kUnits);
        settings.spacing_m = 2.0;
        lay(settings);
        stage_->render.cull = false;
        stage_->render.lod_error_px = 0.0;
        stage_->render.environment.shadows = false;
    }

    LayeredArmy armyOf(const Crowd& crowd) const {
        return {caps(), models_, crowd, LayeredArmy::Plan{parsePose(test::kLayersAndAim, "form"), "form"}};
    }
    // The work of the last frame by the pass.
    static std::map<std::string_view, LayerWork> workOf(const Renderer& renderer) {
        std::map<std::string_view, LayerWork> result;
        for (const PassWork& work : renderer.stats().work) {
            if (work.layers.units > 0) result[work.name] = work.layers;
        }
        return result;
    }
    bool byCompute() const { return caps().compute; }
};

TEST_F(LayerWorks, EachPassHasAllUnits) {
    LayeredArmy army = armyOf(stage_->crowd);
    const auto joints = static_cast<std::uint64_t>(army.look(0, stage_->crowd, 0).rig->rig().joints.size());
    const auto entries = static_cast<std::uint64_t>(army.look(0, stage_->crowd, 0).rig->rig().palette.size());
    for (const char* technique : {"palette", "texture", "texture-draws"}) {
        Renderer one(caps(), dataDirectory() / "shaders");
        one.setLayers(army.groups());
        photograph(one, technique, amongThem());
        const auto work = workOf(one);
        LayerWork all;
        for (const auto& [name, each] : work) {
            EXPECT_TRUE(isLayerPass(name)) << name;
            EXPECT_EQ(each.units, kUnits) << name;
            all += each;
        }
        EXPECT_EQ(all, one.stats().layers) << technique;
        if (byCompute()) {
            ASSERT_EQ(work.size(), 1U) << technique;
            EXPECT_EQ(work.at(layer_pass::kAll).joints, kUnits * joints);
            EXPECT_EQ(work.at(layer_pass::kAll).texels_written, kUnits * entries * 3);
        } else {
            ASSERT_EQ(work.size(), 3U) << technique;
            EXPECT_EQ(work.at(layer_pass::kBlend).texels_written, kUnits * joints * 2);
            EXPECT_EQ(work.at(layer_pass::kSolve).texels_written, kUnits);  // one joint is solved
            EXPECT_EQ(work.at(layer_pass::kRows).texels_written, kUnits * entries * 3);
        }
        // Without layers, and where the technique has none, there is no such pass.
        stage_->render.layers = false;
        photograph(one, technique, amongThem());
        EXPECT_TRUE(workOf(one).empty()) << technique;
        stage_->render.layers = true;
    }
    for (const char* technique : {"uniform", "cpu"}) {
        Renderer one(caps(), dataDirectory() / "shaders");
        one.setLayers(army.groups());
        photograph(one, technique, amongThem());
        const auto work = workOf(one);
        ASSERT_EQ(work.size(), 1U) << technique;
        EXPECT_EQ(work.at(layer_pass::kAll), (LayerWork{kUnits, kUnits * joints, 0, 0}));
    }
    Renderer rest(caps(), dataDirectory() / "shaders");
    rest.setLayers(army.groups());
    photograph(rest, "static", amongThem());
    EXPECT_TRUE(workOf(rest).empty());
}

// Held layers run no pass, and units keep the poses of the frame before.
TEST_F(LayerWorks, HeldLayersKeepThePoses) {
    LayeredArmy army = armyOf(stage_->crowd);
    Renderer one(caps(), dataDirectory() / "shaders");
    one.setLayers(army.groups());
    const gl::Pixels before = photograph(one, "palette", amongThem());
    stage_->render.hold_layers = true;
    EXPECT_LT(meanDifference(photograph(one, "palette", amongThem()), before), kSameImage);
    EXPECT_TRUE(workOf(one).empty());
    EXPECT_EQ(one.stats().layers, LayerWork{});
    stage_->render.hold_layers = false;
}

// Only units below a number have layers: the others look as without.
TEST_F(LayerWorks, PartOfAnArmy) {
    Crowd& crowd = stage_->crowd;
    const std::size_t whole = crowd.groups().size();
    Renderer plain(caps(), dataDirectory() / "shaders");
    const gl::Pixels without = photograph(plain, "palette", amongThem());
    crowd.splitGroups({10, 25}, 0);
    EXPECT_GT(crowd.groups().size(), whole);
    plain.forgetUnits();
    EXPECT_LT(meanDifference(photograph(plain, "palette", amongThem()), without), kSameImage)
        << "the split changes the image";
    LayeredArmy army = armyOf(crowd);
    for (const std::uint32_t layered : {0U, 10U, 25U, kUnits}) {
        std::vector<LayeredUnits*> groups = army.groups();
        for (std::size_t g = 0; g < groups.size(); ++g) {
            if (layout::unitNumber(crowd.groups()[g].units.front().look.z) >= layered) groups[g] = nullptr;
        }
        Renderer one(caps(), dataDirectory() / "shaders");
        one.setLayers(groups);
        photograph(one, "palette", amongThem());
        for (const auto& [name, work] : workOf(one)) EXPECT_EQ(work.units, layered) << name;
        EXPECT_EQ(workOf(one).empty(), layered == 0);
    }
}

// Where the GPU culls, the counts are those of units near enough for meshes, some frames later.
TEST_F(LayerWorks, WithCulling) {
    GpuModel& model = stage_->gpu_models.front();
    model.setDetail(test::preparedLods(models_.front(), model.packed(MeshKind::kSkinned), ~0U));
    stage_->render.cull = true;
    stage_->render.impostors = ImpostorUse::kOff;
    LayeredArmy army = armyOf(stage_->crowd);
    for (const Select select : {Select::kCpu, Select::kGpu}) {
        if (select == Select::kGpu && !caps().compute) continue;
        stage_->render.select = select;
        Renderer one(caps(), dataDirectory() / "shaders");
        one.setLayers(army.groups());
        photograph(one, "palette", amongThem());
        one.settledStats();
        photograph(one, "palette", amongThem());
        const std::uint32_t visible = one.settledStats().visible;
        EXPECT_GT(visible, 0U);
        EXPECT_LT(visible, kUnits);
        for (const auto& [name, work] : workOf(one))
            EXPECT_EQ(work.units, visible) << name << ", " << one.stats().selected_by_gpu;
        EXPECT_FALSE(workOf(one).empty());
    }
}

// A bench with several stacks and parts of the army: each row has its own work, and the stage is left whole.
TEST_F(LayerWorks, BenchRowsHaveTheirOwnLayers) {
    BenchPlan plan;
    plan.units = {40};
    plan.models = &models_;
    plan.poses = {{parsePose(test::kLayersAndAim, "form"), "form"},
                  {parsePose(R"({"base":[{"clip":"#0"}]})", "base"), "base"}};
    plan.entries = {{.label = "none", .technique = "palette"},
                    {.label = "all", .technique = "palette", .layers = BenchLayers{0, kAllLayered}},
                    {.label = "base", .technique = "palette", .layers = BenchLayers{1, kAllLayered}},
                    {.label = "part", .technique = "palette", .layers = BenchLayers{0, 15}},
                    {.label = "too many", .technique = "palette", .layers = BenchLayers{0, 41}}};
    plan.frames = 2;
    plan.rounds = 1;
    plan.warm_up = 1;
    plan.size = {64, 36};
    const std::vector<BenchRow> rows =
        runBench(*stage_, stage_->crowd.settings(), plan, [](const auto&...) {});
    ASSERT_EQ(rows.size(), 5U);
    const auto read = [&](std::size_t row) { return rows[row].stats.layers.texels_read; };
    const auto units = [&](std::size_t row) {
        std::uint64_t most = 0;
        for (const LayerWork& work : layerWorkOf(rows[row])) most = std::max(most, work.units);
        return most;
    };
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(rows[i].skipped, "") << rows[i].entry.label;
    EXPECT_EQ(rows[4].skipped, "the army has only 40 units");
    EXPECT_EQ(units(0), 0U);
    EXPECT_EQ(units(1), 40U);
    EXPECT_EQ(units(2), 40U);
    EXPECT_EQ(units(3), 15U);
    EXPECT_LT(read(2), read(1)) << "fewer clips are read";
    EXPECT_EQ(read(3), read(1) * 15 / 40);
    EXPECT_EQ(rows[0].stats.unit_draws, rows[1].stats.unit_draws) << "all rows draw the same groups";
}

}  // namespace
}  // namespace phalanx
