// The steps of the lesson with layers, drawn: each differs from the step before it, and a hit from its end.
#include <gtest/gtest.h>

#include <optional>

#include "app/layers/layered_army.h"
#include "app/lesson/layer_storage.h"
#include "app/lesson/lesson_poses.h"
#include "app/lesson/lesson_steps.h"
#include "core/main_loop.h"
#include "gl/stage_fixture.h"
#include "layers.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

constexpr Ticks kNow = 9000;

class LessonLayers : public test::StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        models_.push_back(test::bakedModel(test::soldier(), 30.0));
    }

    // Soldiers in front of the camera. into_hit: how long ago they were hit.
    gl::Pixels drawn(LessonPoseKind kind, std::optional<Ticks> into_hit) {
        CrowdSettings settings = grid(9);
        settings.march = false;
        lay(settings);
        const LessonPose pose = lessonPose(kind, models_);
        EXPECT_EQ(pose.why_not, "");
        LayeredArmy army(caps(), models_, stage_->crowd, LayeredArmy::Plan{pose.file, "lesson"});
        army.takeOverMotion(stage_->crowd);
        army.advance(stage_->crowd, kNow);
        if (into_hit) army.startAdditive(stage_->crowd, 9, kNow - *into_hit);
        Renderer renderer(caps(), dataDirectory() / "shaders");
        renderer.setLayers(army.groups());
        Camera camera;
        camera.eye = {1.0, 2.2, 6.0};
        camera.target = {0.0, 0.9, 0.0};
        return photograph(renderer, "palette", camera, kNow);
    }
};

TEST_F(LessonLayers, EachStepLooksUnlikeTheOneBefore) {
    std::optional<gl::Pixels> before;
    for (const LessonStep& step : lessonSteps()) {
        if (step.pose == LessonPoseKind::kNone) continue;
        const gl::Pixels now = drawn(step.pose, 600);
        if (before) {
            EXPECT_GT(test::meanDifference(*before, now), 4 * test::kSameImage) << step.title;
        }
        before = now;
    }
}

// The lab poses a soldier at the origin; the lesson counts what the passes read, also the state of the
// target.
TEST_F(LessonLayers, CountTheRecordThatIsOnTheGpu) {
    lay(grid(9));
    const LessonPose pose = lessonPose(LessonPoseKind::kAim, models_);
    const LayeredArmy army(caps(), models_, stage_->crowd, LayeredArmy::Plan{pose.file, "lesson"});
    const LayeredLook look = army.look(1, stage_->crowd, kNow);
    EXPECT_EQ(layout::targetKind(look.own.aim_kinds[0].after), PH_TARGET_IS_UNIT);
    EXPECT_EQ(look.record.aim_kinds[0].after, PH_TARGET_IN_MODEL);
    LayersInUse layers{look.rig->rig(), look.own};
    layers.by_compute = true;
    EXPECT_EQ(fetchesOf(layers).solve, 3U + PH_RIG_AIM_TEXELS + 2U);
}

TEST_F(LessonLayers, AHitIsSeenAndEnds) {
    const gl::Pixels never = drawn(LessonPoseKind::kAdditive, std::nullopt);
    const gl::Pixels hit = drawn(LessonPoseKind::kAdditive, 600);
    const gl::Pixels over = drawn(LessonPoseKind::kAdditive, 5000);
    EXPECT_GT(test::meanDifference(never, hit), 4 * test::kSameImage);
    EXPECT_LT(test::meanDifference(never, over), test::kSameImage);
}

}  // namespace
}  // namespace phalanx
