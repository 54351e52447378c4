#include "app/window/session/camera_control.h"

#include "app/army/framing.h"

#include <gtest/gtest.h>

#include <cmath>

namespace phalanx {
namespace {

constexpr double kHeight = 720.0;

Camera start() {
    Camera camera;
    camera.eye = {0.0, 5.0, 12.0};
    camera.target = {0.0, 1.0, 0.0};
    return camera;
}

void settle(CameraControl& control) {
    for (int i = 0; i < 200; ++i) control.update({}, 0.02, kHeight);
}

double distance(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::length(a - b);
}

TEST(CameraControl, StartsWhereItIsPut) {
    const CameraControl control(start());
    EXPECT_LT(distance(control.camera().eye, start().eye), 1e-9);
    EXPECT_LT(distance(control.camera().target, start().target), 1e-9);
}

TEST(CameraControl, OrbitKeepsTargetAndDistance) {
    CameraControl control(start());
    CameraInput input;
    input.orbit = {120.0, -15.0};
    for (int i = 0; i < 10; ++i) {
        control.update(input, 0.02, kHeight);
        EXPECT_LT(distance(control.camera().target, start().target), 1e-9);
        EXPECT_NEAR(distance(control.camera().eye, control.camera().target),
                    distance(start().eye, start().target), 1e-9);
    }
    EXPECT_GT(distance(control.camera().eye, start().eye), 1.0);
}

TEST(CameraControl, DraggingRightTurnsTheEyeLeft) {
    CameraControl control(start());
    CameraInput input;
    input.orbit = {20.0, 0.0};
    control.update(input, 0.02, kHeight);
    EXPECT_LT(control.goal().eye.x, -0.1);
}

TEST(CameraControl, RightArrowTurnsTheEyeRightByTime) {
    CameraInput input;
    input.turn = {1.0, 0.0};
    CameraControl often(start());
    CameraControl seldom(start());
    for (int i = 0; i < 20; ++i) often.update(input, 0.01, kHeight);
    for (int i = 0; i < 5; ++i) seldom.update(input, 0.04, 3.0 * kHeight);
    EXPECT_GT(often.goal().eye.x, 1.0);
    EXPECT_LT(distance(often.goal().eye, seldom.goal().eye), 1e-9) << "by frames or by the window's height";
}

TEST(CameraControl, ArrowsPanApproachAndLook) {
    CameraInput input;
    input.slide = {1.0, 0.0};
    CameraControl pans(start());
    pans.update(input, 0.1, kHeight);
    EXPECT_GT(pans.goal().target.x, 0.1);
    input = {};
    input.approach = 1.0;
    CameraControl comes(start());
    comes.update(input, 0.1, kHeight);
    EXPECT_LT(distance(comes.goal().eye, comes.goal().target), distance(start().eye, start().target) - 0.5);
    input = {};
    input.glance = {1.0, 1.0};
    CameraControl looks(start());
    looks.update(input, 0.1, kHeight);
    EXPECT_LT(distance(looks.goal().eye, start().eye), 1e-9);
    EXPECT_GT(looks.goal().target.x, 0.1);
    EXPECT_GT(looks.goal().target.y, start().target.y + 0.1);
}

TEST(CameraControl, LookKeepsTheEye) {
    CameraControl control(start());
    CameraInput input;
    input.look = {40.0, 12.0};
    for (int i = 0; i < 10; ++i) {
        control.update(input, 0.02, kHeight);
        EXPECT_LT(distance(control.camera().eye, start().eye), 1e-9);
    }
    EXPECT_GT(control.goal().target.x, 1.0) << "a drag to the right looks to the right";
    EXPECT_LT(control.goal().target.y, 1.0) << "a drag downwards looks down";
}

TEST(CameraControl, PanMovesThePointUnderTheCursorWithIt) {
    Camera level = start();
    level.eye = {0.0, 20.0, 20.0};
    level.target = {0.0, 20.0, 0.0};
    CameraControl control(level);
    CameraInput input;
    input.pan = {72.0, 36.0};
    control.update(input, 0.02, kHeight);
    // At the target's distance the window's height covers 2 * 20 m * tan(20 degrees).
    const double metres_per_pixel = 40.0 * std::tan(glm::radians(20.0)) / kHeight;
    EXPECT_NEAR(control.goal().target.x, -72.0 * metres_per_pixel, 1e-9);
    EXPECT_NEAR(control.goal().target.y, 20.0 + 36.0 * metres_per_pixel, 1e-9);
}

TEST(CameraControl, WheelZoomsWithinLimits) {
    CameraControl control(start());
    CameraInput input;
    input.wheel = 1.0;
    const double before = distance(control.goal().eye, control.goal().target);
    control.update(input, 0.02, kHeight);
    EXPECT_LT(distance(control.goal().eye, control.goal().target), before);
    for (int i = 0; i < 300; ++i) control.update(input, 0.02, kHeight);
    EXPECT_NEAR(distance(control.goal().eye, control.goal().target), CameraControl::kLeastDistance_m, 1e-9);
    input.wheel = -1.0;
    for (int i = 0; i < 300; ++i) control.update(input, 0.02, kHeight);
    EXPECT_NEAR(distance(control.goal().eye, control.goal().target), CameraControl::kMostDistance_m, 1e-6);
}

TEST(CameraControl, NeverGoesUnderTheGround) {
    CameraControl control(start());
    for (int i = 0; i < 400; ++i) {
        CameraInput input;
        input.orbit = {i % 7 - 3.0, -40.0 + 13.0 * (i % 5)};
        input.look = {5.0 * (i % 3), -20.0 + i % 41};
        input.pan = {0.0, i % 2 == 0 ? -90.0 : 30.0};
        input.wheel = i % 11 - 5;
        input.fly = {0.0, -1.0, 1.0};
        input.fast = i % 2 == 1;
        control.update(input, 0.03, kHeight);
        ASSERT_GE(control.camera().eye.y, kLeastEyeHeight_m - 1e-9) << "step " << i;
        ASSERT_GE(control.goal().eye.y, kLeastEyeHeight_m - 1e-9) << "step " << i;
        ASSERT_TRUE(std::isfinite(control.camera().eye.x + control.camera().eye.z));
    }
}

// The same input moves the camera along the same path at any frame rate.
TEST(CameraControl, FlyingDoesNotDependOnTheFrameRate) {
    const auto flown = [](int frames) {
        CameraControl control(start());
        CameraInput input;
        input.fly = {0.5, 0.0, 1.0};
        for (int i = 0; i < frames; ++i) control.update(input, 1.0 / frames, kHeight);
        settle(control);
        return control.camera().eye;
    };
    const glm::dvec3 slow = flown(20);
    EXPECT_GT(distance(slow, start().eye), 3.0);
    EXPECT_LT(distance(slow, flown(240)), 0.25) << "not exact, because the speed depends on the eye's height";
}

TEST(CameraControl, GlidingDoesNotDependOnTheFrameRate) {
    const auto glided = [](int frames) {
        CameraControl control(start());
        control.focus({10.0, 1.0, -4.0}, 3.0);
        for (int i = 0; i < frames; ++i) control.update({}, 0.1 / frames, kHeight);
        return control.camera();
    };
    EXPECT_LT(distance(glided(1).target, glided(40).target), 1e-9);
    EXPECT_LT(distance(glided(1).eye, glided(40).eye), 1e-9);
}

TEST(CameraControl, GlidingEnds) {
    CameraControl control(start());
    EXPECT_TRUE(control.standing());
    for (const bool look : {false, true}) {
        CameraInput input;
        (look ? input.look : input.orbit) = {120.0, -15.0};
        control.update(input, 0.02, kHeight);
        EXPECT_FALSE(control.standing());
        int frames = 0;
        for (; !control.standing() && frames < 200; ++frames) control.update({}, 0.02, kHeight);
        EXPECT_GT(frames, 10) << "the camera jumps";
        EXPECT_LT(frames, 60) << "the camera moves for more than a second";
        EXPECT_EQ(control.camera().eye, control.goal().eye);
        EXPECT_EQ(control.camera().target, control.goal().target);
    }
}

TEST(CameraControl, FocusEndsAtThePoint) {
    CameraControl control(start());
    control.focus({10.0, 1.0, -4.0}, 3.0);
    settle(control);
    EXPECT_LT(distance(control.camera().target, {10.0, 1.0, -4.0}), 1e-6);
    EXPECT_NEAR(distance(control.camera().eye, control.camera().target), 3.0, 1e-6);
}

TEST(CameraControl, CarryingMovesEyeAndTargetAtOnce) {
    CameraControl control(start());
    control.carry({3.0, 0.0, 7.0});
    EXPECT_LT(distance(control.camera().eye, start().eye + glm::dvec3(3.0, 0.0, 7.0)), 1e-9);
    EXPECT_LT(distance(control.goal().target, start().target + glm::dvec3(3.0, 0.0, 7.0)), 1e-9);
}

TEST(CameraControl, TakesTheShorterWayAround) {
    CameraControl control(start());
    CameraInput input;
    input.orbit = {-kHeight * 1.9, 0.0};  // nearly a whole turn
    control.update(input, 0.02, kHeight);
    settle(control);
    control.glideTo(start());
    double furthest = 0.0;
    for (int i = 0; i < 100; ++i) {
        control.update({}, 0.01, kHeight);
        furthest = std::max(furthest, distance(control.camera().eye, start().eye));
    }
    EXPECT_LT(furthest, 8.0) << "the camera turned the longer way";
    EXPECT_LT(distance(control.camera().eye, start().eye), 1e-3);
}

}  // namespace
}  // namespace phalanx
