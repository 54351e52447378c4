// An army with layers beside one without, drawn by every technique that draws layers, culled by CPU and GPU:
// the same image, outlines and picked units.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/layers/layered_army.h"
#include "core/file.h"
#include "gl/coarse_lods.h"
#include "gl/output_folder.h"
#include "gl/pick_at.h"
#include "gl/stage_fixture.h"

namespace phalanx {
namespace {

using test::amongThem;
using test::kSameImage;
using test::meanDifference;

class LayeredArmies : public test::StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        models_.push_back(test::smallModel(3));
        models_.push_back(test::smallModel(4));
        CrowdSettings settings = grid(300);
        settings.spacing_m = 2.0;
        lay(settings);
        for (std::size_t m = 0; m < models_.size(); ++m) {
            GpuModel& model = stage_->gpu_models[m];
            model.setDetail(test::preparedLods(models_[m], model.packed(MeshKind::kSkinned), ~0U));
        }
        stage_->render.lod_error_px = 2.0;
        takeLayers(R"({"base":[{"clip":"#0","time":0.2}],"layers":[{"clip":"#1","time":0.4,"weight":0.9}],
                       "aim":[{"chain":["joint 0"],"joint":"joint 0","target":{"unit":7}}]})");
    }

    void takeLayers(const char* form) {
        const std::filesystem::path file = test::outputFolder(caps()) / "layered_army.json";
        writeFile(file, form);
        army_.emplace(caps(), models_, stage_->crowd, LayeredArmy::Plan{readPose(file), file.string()});
        layers_ = army_->groups();
        // Only the first model's units have layers.
        for (std::size_t g = 0; g < layers_.size(); ++g) {
            if (stage_->crowd.groups()[g].model != 0) layers_[g] = nullptr;
        }
    }

    Renderer renderer(bool with_layers = true) const {
        Renderer made(caps(), dataDirectory() / "shaders");
        if (with_layers) made.setLayers(layers_);
        return made;
    }

    template <typename Check>
    void forEachTechnique(const Check& check) {
        for (const Technique& technique : techniques()) {
            if (!technique.no_layers.empty() || !whyUnavailable(technique, caps()).empty()) continue;
            for (const Select select : {Select::kCpu, Select::kGpu}) {
                if (select == Select::kGpu && (!caps().compute || technique.issue != Issue::kInstanced))
                    continue;
                stage_->render.select = select;
                check(technique.name.data());
            }
        }
        stage_->render.select = Select::kCpu;
    }

    std::optional<LayeredArmy> army_;
    std::vector<LayeredUnits*> layers_;
};

TEST_F(LayeredArmies, LookTheSameByAllTechniques) {
    stage_->render.select = Select::kCpu;
    Renderer reference = renderer();
    Renderer plain = renderer(false);
    const gl::Pixels expected = photograph(reference, "palette", amongThem());
    EXPECT_GT(meanDifference(photograph(plain, "palette", amongThem()), expected), 4 * kSameImage);
    EXPECT_GT(reference.stats().lod_units.size(), 2U) << "too few LODs: the test is void";
    forEachTechnique([&](const char* technique) {
        Renderer one = renderer();
        EXPECT_LT(meanDifference(photograph(one, technique, amongThem()), expected), kSameImage)
            << technique << ", " << one.stats().selected_by_gpu;
    });
    // Layers that this technique cannot show do no harm.
    Renderer rest = renderer();
    EXPECT_LT(
        meanDifference(photograph(rest, "static", amongThem()), photograph(plain, "static", amongThem())),
        kSameImage);
}

// Layers can move units out of the bounds of their clips, so wider ones are culled: of an army below the eye,
// whose clips stay below the view, units with layers are listed.
TEST_F(LayeredArmies, BoundsOfLayersAreCulled) {
    Camera above;
    above.eye = glm::dvec3(stage_->crowd.stateOf(80, 5000).placement) + glm::dvec3(0.0, 1.6, 0.0);
    above.target = above.eye + glm::dvec3(1.0, 0.35, 0.0);
    for (const Select select : {Select::kCpu, Select::kGpu}) {
        if (select == Select::kGpu && !caps().compute) continue;
        stage_->render.select = select;
        Renderer plain = renderer(false);
        photograph(plain, "palette", above);
        Renderer one = renderer();
        photograph(one, "palette", above);
        EXPECT_EQ(plain.settledStats().visible, 0U);
        EXPECT_GT(one.settledStats().visible, 0U);
        EXPECT_LT(one.settledStats().visible, stage_->crowd.size());
    }
}

// The outlined unit is drawn once more, also where only the GPU knows the units in view.
TEST_F(LayeredArmies, OutlinesAndPicksFollowTheLayers) {
    Camera close;
    close.target = glm::dvec3(stage_->crowd.stateOf(77, 5000).placement) + glm::dvec3(0.0, 0.9, 0.0);
    close.eye = close.target + glm::dvec3(0.0, 0.6, 2.5);
    std::vector<gl::Pixels> expected;
    std::vector<std::optional<std::uint32_t>> expected_picks;
    const auto looks = [&](Renderer& one, const char* technique) {
        std::vector<gl::Pixels> pictures;
        for (const std::uint32_t unit : {10U, 77U, 78U}) {
            stage_->render.outlined = unit;
            stage_->render.overlay = UnitOverlay::kNormals;
            stage_->render.overlay_everyone = false;
            pictures.push_back(photograph(one, technique, amongThem()));
            stage_->render.overlay = UnitOverlay::kNone;
            pictures.push_back(photograph(one, technique, close));
        }
        stage_->render.outlined.reset();
        return pictures;
    };
    const auto picks = [&](Renderer& one, const char* technique) {
        std::vector<std::optional<std::uint32_t>> picked;
        for (int y = 12; y < kSide; y += 18) {
            for (int x = 12; x < kSide; x += 18) {
                picked.push_back(test::pickAt(one, {x, y}, [&] { photograph(one, technique, close); }));
            }
        }
        return picked;
    };
    stage_->render.select = Select::kCpu;
    Renderer reference = renderer();
    expected = looks(reference, "palette");
    expected_picks = picks(reference, "palette");
    EXPECT_TRUE(std::ranges::any_of(expected_picks, [](const auto& unit) { return unit.has_value(); }));
    Renderer plain = renderer(false);
    EXPECT_GT(meanDifference(looks(plain, "palette").back(), expected.back()), 4 * kSameImage);
    forEachTechnique([&](const char* technique) {
        Renderer one = renderer();
        const std::vector<gl::Pixels> seen = looks(one, technique);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            EXPECT_LT(meanDifference(seen[i], expected[i]), kSameImage)
                << technique << ", " << one.stats().selected_by_gpu << ", picture " << i;
        }
        EXPECT_EQ(picks(one, technique), expected_picks) << technique;
    });
}

}  // namespace
}  // namespace phalanx
