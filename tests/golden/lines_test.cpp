// Lines that show normals must be hidden by what is in front of them, and by nothing else.
#include <gtest/gtest.h>

#include "app/lab/normal_lines.h"
#include "gl/gl_fixture.h"
#include "golden/pictures.h"
#include "golden/studio.h"

namespace phalanx {
namespace {

// Two soldiers, one behind the other as seen from the camera.
class NormalLines : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        const std::vector<LoadedModel>& models = test::soldierAlone();
        stage_.emplace(caps(), models, makeCrowd(models, {}, test::standing(2), 0), SkinOptions{});
        stage_->render.ground = false;
        stage_->render.sky = false;
        stage_->render.environment.shadows = false;
        stage_->render.samples = 1;
        picture_.emplace(caps(), GL_RGBA8, test::kPictureSize.x, test::kPictureSize.y, false, "picture");
        const auto place = [&](std::uint32_t unit) {
            return glm::dvec3(glm::vec3(stage_->crowd.stateOf(unit, 0).placement));
        };
        const glm::dvec3 chest(0.0, 1.0, 0.0);
        camera_.target = place(1) + chest;
        camera_.eye = place(0) + chest + glm::normalize(place(0) - place(1)) * 3.0;
    }

    gl::Pixels photograph() {
        const auto [width, height] = std::pair(test::kPictureSize.x, test::kPictureSize.y);
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, camera_, stage_->render, 0, width, height);
        stage_->renderer.present(picture_->framebuffer());
        return gl::readPixels(picture_->framebuffer(), width, height);
    }

    // The number of pixels that the lines of this soldier change.
    std::size_t linePixels(std::uint32_t unit, bool units) {
        constexpr int kSeen = 8;
        stage_->render.units = units;
        stage_->renderer.setLines({}, 1.0F);
        const gl::Pixels without = photograph();
        stage_->renderer.setLines(normalLines(*stage_, test::soldierAlone(), unit, nullptr, 0,
                                              clipFromWorld(camera_, test::aspectOfPicture())),
                                  1.25F);
        return test::differenceOf(photograph(), without, kSeen).off;
    }

    std::optional<Stage> stage_;
    std::optional<PlainTarget> picture_;
    Camera camera_;
};

TEST_F(NormalLines, OfTheFarSideAreHidden) {
    const std::size_t all = linePixels(0, false);
    const std::size_t seen = linePixels(0, true);
    RecordProperty("all", std::to_string(all));
    RecordProperty("seen", std::to_string(seen));
    ASSERT_GT(all, 500U);
    EXPECT_LT(seen, all * 8 / 10);
    EXPECT_GT(seen, all * 4 / 10);
}

TEST_F(NormalLines, OfASoldierBehindAnotherAreHidden) {
    const std::size_t all = linePixels(1, false);
    ASSERT_GT(all, 200U);
    EXPECT_LT(linePixels(1, true), all / 4);  // lines that reach out beside the first soldier are visible
}

}  // namespace
}  // namespace phalanx
