// Common mistakes, made on purpose: what each changes in a bake, and what it leaves unchanged.
#include "anim/bake/bake_mistakes.h"

#include <gtest/gtest.h>

#include <vector>

#include "synthetic_model.h"

namespace phalanx {
namespace {

class BakeMistakesOfModel : public testing::Test {
  protected:
    BakeMistakesOfModel() : model_(test::makeModel({})), right_(bakeAnimation(model_, settings())) {
        right_.clips.front().loops = true;
    }
    static BakeSettings settings() {
        BakeSettings settings;
        settings.rate_hz = 15.0;
        return settings;
    }
    BakedAnimation with(const BakeMistakes& mistakes) const {
        BakedAnimation baked = right_;
        makeMistakes(model_, mistakes, baked);
        return baked;
    }
    std::size_t texelsPerFrame() const { return std::size_t{right_.joints} * kTexelsPerEntry; }
    std::vector<glm::vec4> frame(const BakedAnimation& baked, std::uint32_t number) const {
        const auto first = baked.texels.begin() + static_cast<std::ptrdiff_t>(number * texelsPerFrame());
        return {first, first + static_cast<std::ptrdiff_t>(texelsPerFrame())};
    }

    Model model_;
    BakedAnimation right_;
};

TEST_F(BakeMistakesOfModel, NoneChangesNothing) {
    const BakedAnimation baked = with({});
    EXPECT_EQ(baked.texels, right_.texels);
    EXPECT_EQ(baked.bounds_max, right_.bounds_max);
}

TEST_F(BakeMistakesOfModel, SkippedJoint0IsZeroAndTheOthersStay) {
    const BakedAnimation baked = with({.skip_joint_0 = true});
    for (std::size_t i = 0; i < baked.texels.size(); ++i) {
        const bool of_joint_0 = i % texelsPerFrame() < kTexelsPerEntry;
        ASSERT_EQ(baked.texels[i], of_joint_0 ? glm::vec4(0.0F) : right_.texels[i]) << i;
    }
}

// The missing factor is joint_from_bind: multiplied from the right, it restores the correct palette.
TEST_F(BakeMistakesOfModel, NoOffsetLeavesModelFromJoint) {
    const BakedPose pose{0, 0.3, 0, 0.0, 0.0};
    const std::vector<glm::dmat4> right = bakedPalette(right_, pose);
    const std::vector<glm::dmat4> wrong = bakedPalette(with({.no_offset = true}), pose);
    double worst = 0.0;
    double difference = 0.0;
    for (std::size_t j = 0; j < right.size(); ++j) {
        const glm::dmat4 restored = wrong[j] * model_.palette[j].joint_from_bind;
        for (int c = 0; c < 4; ++c) {
            worst = std::max(worst, glm::length(restored[c] - right[j][c]));
            difference = std::max(difference, glm::length(wrong[j][c] - right[j][c]));
        }
    }
    EXPECT_LT(worst, 1e-4);
    EXPECT_GT(difference, 1e-2);
}

TEST_F(BakeMistakesOfModel, WithoutAClosingFrameTheNextClipFollows) {
    const BakedAnimation baked = with({.no_closing_frame = true});
    const BakedClip& loop = right_.clips.front();
    const std::uint32_t closing = loop.first_frame + loop.intervals;
    EXPECT_EQ(frame(baked, closing), frame(right_, closing + 1));
    EXPECT_NE(frame(baked, closing), frame(right_, closing));
    for (std::uint32_t i = 0; i < closing; ++i) ASSERT_EQ(frame(baked, i), frame(right_, i)) << i;
}

TEST_F(BakeMistakesOfModel, BoundsHoldWhatIsDrawn) {
    const BakedAnimation baked = with({.no_offset = true});
    for (std::uint32_t f = 0; f < baked.frames; ++f) {
        for (const Vertex& vertex : model_.vertices) {
            const std::size_t entry = (std::size_t{f} * baked.joints + vertex.joints[0]) * kTexelsPerEntry;
            const glm::vec4 p(vertex.position, 1.0F);
            for (int row = 0; row < 3; ++row) {
                const double at = glm::dot(baked.texels[entry + static_cast<std::size_t>(row)], p);
                ASSERT_GE(at, baked.bounds_min[row] - 1e-4);
                ASSERT_LE(at, baked.bounds_max[row] + 1e-4);
            }
        }
    }
}

}  // namespace
}  // namespace phalanx
