// Unlit materials show the colours of their texture, whatever light, exposure and place in the picture are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "gl/gl_fixture.h"
#include "golden/studio.h"
#include "picture_card.h"

namespace phalanx {
namespace {

// The picture shows 0.9 m of the card's width of 1 m, and the middle of its height of 2 m: the centres of
// 8 x 4 fields of one colour, up to the picture's corners. A field has several texels, so that filtering does
// not mix its colour with others at its centre.
constexpr int kColumns = 8;
constexpr int kRows = 16;
constexpr int kField = 8;  // texels per side
constexpr double kShown_m = 0.9;

// With `side` texels per side of a field.
std::vector<std::uint8_t> texels(int side) {
    std::vector<std::uint8_t> rgba;
    for (int y = 0; y < kRows * side; ++y) {
        for (int x = 0; x < kColumns * side; ++x) {
            const int row = y / side;
            const int column = x / side;
            const auto step = static_cast<std::uint8_t>(255 * column / (kColumns - 1));
            const std::array<std::array<std::uint8_t, 3>, 4> colors{
                {{step, step, step}, {255, step, 0}, {step, 128, 255}, {128, 128, 128}}};
            for (const std::uint8_t value : colors.at(static_cast<std::size_t>(row) % 4))
                rgba.push_back(value);
            rgba.push_back(255);
        }
    }
    return rgba;
}

class Unlit : public test::GlTest {
  protected:
    test::View view(float exposure) const {
        test::View view;
        const double distance = 2.0;
        view.camera.target = {0.0, 1.0, 0.0};
        view.camera.eye = {0.0, 1.0, distance};
        const double half_height = 0.5 * kShown_m / test::aspectOfPicture();
        view.camera.fov_y_deg = glm::degrees(2.0 * std::atan(half_height / distance));
        view.render.environment.exposure = exposure;
        view.render.environment.fog_density = 0.0F;
        view.render.samples = 1;
        return view;
    }

    // The largest difference between a channel of a field and the pixel that shows the field's centre.
    static int largestDifference(const gl::Pixels& picture) {
        const std::vector<std::uint8_t> expected = texels(1);
        const double pixels_per_m = picture.width / kShown_m;
        int largest = 0;
        for (int row = kRows / 2 - 2; row < kRows / 2 + 2; ++row) {
            for (int column = 0; column < kColumns; ++column) {
                const double right_m = (column + 0.5) / kColumns - 0.5;
                const double up_m = 1.0 - 2.0 * (row + 0.5) / kRows;
                const auto x = static_cast<std::size_t>(0.5 * picture.width + right_m * pixels_per_m);
                const auto y = static_cast<std::size_t>(0.5 * picture.height - up_m * pixels_per_m);
                const std::size_t at = 4 * (y * static_cast<std::size_t>(picture.width) + x);
                const std::size_t field = 4 * static_cast<std::size_t>(row * kColumns + column);
                for (std::size_t c = 0; c < 3; ++c)
                    largest = std::max(largest, std::abs(picture.rgba8[at + c] - expected[field + c]));
            }
        }
        return largest;
    }

    static std::vector<LoadedModel> card(bool unlit) {
        std::vector<LoadedModel> models;
        models.push_back(test::pictureCard(unlit ? "unlit" : "lit", kColumns * kField, kRows * kField,
                                           texels(kField), "OPAQUE", unlit));
        return models;
    }
};

TEST_F(Unlit, ShowsTheColoursOfTheTexture) {
    const std::vector<LoadedModel> models = card(true);
    CrowdSettings settings = test::standing(1);  // with a team's colour, which tints lit materials
    test::Studio studio(caps(), models, settings);
    for (const float exposure : {0.4F, 0.92F, 2.0F}) {
        test::View view = this->view(exposure);
        for (const double sun_deg : {-34.0, 150.0}) {
            view.render.environment.sun_azimuth_deg = sun_deg;
            EXPECT_LE(largestDifference(studio.photograph(view)), 2)
                << "exposure " << exposure << ", sun " << sun_deg;
        }
        for (const Technique& technique : techniques()) {
            if (!whyUnavailable(technique, caps()).empty()) continue;
            view.render.technique = technique.name;
            EXPECT_LE(largestDifference(studio.photograph(view)), 2) << technique.name;
        }
    }
}

TEST_F(Unlit, LitMaterialsShowOtherColours) {
    const std::vector<LoadedModel> models = card(false);
    test::Studio studio(caps(), models, test::standing(1));
    EXPECT_GT(largestDifference(studio.photograph(view(0.92F))), 30);
}

// Fog hides unlit surfaces like all others.
TEST_F(Unlit, FogCoversThem) {
    const std::vector<LoadedModel> models = card(true);
    test::Studio studio(caps(), models, test::standing(1));
    test::View view = this->view(0.92F);
    view.render.environment.fog_density = 0.5F;
    EXPECT_GT(largestDifference(studio.photograph(view)), 30);
}

}  // namespace
}  // namespace phalanx
