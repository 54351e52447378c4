// The values of curves: parameters of turns, packed turns, keys.
#include "anim/compression/curves.h"

#include <gtest/gtest.h>

#include <numbers>

#include "anim/compression/key_reduction.h"
#include "anim/compression/key_spans.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

double angleBetween(const glm::dquat& a, const glm::dquat& b) {
    const glm::dquat way = glm::conjugate(a) * b;
    return 2.0 * std::atan2(glm::length(glm::dvec3(way.x, way.y, way.z)), std::abs(way.w));
}

TEST(Curves, ParametersOfTurnsAreThoseTurns) {
    test::Dice dice(1);
    for (int i = 0; i < 500; ++i) {
        const glm::dquat turn = dice.turn(std::numbers::pi);
        const glm::dvec3 parameters = parametersOf(turn);
        const std::array<double, 3> values{parameters.x, parameters.y, parameters.z};
        EXPECT_LT(angleBetween(turnOf(shownValue(CurveKind::kRotation, values.data())), turn), 1e-7);
        EXPECT_LT(angleBetween(unpackTurn(packTurn(turn)), turn), 4e-6);
    }
    const glm::dvec3 small = parametersOf(glm::angleAxis(1e-3, glm::dvec3(0.0, 0.0, 1.0)));
    EXPECT_NEAR(small.z, 1e-3, 1e-9) << "small turns are in radians";
}

// An error of the parameters turns by no more than its length, whatever its direction.
TEST(Curves, ErrorsOfParametersAreNoLargerAsAngles) {
    test::Dice dice(2);
    for (int i = 0; i < 500; ++i) {
        const glm::dvec3 from = parametersOf(dice.turn(2.8));
        const glm::dvec3 to = from + 1e-3 * dice.direction();
        const std::array<double, 3> a{from.x, from.y, from.z};
        const std::array<double, 3> b{to.x, to.y, to.z};
        const double angle = distanceShown(CurveKind::kRotation, shownValue(CurveKind::kRotation, a.data()),
                                           shownValue(CurveKind::kRotation, b.data()));
        EXPECT_LE(angle, 1e-3 * 1.001);
        EXPECT_GE(angle, 0.4e-3);
    }
}

Curve curveOf(const std::function<double(int)>& value, int frames) {
    Curve curve;
    curve.kind = CurveKind::kTranslation;
    for (int f = 0; f < frames; ++f) curve.values.insert(curve.values.end(), {value(f), 0.0, 0.0});
    return curve;
}

TEST(Curves, OnlyTheKeysThatAShapeNeedsAreKept) {
    const Curve line = curveOf([](int f) { return 0.5 * f; }, 31);
    const Curve bend = curveOf([](int f) { return std::abs(f - 10.0); }, 31);
    const Curve wave = curveOf([](int f) { return std::sin(2.0 * std::numbers::pi * f / 60.0); }, 61);
    const auto keys = [](const Curve& curve, KeyShape shape, bool closed, double tolerance) {
        return neededKeys(curve, curve.values, closed, shape, tolerance);
    };
    EXPECT_EQ(keys(line, KeyShape::kLines, false, 1e-9), (std::vector<std::uint32_t>{0, 30}));
    EXPECT_EQ(keys(line, KeyShape::kCubics, false, 1e-9), (std::vector<std::uint32_t>{0, 30}));
    EXPECT_EQ(keys(bend, KeyShape::kLines, false, 1e-9), (std::vector<std::uint32_t>{0, 10, 30}));
    const std::size_t lines = keys(wave, KeyShape::kLines, true, 0.01).size();
    const std::size_t cubics = keys(wave, KeyShape::kCubics, true, 0.01).size();
    EXPECT_LE(2 * cubics, lines);
    EXPECT_EQ(keys(wave, KeyShape::kLines, true, 0.0).size(), 61U);
}

}  // namespace
}  // namespace phalanx
