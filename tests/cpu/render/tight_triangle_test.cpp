// The triangle on which an impostor is drawn: src/render/impostor/tight_triangle.h.
#include "render/impostor/tight_triangle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "impostor.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using Triangle = std::array<glm::vec2, 3>;

constexpr float kSpare = 1.0F / 16.0F;

double areaOf(const Triangle& t) {
    const glm::dvec2 a = glm::dvec2(t[1]) - glm::dvec2(t[0]);
    const glm::dvec2 b = glm::dvec2(t[2]) - glm::dvec2(t[0]);
    return 0.5 * (a.x * b.y - a.y * b.x);
}

// The distance of a point from the nearest side of the triangle; negative: outside.
double depthIn(const Triangle& t, glm::dvec2 p) {
    double least = 1e9;
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec2 from(t[i]);
        const glm::dvec2 side = glm::dvec2(t[(i + 1) % 3]) - from;
        least = std::min(least, (side.x * (p.y - from.y) - side.y * (p.x - from.x)) / glm::length(side));
    }
    return least;
}

void expectHeld(const std::vector<glm::vec2>& points, const Triangle& triangle) {
    for (const glm::vec2& point : points) {
        for (const float x : {-kSpare, kSpare}) {
            for (const float y : {-kSpare, kSpare})
                EXPECT_GT(depthIn(triangle, glm::dvec2(point) + glm::dvec2(x, y)), -1e-5);
        }
    }
    for (const glm::vec2& corner : triangle) {
        EXPECT_LE(std::abs(corner.x), kTightTriangleReach);
        EXPECT_LE(std::abs(corner.y), kTightTriangleReach);
    }
}

TEST(TightTriangle, ContainsAllPointsWithinTwiceTheBox) {
    test::Dice random(5);
    for (int i = 0; i < 500; ++i) {
        std::vector<glm::vec2> points;
        const double reach = 1.0 - static_cast<double>(kSpare);
        const double thin = random.between(0.0, 1.0);
        for (int p = 0; p < 1 + i % 40; ++p) {
            const double along = random.between(-reach, reach);
            points.emplace_back(thin * along + (1.0 - thin) * random.between(-reach, reach), along);
        }
        const Triangle triangle = tightTriangle(points, kSpare);
        expectHeld(points, triangle);
        EXPECT_LE(areaOf(triangle), 8.0 + 1e-4);
        EXPECT_GT(areaOf(triangle), 0.0) << "counter-clockwise";
    }
}

TEST(TightTriangle, IsAsSmallAsPossible) {
    constexpr float kReach = 1.0F - kSpare;
    // The smallest triangle around a box has twice its area.
    const Triangle around_box = tightTriangle(
        std::vector<glm::vec2>{{-kReach, -kReach}, {kReach, -kReach}, {kReach, kReach}, {-kReach, kReach}},
        kSpare);
    EXPECT_NEAR(areaOf(around_box), 8.0, 1e-3);
    // Around a triangle whose sides have directions that are tried, the result is that triangle, grown by the
    // margin.
    const std::vector<glm::vec2> own{{-kReach, -kReach}, {kReach, -kReach}, {-kReach, kReach}};
    const double grown = areaOf(tightTriangle(own, kSpare));
    EXPECT_NEAR(areaOf(tightTriangle(own, 1e-6F)), 2.0 * kReach * kReach, 1e-3);
    EXPECT_LT(grown, 2.0 * (1.0 + 3.5 * kSpare) * (1.0 + 3.5 * kSpare));
    // Around a point, the result covers the margin only.
    EXPECT_NEAR(areaOf(tightTriangle(std::vector<glm::vec2>{{0.3F, -0.2F}}, kSpare)), 8.0 * kSpare * kSpare,
                1e-4);
}

TEST(TightTriangle, ItsCornersFitIntoOneNumber) {
    test::Dice random(6);
    for (int i = 0; i < 1000; ++i) {
        const glm::vec2 corner(static_cast<float>(random.between(-3.99, 3.99)),
                               static_cast<float>(random.between(-3.99, 3.99)));
        const glm::vec2 back = layout::impostorCorner(layout::impostorCornerOf(corner));
        EXPECT_NEAR(back.x, corner.x, PH_IMPOSTOR_CORNER_STEP / 2 + 1e-6);
        EXPECT_NEAR(back.y, corner.y, PH_IMPOSTOR_CORNER_STEP / 2 + 1e-6);
    }
}

}  // namespace
}  // namespace phalanx
