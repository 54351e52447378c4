// The render scale: the scene is drawn smaller and scaled up, and everything that goes by pixels follows.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "gl/crowd_photos.h"
#include "gl/gl_fixture.h"
#include "gl/pick_at.h"
#include "golden/pictures.h"
#include "golden/studio.h"

namespace phalanx {
namespace {

class RenderScale : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        const std::vector<LoadedModel>& models = test::soldierAlone();
        stage_.emplace(caps(), models, makeCrowd(models, {}, test::standing(9), 0), SkinOptions{});
        stage_->render.samples = 1;
        stage_->render.shadow_map = 512;
        camera_.eye = {1.5, 2.2, 8.0};
        camera_.target = {0.0, 0.9, 0.0};
        picture_.emplace(caps(), GL_RGBA8, test::kPictureSize.x, test::kPictureSize.y, false, "picture");
    }

    gl::Pixels photograph(double scale) {
        const auto [width, height] = std::pair(test::kPictureSize.x, test::kPictureSize.y);
        stage_->render.render_scale = scale;
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, camera_, stage_->render, 0, width, height);
        stage_->renderer.present(picture_->framebuffer());
        return gl::readPixels(picture_->framebuffer(), width, height);
    }

    // How much neighbours in a row differ: detail that scaling up cannot invent.
    static double sharpness(const gl::Pixels& p) {
        double sum = 0.0;
        for (int y = 0; y < p.height; ++y) {
            for (int x = 1; x < p.width; ++x) {
                const std::size_t at = (static_cast<std::size_t>(y) * p.width + x) * 4;
                sum += std::abs(p.rgba8[at + 1] - p.rgba8[at - 3]);
            }
        }
        return sum / (static_cast<double>(p.height) * (p.width - 1));
    }

    std::optional<std::uint32_t> pickedAt(glm::ivec2 pixel, double scale) {
        return test::pickAt(stage_->renderer, pixel, [&] { photograph(scale); });
    }

    std::optional<Stage> stage_;
    Camera camera_;
    std::optional<PlainTarget> picture_;
};

TEST_F(RenderScale, ShowsTheSameSceneWithFewerPixels) {
    const gl::Pixels full = photograph(1.0);
    double sharper = sharpness(full);
    double farther = 0.0;
    for (const double scale : {0.5, 0.25}) {
        const gl::Pixels scaled = photograph(scale);
        const double off = test::meanDifference(scaled, full);
        EXPECT_GT(off, farther) << scale;
        EXPECT_LT(off, 6.0) << scale << ": the same scene in the same place";
        EXPECT_LT(sharpness(scaled), 0.9 * sharper) << scale;
        farther = off;
        sharper = sharpness(scaled);
    }
    EXPECT_TRUE(test::samePicture(photograph(1.0), full, test::kIdentical, "render_scale_back"));
}

TEST_F(RenderScale, PicksAndOutlinesWhatIsShown) {
    // Unit 4 stands in the middle of the grid; its chest is seen here.
    const glm::dmat4 clip_from_world = clipFromWorld(camera_, test::aspectOfPicture());
    const glm::dvec3 stands(glm::vec3(stage_->crowd.stateOf(4, 0).placement));
    const glm::dvec4 clip = clip_from_world * glm::dvec4(stands + glm::dvec3(0.0, 1.2, 0.0), 1.0);
    const glm::ivec2 pixel{static_cast<int>((clip.x / clip.w * 0.5 + 0.5) * test::kPictureSize.x),
                           static_cast<int>((0.5 - clip.y / clip.w * 0.5) * test::kPictureSize.y)};
    for (const double scale : {1.0, 0.5, 0.25}) {
        EXPECT_EQ(pickedAt(pixel, scale), 4U) << scale;
        EXPECT_EQ(pickedAt({2, 2}, scale), std::nullopt) << scale << ": the sky";
    }
    stage_->render.outlined.reset();
    const gl::Pixels plain = photograph(0.5);
    stage_->render.outlined = 4;
    const gl::Pixels outlined = photograph(0.5);
    const test::Difference rim = test::differenceOf(outlined, plain, 24);
    EXPECT_GT(rim.off, 40U);
    EXPECT_LT(rim.share, 0.05);
    // The rim lies around unit 4, nowhere else.
    for (int y = 0; y < plain.height; ++y) {
        for (int x = 0; x < plain.width; ++x) {
            const std::size_t at = (static_cast<std::size_t>(y) * plain.width + x) * 4;
            if (std::abs(outlined.rgba8[at + 2] - plain.rgba8[at + 2]) <= 24) continue;
            EXPECT_LT(std::abs(x - pixel.x), 24) << x << ", " << y;
            EXPECT_LT(std::abs(y - pixel.y), 50) << x << ", " << y;
        }
    }
}

}  // namespace
}  // namespace phalanx
