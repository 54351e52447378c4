// Sampling, blending and skinning: results computed by hand, and properties that hold for every model.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <numbers>

#include "anim/pose/pose.h"
#include "anim/pose/pose_sampler.h"
#include "anim/pose/skin.h"
#include "core/error.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

constexpr double kTiny = 1e-12;

double distance(const glm::dmat4& a, const glm::dmat4& b) {
    double largest = 0.0;
    for (int c = 0; c < 4; ++c) largest = std::max(largest, glm::length(a[c] - b[c]));
    return largest;
}

glm::dquat aboutZ(double degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::dvec3(0.0, 0.0, 1.0));
}

// One node that slides along x and turns about z.
Model slider() {
    Model model;
    model.name = "slider";
    model.nodes.push_back({"root", -1, glm::dmat4(1.0)});
    model.palette.push_back({0, glm::dmat4(1.0)});
    model.vertices.resize(3);
    model.indices = {0, 1, 2};
    model.materials.emplace_back();
    model.variants.push_back({"all", {{0, 0, 3}}});
    model.height_m = 1.0;
    return model;
}

Clip slide(std::vector<Key<glm::dvec3>> keys, double duration_s, bool loops, double closing_s = 0.0) {
    Clip clip;
    clip.name = "slide";
    clip.duration_s = duration_s;
    clip.loops = loops;
    clip.closing_s = closing_s;
    clip.channels.emplace_back().translations.keys = std::move(keys);
    return clip;
}

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

TEST(Transform, DecomposeAndComposeAreInverse) {
    test::Dice dice(7);
    for (int i = 0; i < 500; ++i) {
        Transform t;
        t.translation = dice.inBox(10.0);
        t.rotation = dice.turn(3.1);
        t.scale = {dice.between(0.1, 4.0), dice.between(0.1, 4.0), dice.between(0.1, 4.0)};
        if (i % 2 == 1) t.scale[i / 2 % 3] *= -1.0;  // mirrors along each axis in turn
        const glm::dmat4 matrix = toMatrix(t);
        const Transform back = decompose(matrix);
        EXPECT_LT(distance(toMatrix(back), matrix), 1e-12) << i;
        EXPECT_NEAR(glm::length(back.rotation), 1.0, kTiny);
        EXPECT_GT(back.scale.y, 0.0);
        EXPECT_GT(back.scale.z, 0.0);
        EXPECT_EQ(back.scale.x < 0.0, i % 2 == 1) << i;
    }
}

TEST(Transform, ScaleComesFirstThenRotationThenTranslation) {
    const Transform t{{10.0, 0.0, 0.0}, aboutZ(90.0), {2.0, 3.0, 1.0}};
    const glm::dvec4 p = toMatrix(t) * glm::dvec4(1.0, 1.0, 0.0, 1.0);
    EXPECT_NEAR(p.x, 10.0 - 3.0, kTiny);
    EXPECT_NEAR(p.y, 2.0, kTiny);
}

TEST(Transform, ZeroScaleDecomposesToTheIdentityRotation) {
    for (const glm::dvec3 scale : {glm::dvec3(0.0), glm::dvec3(1.0, 0.0, 2.0)}) {
        const Transform back = decompose(toMatrix({{1.0, 2.0, 3.0}, aboutZ(30.0), scale}));
        EXPECT_EQ(back.rotation, glm::dquat(1.0, 0.0, 0.0, 0.0));
        EXPECT_EQ(back.translation, glm::dvec3(1.0, 2.0, 3.0));
        EXPECT_NEAR(back.scale.y, scale.y, kTiny);
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

TEST(Blending, IsLocalAndReachesBothEnds) {
    const Model model = test::makeModel({});
    const LocalPose a = samplePose(model, model.clips[0], 0.3);
    const LocalPose b = samplePose(model, model.clips[1], 0.6);
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto of = [&](const LocalPose& pose) { return modelFromNode(model, pose)[i]; };
        EXPECT_LT(distance(of(blendPoses(a, b, 0.0)), of(a)), 1e-12);
        EXPECT_LT(distance(of(blendPoses(a, b, 1.0)), of(b)), 1e-12);
        EXPECT_LT(distance(of(blendPoses(a, a, 0.4)), of(a)), 1e-12);
    }
}

TEST(Blending, HalfWayIsHalfWay) {
    const Model model = slider();
    LocalPose a = restPose(model);
    LocalPose b = a;
    a.nodes[0] = {true, {{0.0, 0.0, 0.0}, aboutZ(10.0), {1.0, 1.0, 1.0}}, glm::dmat4(1.0)};
    b.nodes[0] = {true, {{2.0, 4.0, 6.0}, aboutZ(50.0), {3.0, 1.0, 1.0}}, glm::dmat4(1.0)};
    const Transform half = blendPoses(a, b, 0.5).nodes[0].transform;
    EXPECT_LT(glm::length(half.translation - glm::dvec3(1.0, 2.0, 3.0)), kTiny);
    EXPECT_NEAR(half.scale.x, 2.0, kTiny);
    EXPECT_NEAR(std::abs(glm::dot(half.rotation, aboutZ(30.0))), 1.0, 1e-12);
}

TEST(Blending, ADrivenNodeBlendsWithItsRestPose) {
    Model model = slider();
    model.nodes[0].parent_from_node_rest = toMatrix({{2.0, 0.0, 0.0}, aboutZ(0.0), glm::dvec3(1.0)});
    LocalPose moved = restPose(model);
    moved.nodes[0].driven = true;
    moved.nodes[0].transform.translation = {6.0, 0.0, 0.0};
    EXPECT_NEAR(modelFromNode(model, blendPoses(restPose(model), moved, 0.25))[0][3].x, 3.0, kTiny);
}

TEST(Poses, ShearOfARestTransformIsKept) {
    Model model = slider();
    glm::dmat4 sheared(1.0);
    sheared[1][0] = 0.7;
    model.nodes[0].parent_from_node_rest = sheared;
    EXPECT_EQ(distance(modelFromNode(model, restPose(model))[0], sheared), 0.0);
}

TEST(Poses, ModelFromBindIsInMetres) {
    Model model = slider();
    model.metres_per_unit = 0.01;
    model.nodes.push_back({"child", 0, glm::translate(glm::dmat4(1.0), {0.0, 100.0, 0.0})});
    model.palette = {{1, glm::translate(glm::dmat4(1.0), {0.0, 0.0, -20.0})}};
    const glm::dmat4 m = modelFromBind(model, restPose(model))[0];
    const glm::dvec4 p = m * glm::dvec4(10.0, 0.0, 20.0, 1.0);
    EXPECT_LT(glm::length(p - glm::dvec4(0.1, 1.0, 0.0, 1.0)), kTiny);
}

TEST(Skinning, OneJointMovesRigidly) {
    Vertex v;
    v.position = {1.0F, 0.0F, 0.0F};
    v.normal = {1.0F, 0.0F, 0.0F};
    const glm::dmat4 m = glm::translate(glm::dmat4(1.0), {0.0, 5.0, 0.0}) * glm::mat4_cast(aboutZ(90.0));
    const auto skinned = skin(std::span(&v, 1), std::span(&m, 1));
    EXPECT_LT(glm::length(skinned[0].position - glm::dvec3(0.0, 6.0, 0.0)), kTiny);
    EXPECT_LT(glm::length(skinned[0].normal - glm::dvec3(0.0, 1.0, 0.0)), kTiny);
}

TEST(Skinning, MatricesAreSummedByWeight) {
    Vertex v;
    v.position = {1.0F, 0.0F, 0.0F};
    v.joints = {0, 1, 0, 0};
    v.weights = {0.75F, 0.25F, 0.0F, 0.0F};
    const std::vector<glm::dmat4> palette{glm::dmat4(1.0), glm::translate(glm::dmat4(1.0), {0.0, 8.0, 0.0})};
    EXPECT_LT(glm::length(skin(std::span(&v, 1), palette)[0].position - glm::dvec3(1.0, 2.0, 0.0)), kTiny);
}

TEST(Skinning, AFlattenedNormalIsZeroAndFinite) {
    Vertex v;
    v.position = {1.0F, 2.0F, 3.0F};
    glm::dmat4 m(0.0);
    m[3] = {4.0, 5.0, 6.0, 1.0};
    const auto skinned = skin(std::span(&v, 1), std::span(&m, 1));
    EXPECT_EQ(skinned[0].normal, glm::dvec3(0.0));
    EXPECT_EQ(skinned[0].position, glm::dvec3(4.0, 5.0, 6.0));
}

// A transformed normal stays perpendicular to its surface and on the same side of it.
TEST(NormalMatrix, KeepsNormalsOnTheirSurface) {
    test::Dice dice(3);
    for (int i = 0; i < 1000; ++i) {
        const glm::dmat3 m(dice.inBox(2.0), dice.inBox(2.0), dice.inBox(2.0));
        const glm::dvec3 normal = dice.direction();
        const glm::dvec3 along = glm::normalize(glm::cross(normal, dice.direction()));
        const glm::dvec3 across = glm::cross(normal, along);
        const glm::dvec3 turned = normalMatrix(m) * normal;
        EXPECT_NEAR(glm::dot(turned, m * along), 0.0, 1e-12);
        EXPECT_NEAR(glm::dot(turned, m * across), 0.0, 1e-12);
        EXPECT_GE(glm::dot(turned, m * normal), 0.0);  // also where m mirrors
    }
}

TEST(NormalMatrix, IsTheInverseTransposeUpToAPositiveFactor) {
    const glm::dmat3 m(glm::dvec3(2.0, 0.1, 0.0), glm::dvec3(0.0, -3.0, 0.2), glm::dvec3(0.3, 0.0, 1.0));
    const glm::dmat3 expected = glm::transpose(glm::inverse(m));
    const glm::dmat3 actual = normalMatrix(m);
    const double factor = actual[0][0] / expected[0][0];
    EXPECT_GT(factor, 0.0);
    for (int c = 0; c < 3; ++c) EXPECT_LT(glm::length(actual[c] - expected[c] * factor), 1e-12);
}

// ---- validate() and findClip() ----

TEST(Validate, AcceptsValidModels) {
    EXPECT_NO_THROW(validate(test::makeModel({})));
    EXPECT_NO_THROW(validate(slider()));
}

TEST(Validate, NamesEachViolation) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    struct Case {
        const char* text;  // must occur in the error
        std::function<void(Model&)> corrupt;
    };
    const std::vector<Case> cases{
        {"no triangles", [](Model& m) { m.indices.clear(); }},
        {"no triangles", [](Model& m) { m.vertices.clear(); }},
        {"no joint", [](Model& m) { m.palette.clear(); }},
        {"1025 joints", [](Model& m) { m.palette.resize(kMaxJoints + 1); }},
        {"no material", [](Model& m) { m.materials.clear(); }},
        {"variant", [](Model& m) { m.variants.clear(); }},
        {"multiple of 3", [](Model& m) { m.indices.pop_back(); }},
        {"scale", [](Model& m) { m.metres_per_unit = 0.0; }},
        {"scale", [](Model& m) { m.metres_per_unit = std::numeric_limits<double>::infinity(); }},
        {"after its parent", [](Model& m) { m.nodes[2].parent = 5; }},
        {"after its parent", [](Model& m) { m.nodes[0].parent = 0; }},
        {"after its parent", [](Model& m) { m.nodes[1].parent = -2; }},
        {"non-finite transform", [](Model& m) { m.nodes[1].parent_from_node_rest[3].x = std::nan(""); }},
        {"has no node", [](Model& m) { m.palette[0].node = 1000; }},
        {"has no node", [](Model& m) { m.palette[0].node = -1; }},
        {"offset matrix", [](Model& m) { m.palette[0].joint_from_bind[0].x = std::nan(""); }},
        {"vertex 3 is not finite", [](Model& m) { m.vertices[3].position.y = kNan; }},
        {"vertex 3 is not finite", [](Model& m) { m.vertices[3].normal.y = kNan; }},
        {"vertex 3 is not finite", [](Model& m) { m.vertices[3].uv.y = kNan; }},
        {"uses joint 500 of only 12", [](Model& m) { m.vertices[3].joints[2] = 500; }},
        {"negative weight",
         [](Model& m) {
             m.vertices[3].weights = {1.5F, -0.5F, 0.0F, 0.0F};
         }},
        {"negative weight", [](Model& m) { m.vertices[3].weights[0] = kNan; }},
        {"sum to 0.5",
         [](Model& m) {
             m.vertices[3].weights = {0.5F, 0.0F, 0.0F, 0.0F};
         }},
        {"refers to vertex 300 of only 300", [](Model& m) { m.indices[4] = 300; }},
        {"part uses material 7", [](Model& m) { m.parts[0].material = 7; }},
        {"part extends past", [](Model& m) { m.parts[0].index_count = 4000; }},
        {"batch extends past", [](Model& m) { m.variants[0].batches[0].first_index = ~0U; }},
        {"uses an image that does not exist", [](Model& m) { m.materials[0].image = 0; }},
        {"another size",
         [](Model& m) {
             m.images.push_back({"p", 2, 2, {1, 2, 3}});
         }},
        {"duration", [](Model& m) { m.clips[0].duration_s = -1.0; }},
        {"duration", [](Model& m) { m.clips[0].closing_s = 2.0; }},
        {"duration", [](Model& m) { m.clips[0].stride_speed = std::nan(""); }},
        {"does not exist", [](Model& m) { m.clips[0].channels[0].node = 99; }},
        {"out of order", [](Model& m) { m.clips[0].channels[0].rotations.keys[2].time_s = 0.01; }},
        {"out of order", [](Model& m) { m.clips[0].channels[0].rotations.keys[0].time_s = -0.01; }},
        {"non-finite key", [](Model& m) { m.clips[0].channels[0].rotations.keys[1].value.w = std::nan(""); }},
        {"non-finite key", [](Model& m) { m.clips[0].channels[0].rotations.keys[4].time_s = std::nan(""); }},
    };
    for (std::size_t i = 0; i < cases.size(); ++i) {
        Model model = test::makeModel({});
        cases[i].corrupt(model);
        try {
            validate(model);
            ADD_FAILURE() << "case " << i << " (" << cases[i].text << ") was not detected";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kInput);
            const std::string text = error.what();
            EXPECT_NE(text.find(cases[i].text), std::string::npos) << "case " << i << ": " << text;
            EXPECT_TRUE(text.starts_with("synthetic: ")) << text;
        }
    }
}

TEST(FindClip, TakesNamesNumbersAndAnyLetterCase) {
    Model model = slider();
    for (const char* name : {"Walk", "walk", "Run", "#1"}) {
        Clip clip;
        clip.name = name;
        model.clips.push_back(clip);
    }
    EXPECT_EQ(findClip(model, "Walk"), 0);
    EXPECT_EQ(findClip(model, "walk"), 1);
    EXPECT_EQ(findClip(model, "WALK"), 0);
    EXPECT_EQ(findClip(model, "run"), 2);
    EXPECT_EQ(findClip(model, "#2"), 2);
    for (const char* bad : {"Fly", "#4", "#-1", "#", "", "#99999999999"}) {
        try {
            findClip(model, bad);
            ADD_FAILURE() << bad;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kUsage);
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        }
    }
    try {
        findClip(model, "Fly");
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("Walk, walk, Run"), std::string::npos);
    }
}

TEST(FindClip, ReportsAModelWithoutClips) {
    const Model model = slider();
    for (const char* wanted : {"Walk", "#0"}) {
        try {
            findClip(model, wanted);
            ADD_FAILURE() << wanted;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("has no clips"), std::string::npos) << error.what();
        }
    }
}

}  // namespace
}  // namespace phalanx
