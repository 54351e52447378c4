// Transforms, blending and skinning: results computed by hand, and properties that hold for every model.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "cpu/anim/slider.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::aboutZ;
using test::distance;
using test::kTiny;
using test::slider;

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

}  // namespace
}  // namespace phalanx
