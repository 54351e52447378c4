// Impostors of models with unlit materials: a texel is lit as much as the surface it shows.
#include "gl/impostor/impostor_fixture.h"
#include "two_cubes.h"

namespace phalanx {
namespace {

using test::ImpostorTest;
using test::kSide;

constexpr int kGrey = 128;
constexpr float kLinearGrey = 0.21586F;  // of 128 / 255

class ImpostorUnlit : public ImpostorTest {
  protected:
    // Displayed values of the red channel in the middle of the left and of the right cube.
    struct Shown {
        int left = 0;
        int right = 0;
    };

    Shown shown(bool left_unlit, bool right_unlit, TintMask mask = TintMask::kAll) {
        stage_.reset();
        models_.clear();
        Material left;
        left.name = "left";
        left.base_color = {kLinearGrey, kLinearGrey, kLinearGrey, mask == TintMask::kAlpha ? 0.0F : 1.0F};
        left.tint_mask = mask;
        Material right = left;
        right.name = "right";
        left.unlit = left_unlit;
        right.unlit = right_unlit;
        LoadedModel loaded;
        loaded.model = test::twoCubes(left, right);
        validate(loaded.model);
        loaded.baked = bakeAnimation(loaded.model, {});
        stage(std::move(loaded));
        play(0, 0.0, 0.0);
        stage_->render.environment.exposure = 2.0F;
        Camera camera;
        constexpr double kDistance_m = 100.0;
        stage_->render.impostors = ImpostorUse::kOn;
        stage_->render.lod_error_px = 64.0;
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, stage_->render, 0, 16, 16);
        // The picture shows as many metres as look() expects.
        const double shown_m = test::kPixels * stage_->renderer.impostorError_m(0).value();
        camera.target = {0.0, 0.4, 0.0};
        camera.eye = {0.0, 30.0, kDistance_m};
        camera.fov_y_deg = glm::degrees(2.0 * std::atan(0.5 * shown_m / kDistance_m));
        camera.near_m = 5.0;
        look(camera, ImpostorUse::kOn, 0);
        const gl::Pixels pixels = developed();
        const auto at = [&](const glm::vec3& center) {
            const glm::dvec4 clip = clipFromWorld(camera, 1.0) * glm::dvec4(center, 1.0);
            const auto x = static_cast<std::size_t>((0.5 + 0.5 * clip.x / clip.w) * kSide);
            const auto y = static_cast<std::size_t>((0.5 - 0.5 * clip.y / clip.w) * kSide);
            return static_cast<int>(pixels.rgba8[4 * (y * kSide + x)]);
        };
        return {at(test::kCubes[0]), at(test::kCubes[1])};
    }
};

TEST_F(ImpostorUnlit, ShowTheColoursOfTheMaterials) {
    const Shown lit = shown(false, false);
    EXPECT_GT(std::abs(lit.left - kGrey), 15);
    EXPECT_GT(std::abs(lit.right - kGrey), 15);
    const Shown unlit = shown(true, true);
    EXPECT_NEAR(unlit.left, kGrey, 2);
    EXPECT_NEAR(unlit.right, kGrey, 2);
    const Shown mixed = shown(true, false);
    EXPECT_NEAR(mixed.left, kGrey, 2);
    EXPECT_NEAR(mixed.right, lit.right, 2);
}

// The atlas has no room for it beside a tint mask: a variant is unlit as a whole, or lit.
TEST_F(ImpostorUnlit, WithATintMaskAreUnlitIfAllMaterialsAre) {
    const Shown lit = shown(false, false, TintMask::kAlpha);
    const Shown unlit = shown(true, true, TintMask::kAlpha);
    EXPECT_NEAR(unlit.left, kGrey, 2);
    EXPECT_NEAR(unlit.right, kGrey, 2);
    const Shown mixed = shown(true, false, TintMask::kAlpha);
    EXPECT_NEAR(mixed.left, lit.left, 2);
    EXPECT_NEAR(mixed.right, lit.right, 2);
}

TEST_F(ImpostorUnlit, ProgramsOfOtherModelsLeaveThemOut) {
    const auto defines = [](const gl::ProgramSource& source) {
        return std::ranges::count(source.defines, "UNLIT_MATERIALS");
    };
    for (const bool unlit : {false, true}) {
        SkinVariant variant;
        variant.unlit = unlit;
        const Technique& technique = findTechnique("texture");
        EXPECT_EQ(defines(unitProgramSource(technique, UnitPass::kShade, variant)), unlit ? 1 : 0);
        EXPECT_EQ(defines(unitProgramSource(technique, UnitPass::kShadow, variant)), 0);
        EXPECT_EQ(defines(impostorSource({UnitPass::kShade, true, CoveragePlaces::kOneSample, unlit})),
                  unlit ? 1 : 0);
        EXPECT_EQ(defines(impostorSource({UnitPass::kShadow, true, CoveragePlaces::kOneSample, unlit})), 0);
    }
}

}  // namespace
}  // namespace phalanx
