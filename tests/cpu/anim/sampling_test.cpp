// Keys and clips sampled at a time: results computed by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "anim/pose/pose.h"
#include "anim/pose/pose_sampler.h"
#include "cpu/anim/slider.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::aboutZ;
using test::distance;
using test::kTiny;
using test::slide;
using test::slider;

double xAt(const Model& model, const Clip& clip, double time_s) {
    return modelFromNode(model, samplePose(model, clip, time_s))[0][3].x;
}

const std::vector<Key<glm::dvec3>> kTwoKeys{{0.5, {1.0, 0.0, 0.0}}, {1.5, {3.0, 0.0, 0.0}}};

// glTF 2.0, appendix C, written out for one axis.
double hermiteOf(double v0, double out0, double in1, double v1, double span, double t) {
    return (2 * t * t * t - 3 * t * t + 1) * v0 + span * (t * t * t - 2 * t * t + t) * out0 +
           (-2 * t * t * t + 3 * t * t) * v1 + span * (t * t * t - t * t) * in1;
}

TEST(SamplePose, AStepHoldsItsKeyUntilTheNext) {
    const Model model = slider();
    for (const bool loops : {false, true}) {
        Clip clip = slide(kTwoKeys, 2.0, loops, loops ? 0.5 : 0.0);
        clip.channels[0].translations.interpolation = Interpolation::kStep;
        EXPECT_EQ(xAt(model, clip, 0.0), 1.0);
        EXPECT_EQ(xAt(model, clip, 0.5), 1.0);
        EXPECT_EQ(xAt(model, clip, 1.4999), 1.0);
        EXPECT_EQ(xAt(model, clip, 1.5), 3.0);
        EXPECT_EQ(xAt(model, clip, 1.9999), 3.0) << "no way back from the last key";
        EXPECT_EQ(xAt(model, clip, 2.0), loops ? 1.0 : 3.0);
        EXPECT_TRUE(hasSteps(clip));
        clip.channels[0].translations.keys[1].value = clip.channels[0].translations.keys[0].value;
        EXPECT_FALSE(hasSteps(clip)) << "of two equal keys";
    }
    EXPECT_FALSE(hasSteps(slide(kTwoKeys, 2.0, false)));
}

TEST(SamplePose, ASplineFollowsItsTangents) {
    const Model model = slider();
    Clip clip = slide({{0.5, {1.0, 0.0, 0.0}}, {1.0, {3.0, 0.0, 0.0}}, {3.0, {-2.0, 0.0, 0.0}}}, 3.0, false);
    Track<glm::dvec3>& track = clip.channels[0].translations;
    track.interpolation = Interpolation::kCubic;
    track.tangents = {{{9.0, 0.0, 0.0}, {4.0, 0.0, 0.0}},
                      {{-6.0, 0.0, 0.0}, {5.0, 0.0, 0.0}},
                      {{2.0, 0.0, 0.0}, {9.0, 0.0, 0.0}}};
    EXPECT_EQ(xAt(model, clip, 0.2), 1.0) << "before the first key";
    for (const double t : {0.0, 0.1, 0.3, 0.5, 0.9, 1.0}) {
        EXPECT_NEAR(xAt(model, clip, 0.5 + 0.5 * t), hermiteOf(1.0, 4.0, -6.0, 3.0, 0.5, t), 1e-12);
        EXPECT_NEAR(xAt(model, clip, 1.0 + 2.0 * t), hermiteOf(3.0, 5.0, 2.0, -2.0, 2.0, t), 1e-12);
    }
    // Without its closing key a loop goes from the last key to the first by their tangents.
    clip.loops = true;
    clip.duration_s = 4.0;
    clip.closing_s = 1.0;
    EXPECT_NEAR(xAt(model, clip, 3.25), hermiteOf(-2.0, 9.0, 9.0, 1.0, 1.0, 0.25), 1e-12);
}

TEST(SamplePose, ASplineOfRotationsIsNormalized) {
    const Model model = slider();
    Clip clip;
    clip.duration_s = 1.0;
    Track<glm::dquat>& track = clip.channels.emplace_back().rotations;
    track.interpolation = Interpolation::kCubic;
    const double half = glm::radians(40.0);
    track.keys = {{0.0, {1.0, 0.0, 0.0, 0.0}}, {1.0, {std::cos(half), 0.0, 0.0, std::sin(half)}}};
    track.tangents = {{{0.0, 0.0, 0.0, 0.0}, {-1.0, 0.0, 0.5, 2.0}},
                      {{0.3, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 0.0}}};
    for (const double t : {0.1, 0.4, 0.75}) {
        const double w = hermiteOf(1.0, -1.0, 0.3, std::cos(half), 1.0, t);
        const double y = hermiteOf(0.0, 0.5, 0.0, 0.0, 1.0, t);
        const double z = hermiteOf(0.0, 2.0, 1.0, std::sin(half), 1.0, t);
        const double length = std::sqrt(w * w + y * y + z * z);
        const glm::dquat got = samplePose(model, clip, t).nodes[0].transform.rotation;
        EXPECT_NEAR(got.w, w / length, 1e-12);
        EXPECT_NEAR(got.x, 0.0, 1e-12);
        EXPECT_NEAR(got.y, y / length, 1e-12);
        EXPECT_NEAR(got.z, z / length, 1e-12);
        PoseSampler sampler(model, clip);
        EXPECT_LT(distance(sampler.sample(t)[0], modelFromBind(model, samplePose(model, clip, t))[0]), 1e-12);
    }
}

TEST(ClipTime, LoopsWrapAndOneShotsClamp) {
    Clip clip;
    clip.duration_s = 2.0;
    clip.loops = true;
    EXPECT_NEAR(clipTime(clip, 5.0), 1.0, kTiny);
    EXPECT_NEAR(clipTime(clip, -0.5), 1.5, kTiny);
    EXPECT_NEAR(clipTime(clip, 2.0), 0.0, kTiny);
    clip.loops = false;
    EXPECT_EQ(clipTime(clip, 5.0), 2.0);
    EXPECT_EQ(clipTime(clip, -0.5), 0.0);
    EXPECT_EQ(clipTime(clip, 2.0), 2.0);
    clip.duration_s = 0.0;
    EXPECT_EQ(clipTime(clip, 3.0), 0.0);
    clip.loops = true;
    EXPECT_EQ(clipTime(clip, 3.0), 0.0);
}

TEST(Sampling, HoldsBeforeTheFirstKeyAndAfterTheLast) {
    const Model model = slider();
    const Clip clip = slide(kTwoKeys, 2.0, false);
    EXPECT_NEAR(xAt(model, clip, 0.0), 1.0, kTiny);
    EXPECT_NEAR(xAt(model, clip, 0.5), 1.0, kTiny);
    EXPECT_NEAR(xAt(model, clip, 1.0), 2.0, kTiny);
    EXPECT_NEAR(xAt(model, clip, 1.25), 2.5, kTiny);
    EXPECT_NEAR(xAt(model, clip, 1.75), 3.0, kTiny);
    EXPECT_NEAR(xAt(model, clip, 99.0), 3.0, kTiny);
    EXPECT_NEAR(xAt(model, clip, -99.0), 1.0, kTiny);
}

TEST(Sampling, ALoopThatLeavesItsClosingKeyOutGoesBackToTheFirst) {
    const Model model = slider();
    const std::vector<Key<glm::dvec3>> keys{{0.0, {0.0, 0.0, 0.0}}, {1.0, {4.0, 0.0, 0.0}}};
    const Clip clip = slide(keys, 1.5, true, 0.5);
    EXPECT_NEAR(xAt(model, clip, 1.0), 4.0, kTiny);
    EXPECT_NEAR(xAt(model, clip, 1.25), 2.0, kTiny);
    EXPECT_NEAR(xAt(model, clip, 1.5 - 1e-9), 0.0, 1e-7);
    EXPECT_NEAR(xAt(model, clip, 1.5), 0.0, kTiny);
    EXPECT_NEAR(xAt(model, clip, 1.6), 0.4, 1e-9);
    EXPECT_NEAR(xAt(model, clip, -0.25), 2.0, 1e-9);
}

TEST(Sampling, RotationsTakeTheShorterArc) {
    const Model model = slider();
    Clip clip = slide({}, 1.0, false);
    clip.channels[0].translations.keys.clear();
    // The second key is a rotation of 60 degrees, stored as the quaternion of opposite sign.
    clip.channels[0].rotations.keys = {{0.0, aboutZ(0.0)}, {1.0, -aboutZ(60.0)}};
    const glm::dmat4 half = modelFromNode(model, samplePose(model, clip, 0.5))[0];
    EXPECT_LT(distance(half, glm::mat4_cast(aboutZ(30.0))), 1e-9);
}

TEST(Sampling, EqualKeyTimesAreAStep) {
    const Model model = slider();
    const Clip clip = slide(
        {{0.0, {0.0, 0.0, 0.0}}, {0.5, {0.0, 0.0, 0.0}}, {0.5, {8.0, 0.0, 0.0}}, {1.0, {8.0, 0.0, 0.0}}}, 1.0,
        false);
    EXPECT_NEAR(xAt(model, clip, 0.4999999), 0.0, kTiny);
    EXPECT_NEAR(xAt(model, clip, 0.5), 8.0, kTiny);
}

TEST(Sampling, PropertiesWithoutKeysStayAtRest) {
    Model model = slider();
    const Transform rest{{5.0, 6.0, 7.0}, aboutZ(45.0), {2.0, 2.0, 2.0}};
    model.nodes[0].parent_from_node_rest = toMatrix(rest);
    Clip clip = slide({}, 1.0, false);
    clip.channels[0].translations.keys.clear();
    clip.channels[0].scales.keys = {{0.0, glm::dvec3(3.0)}};
    const Transform expected{rest.translation, rest.rotation, glm::dvec3(3.0)};
    EXPECT_LT(distance(modelFromNode(model, samplePose(model, clip, 0.5))[0], toMatrix(expected)), 1e-9);
}

}  // namespace
}  // namespace phalanx
