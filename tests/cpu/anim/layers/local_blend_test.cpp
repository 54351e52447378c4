// The operators on local transforms: results computed by hand.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "anim/layers/local_blend.h"
#include "cpu/anim/slider.h"

namespace phalanx {
namespace {

using test::aboutZ;
using test::kTiny;

LocalTransform driven(const glm::dvec3& translation, double degrees, const glm::dvec3& scale) {
    return {true, {translation, aboutZ(degrees), scale}, glm::dmat4(1.0)};
}

LocalTransform turnedBy(double degrees) {
    return driven(glm::dvec3(0.0), degrees, glm::dvec3(1.0));
}

// The angle about z, -180 to 180, whichever sign the quaternion has.
double degreesOf(const LocalTransform& local) {
    const glm::dquat q = local.transform.rotation;
    EXPECT_NEAR(glm::length(q), 1.0, kTiny);
    return glm::degrees(std::remainder(2.0 * std::atan2(q.z, q.w), 2.0 * 3.14159265358979323846));
}

TEST(LocalBlend, IsTheMeanOfTranslationsAndScales) {
    const LocalTransform a = driven({1.0, 0.0, 0.0}, 0.0, {1.0, 2.0, 4.0});
    const LocalTransform b = driven({0.0, 8.0, 0.0}, 0.0, {3.0, 2.0, 0.0});
    const std::array<WeightedLocal, 2> items{WeightedLocal{&a, 0.25}, WeightedLocal{&b, 0.75}};
    const Transform mean = blendLocals(items).transform;
    EXPECT_LT(glm::length(mean.translation - glm::dvec3(0.25, 6.0, 0.0)), kTiny);
    EXPECT_LT(glm::length(mean.scale - glm::dvec3(2.5, 2.0, 1.0)), kTiny);
}

TEST(LocalBlend, SumsQuaternions) {
    const LocalTransform a = turnedBy(0.0);
    const LocalTransform b = turnedBy(90.0);
    const std::array<WeightedLocal, 2> items{WeightedLocal{&a, 0.75}, WeightedLocal{&b, 0.25}};
    // 3/4 (1, 0) + 1/4 (cos 45, sin 45): half the angle is atan2(0.25 sin 45, 0.75 + 0.25 cos 45).
    const double half = std::atan2(0.25 * std::sqrt(0.5), 0.75 + 0.25 * std::sqrt(0.5));
    EXPECT_NEAR(degreesOf(blendLocals(items)), glm::degrees(2.0 * half), 1e-10);
}

TEST(LocalBlend, TakesTheHemisphereOfTheHeaviest) {
    // 170 and -170 degrees are 20 degrees apart. Their quaternions are on opposite hemispheres.
    const LocalTransform a = turnedBy(170.0);
    const LocalTransform b = turnedBy(-170.0);
    const std::array<WeightedLocal, 2> two{WeightedLocal{&a, 0.5}, WeightedLocal{&b, 0.5}};
    EXPECT_NEAR(std::abs(degreesOf(blendLocals(two))), 180.0, 1e-9);
    // c lies on a's side, but not on b's: which hemisphere counts depends on the heaviest alone.
    const LocalTransform c = turnedBy(5.0);
    const auto expected = [](double weight_a, double weight_b, double weight_c, double sign_a, double sign_b,
                             double sign_c) {
        const auto part = [](double degrees) {
            return glm::dvec2(std::cos(glm::radians(degrees / 2.0)), std::sin(glm::radians(degrees / 2.0)));
        };
        const glm::dvec2 sum = weight_a * sign_a * part(170.0) + weight_b * sign_b * part(-170.0) +
                               weight_c * sign_c * part(5.0);
        return glm::degrees(std::remainder(2.0 * std::atan2(sum.y, sum.x), 2.0 * 3.14159265358979323846));
    };
    const std::array<WeightedLocal, 3> by_a{WeightedLocal{&c, 0.25}, WeightedLocal{&b, 0.35},
                                            WeightedLocal{&a, 0.4}};
    EXPECT_NEAR(degreesOf(blendLocals(by_a)), expected(0.4, 0.35, 0.25, 1.0, -1.0, 1.0), 1e-9);
    const std::array<WeightedLocal, 3> by_b{WeightedLocal{&c, 0.25}, WeightedLocal{&b, 0.4},
                                            WeightedLocal{&a, 0.35}};
    EXPECT_NEAR(degreesOf(blendLocals(by_b)), expected(0.35, 0.4, 0.25, -1.0, 1.0, 1.0), 1e-9);
}

TEST(LocalBlend, DoesNotDependOnTheOrder) {
    const std::array<LocalTransform, 4> locals{turnedBy(10.0), turnedBy(80.0), turnedBy(-60.0),
                                               turnedBy(120.0)};
    const std::array<double, 4> weights{0.4, 0.3, 0.2, 0.1};
    std::array<int, 4> order{0, 1, 2, 3};
    const auto inOrder = [&] {
        std::vector<WeightedLocal> items;
        for (const int i : order) {
            const auto index = static_cast<std::size_t>(i);
            items.push_back({&locals[index], weights[index]});
        }
        return degreesOf(blendLocals(items));
    };
    const double first = inOrder();
    while (std::next_permutation(order.begin(), order.end())) EXPECT_NEAR(inOrder(), first, 1e-10);
}

TEST(LocalBlend, AnItemOfWeightZeroDoesNotCount) {
    LocalTransform sheared;
    sheared.whole[1][0] = 0.5;  // a matrix that no transform can hold
    const LocalTransform other = turnedBy(40.0);
    const std::array<WeightedLocal, 2> items{WeightedLocal{&sheared, 1.0}, WeightedLocal{&other, 0.0}};
    const LocalTransform result = blendLocals(items);
    EXPECT_FALSE(result.driven);
    EXPECT_EQ(result.whole, sheared.whole);
    const std::array<WeightedLocal, 2> same{WeightedLocal{&sheared, 0.5}, WeightedLocal{&sheared, 0.5}};
    EXPECT_EQ(blendLocals(same).whole, sheared.whole);
}

TEST(LocalAddition, AddsTheDifference) {
    const LocalTransform base = driven({1.0, 1.0, 1.0}, 30.0, {2.0, 2.0, 2.0});
    const LocalTransform clip = driven({5.0, 0.0, 0.0}, 70.0, {3.0, 1.0, 5.0});
    const LocalTransform reference = driven({1.0, 0.0, 0.0}, 20.0, {1.5, 1.0, 0.0});
    const LocalTransform full = addLocal(base, clip, reference, 1.0);
    EXPECT_NEAR(degreesOf(full), 80.0, 1e-10);
    EXPECT_LT(glm::length(full.transform.translation - glm::dvec3(5.0, 1.0, 1.0)), kTiny);
    EXPECT_LT(glm::length(full.transform.scale - glm::dvec3(4.0, 2.0, 2.0)), kTiny);
    const LocalTransform part = addLocal(base, clip, reference, 0.25);
    // nlerp of the identity and 50 degrees.
    const double half =
        std::atan2(0.25 * std::sin(glm::radians(25.0)), 0.75 + 0.25 * std::cos(glm::radians(25.0)));
    EXPECT_NEAR(degreesOf(part), 30.0 + glm::degrees(2.0 * half), 1e-10);
    EXPECT_LT(glm::length(part.transform.translation - glm::dvec3(2.0, 1.0, 1.0)), kTiny);
    EXPECT_LT(glm::length(part.transform.scale - glm::dvec3(2.5, 2.0, 2.0)), kTiny);
}

TEST(LocalAddition, TakesTheShorterTurn) {
    // The difference is 20 degrees, also if the quaternions say 340.
    LocalTransform clip = turnedBy(-170.0);
    const LocalTransform full = addLocal(turnedBy(0.0), clip, turnedBy(170.0), 1.0);
    EXPECT_NEAR(degreesOf(full), 20.0, 1e-10);
    clip.transform.rotation = -clip.transform.rotation;
    EXPECT_NEAR(degreesOf(addLocal(turnedBy(0.0), clip, turnedBy(170.0), 1.0)), 20.0, 1e-10);
}

TEST(LocalAddition, WeightZeroAndNoDifferenceChangeNothing) {
    LocalTransform sheared;
    sheared.whole[1][0] = 0.5;
    EXPECT_EQ(addLocal(sheared, turnedBy(10.0), turnedBy(90.0), 0.0).whole, sheared.whole);
    EXPECT_FALSE(addLocal(sheared, LocalTransform{}, LocalTransform{}, 1.0).driven);
}

}  // namespace
}  // namespace phalanx
