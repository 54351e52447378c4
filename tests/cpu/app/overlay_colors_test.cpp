// Overlay colours: their scales, and the vertex error that the error overlay shows.
#include "app/lab/overlay_colors.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "synthetic_model.h"

namespace phalanx {
namespace {

TEST(OverlayColors, ScalesEndAtRoundNumbersAboveTheWorst) {
    EXPECT_DOUBLE_EQ(scaleFor_mm(0.0), 0.1);
    EXPECT_DOUBLE_EQ(scaleFor_mm(0.1), 0.1);
    EXPECT_DOUBLE_EQ(scaleFor_mm(0.11), 0.2);
    EXPECT_DOUBLE_EQ(scaleFor_mm(0.3), 0.5);
    EXPECT_DOUBLE_EQ(scaleFor_mm(0.7), 1.0);
    EXPECT_DOUBLE_EQ(scaleFor_mm(34.0), 50.0);
    EXPECT_DOUBLE_EQ(scaleFor_mm(51.0), 100.0);
}

TEST(OverlayColors, NeighbouringJointsDiffer) {
    for (std::uint32_t joint = 0; joint < 200; ++joint) {
        for (std::uint32_t other = joint + 1; other < joint + 4; ++other)
            EXPECT_GT(glm::length(jointColor(joint) - jointColor(other)), 0.2F) << joint << ", " << other;
    }
}

TEST(OverlayColors, AVertexWithoutWeightIsGreyAndWithFullWeightIsHot) {
    std::vector<Vertex> vertices(2);
    vertices[0].joints = {3, 0, 0, 0};
    vertices[0].weights = {1.0F, 0.0F, 0.0F, 0.0F};
    vertices[1] = vertices[0];
    vertices[1].joints = {4, 0, 0, 0};
    const std::vector<glm::u8vec4> colors = weightColors(vertices, 3);
    EXPECT_GT(colors[0].r, colors[0].b + 100);
    EXPECT_EQ(colors[1].r, colors[1].b);
}

class ExactErrors : public testing::Test {
  protected:
    std::vector<float> errors(double rate_hz, const BakedPose& pose, const PoseSwitches& switches = {}) {
        BakeSettings settings;
        settings.rate_hz = rate_hz;
        loaded_.baked = bakeAnimation(loaded_.model, settings);
        const EncodedAnimation encoded = encodeAnimation(loaded_.model, loaded_.baked, Encoding::kRgba32f);
        const PackedMesh mesh = packMesh(loaded_.model);
        return exactErrors_mm(loaded_, encoded, mesh, unpackMesh(mesh), pose, switches);
    }
    static double worst(const std::vector<float>& errors) {
        return static_cast<double>(*std::ranges::max_element(errors));
    }
    LoadedModel loaded_{.model = test::makeModel({}),
                        .baked = {},
                        .ground = {},
                        .import_cost = {},
                        .packed = {},
                        .detail = {}};
};

TEST_F(ExactErrors, OnAFrameOnlyThePackingErrorRemains) {
    EXPECT_LT(worst(errors(60.0, {0, 0.0, 0, 0.0, 0.0})), 3.0);
}

TEST_F(ExactErrors, BetweenFramesTheyFallWithTheRate) {
    const BakedPose between{0, 0.517, 0, 0.0, 0.0};
    EXPECT_GT(worst(errors(15.0, between)), worst(errors(120.0, between)));
}

TEST_F(ExactErrors, FewerWeightsAreAnError) {
    PoseSwitches one;
    one.weights = 1;
    const BakedPose pose{0, 0.5, 0, 0.0, 0.0};
    EXPECT_GT(worst(errors(60.0, pose, one)), 2.0 * worst(errors(60.0, pose)));
}

}  // namespace
}  // namespace phalanx
