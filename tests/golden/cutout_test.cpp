// Alpha of a texture: a masked material is discarded where alpha is below 0.5 and drawn elsewhere; an opaque
// material is drawn everywhere.
#include <gtest/gtest.h>

#include <array>

#include "gl/gl_fixture.h"
#include "golden/studio.h"
#include "picture_card.h"

namespace phalanx {
namespace {

using Color = std::array<int, 3>;

// A red card with one alpha value in its left half and one in its right half.
LoadedModel card(const std::string& name, int left_alpha, int right_alpha, const std::string& mode) {
    constexpr int kSide = 8;
    std::vector<std::uint8_t> rgba;
    for (int texel = 0; texel < kSide * kSide; ++texel) {
        const int alpha = texel % kSide < kSide / 2 ? left_alpha : right_alpha;
        for (const int value : {255, 0, 0, alpha}) rgba.push_back(static_cast<std::uint8_t>(value));
    }
    return test::pictureCard(name, kSide, kSide, rgba, mode);
}

class Cutout : public test::GlTest {
  protected:
    gl::Pixels drawn(LoadedModel loaded) {
        std::vector<LoadedModel> models;
        models.push_back(std::move(loaded));
        CrowdSettings settings = test::standing(1);
        settings.team_colors = false;
        test::View view;
        // The camera looks upwards, so that the sky is behind the card.
        view.camera.eye = {0.0, 0.5, 3.0};
        view.camera.target = {0.0, 1.5, 0.0};
        view.render.samples = 1;
        test::Studio studio(caps(), models, settings);
        return studio.photograph(view);
    }

    // The middle of the card's left or right half: the card is 58 pixels wide there.
    static Color pixel(const gl::Pixels& picture, bool right) {
        const int x = picture.width / 2 + (right ? 14 : -14);
        const auto at = static_cast<std::size_t>(picture.height / 2 * picture.width + x) * 4;
        return {picture.rgba8[at], picture.rgba8[at + 1], picture.rgba8[at + 2]};
    }

    static bool isRed(const Color& c) { return c[0] > 2 * c[1] && c[0] > 2 * c[2] && c[0] > 40; }
};

TEST_F(Cutout, MaskedMaterialsAreCutWhereAlphaIsLow) {
    constexpr int kBelow = 115;  // 0.45
    constexpr int kAbove = 140;  // 0.55
    const gl::Pixels nothing = drawn(card("cut_nothing", 0, 0, "MASK"));
    const gl::Pixels masked = drawn(card("cut_masked", kBelow, kAbove, "MASK"));
    const gl::Pixels opaque = drawn(card("cut_opaque", kBelow, kAbove, "OPAQUE"));
    EXPECT_FALSE(isRed(pixel(nothing, false)));
    EXPECT_EQ(pixel(masked, false), pixel(nothing, false)) << "the sky must be visible";
    EXPECT_TRUE(isRed(pixel(masked, true)));
    EXPECT_TRUE(isRed(pixel(opaque, false)));
    EXPECT_TRUE(isRed(pixel(opaque, true)));
}

}  // namespace
}  // namespace phalanx
