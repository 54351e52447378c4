// Weights of blend spaces: inside, on edges, outside, on one line; the triangulation against its definition.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "anim/layers/blend_space.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using Points = std::vector<glm::dvec2>;

// Weights by point; checks that they are positive, sum to 1 and are in descending order.
std::map<int, double> weightsIn(const SpaceGrid& grid, const glm::dvec2& at) {
    std::map<int, double> result;
    double sum = 0.0;
    double previous = 1.0;
    for (const SpaceGrid::Weight& each : grid.weightsAt(at)) {
        EXPECT_GT(each.weight, 0.0);
        EXPECT_LE(each.weight, previous);
        previous = each.weight;
        sum += each.weight;
        EXPECT_TRUE(result.emplace(each.point, each.weight).second);
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
    return result;
}

void expectWeights(const SpaceGrid& grid, const glm::dvec2& at, const std::map<int, double>& expected) {
    const std::map<int, double> found = weightsIn(grid, at);
    ASSERT_EQ(found.size(), expected.size()) << at.x << ", " << at.y;
    for (const auto& [point, weight] : expected) {
        ASSERT_TRUE(found.contains(point)) << point;
        EXPECT_NEAR(found.at(point), weight, 1e-12) << point;
    }
}

glm::dvec2 placeOf(const Points& points, const std::map<int, double>& weights) {
    glm::dvec2 sum(0.0);
    for (const auto& [point, weight] : weights) sum += weight * points[static_cast<std::size_t>(point)];
    return sum;
}

TEST(BlendSpaces, OnePointTakesAll) {
    const SpaceGrid grid(Points{{3.0, 4.0}});
    expectWeights(grid, {3.0, 4.0}, {{0, 1.0}});
    expectWeights(grid, {-100.0, 2.0}, {{0, 1.0}});
}

TEST(BlendSpaces, OneDimensionIsLinearBetweenNeighbours) {
    const SpaceGrid grid(Points{{3.3, 0.0}, {0.0, 0.0}, {1.3, 0.0}});
    expectWeights(grid, {0.0, 0.0}, {{1, 1.0}});
    expectWeights(grid, {1.3, 0.0}, {{2, 1.0}});
    expectWeights(grid, {0.65, 0.0}, {{1, 0.5}, {2, 0.5}});
    expectWeights(grid, {2.8, 0.0}, {{2, 0.25}, {0, 0.75}});
    expectWeights(grid, {-1.0, 0.0}, {{1, 1.0}});
    expectWeights(grid, {9.0, 0.0}, {{0, 1.0}});
}

TEST(BlendSpaces, ATriangleIsBarycentric) {
    const SpaceGrid grid(Points{{0.0, 0.0}, {4.0, 0.0}, {0.0, 2.0}});
    ASSERT_EQ(grid.triangles().size(), 1U);
    expectWeights(grid, {1.0, 0.5}, {{0, 0.5}, {1, 0.25}, {2, 0.25}});
    // On edges and at corners.
    expectWeights(grid, {1.0, 0.0}, {{0, 0.75}, {1, 0.25}});
    expectWeights(grid, {2.0, 1.0}, {{1, 0.5}, {2, 0.5}});
    expectWeights(grid, {4.0, 0.0}, {{1, 1.0}});
    // Outside: the nearest point of an edge, or a corner.
    expectWeights(grid, {1.0, -7.0}, {{0, 0.75}, {1, 0.25}});
    expectWeights(grid, {3.0, 3.0}, {{1, 0.5}, {2, 0.5}});
    expectWeights(grid, {-1.0, -1.0}, {{0, 1.0}});
    expectWeights(grid, {9.0, -1.0}, {{1, 1.0}});
}

TEST(BlendSpaces, PointsOnOneLineAreALineInAnyDirection) {
    const SpaceGrid grid(Points{{2.0, 2.0}, {0.0, 0.0}, {1.0, 1.0}, {4.0, 4.0}});
    EXPECT_TRUE(grid.triangles().empty());
    expectWeights(grid, {0.5, 0.5}, {{1, 0.5}, {2, 0.5}});
    expectWeights(grid, {4.0, 2.0}, {{0, 0.5}, {3, 0.5}});  // its nearest point on the line is (3, 3)
    expectWeights(grid, {-1.0, -5.0}, {{1, 1.0}});
    const SpaceGrid upright(Points{{1.0, 5.0}, {1.0, 1.0}, {1.0, 2.0}});
    expectWeights(upright, {7.0, 1.25}, {{1, 0.75}, {2, 0.25}});
}

TEST(BlendSpaces, OfFourPointsOnACircleTheDiagonalStartsAtTheFirst) {
    // In every order of the points, the diagonal leads from (0, 0) to (1, 1).
    const Points corners{{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    do {
        Points points;
        for (const std::size_t i : order) points.push_back(corners[i]);
        const std::map<int, double> found = weightsIn(SpaceGrid(points), {0.5, 0.5});
        EXPECT_EQ(found.size(), 2U);
        for (const auto& [point, weight] : found) {
            const glm::dvec2 place = points[static_cast<std::size_t>(point)];
            EXPECT_EQ(place.x, place.y);
        }
    } while (std::next_permutation(order.begin(), order.end()));
}

double cross(const glm::dvec2& a, const glm::dvec2& b) {
    return a.x * b.y - a.y * b.x;
}

double areaOfHull(Points points) {
    // Gift wrapping, from the lowest point.
    std::size_t start = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].y < points[start].y ||
            (points[i].y == points[start].y && points[i].x < points[start].x))
            start = i;
    }
    double twice = 0.0;
    std::size_t at = start;
    std::size_t steps = 0;
    do {
        std::size_t next = at == 0 ? 1 : 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double side = cross(points[next] - points[at], points[i] - points[at]);
            const bool farther = glm::length(points[i] - points[at]) > glm::length(points[next] - points[at]);
            if (i != at && (side < -1e-12 || (std::abs(side) <= 1e-12 && farther))) next = i;
        }
        twice += cross(points[at], points[next]);
        at = next;
    } while (at != start && ++steps <= points.size());
    return twice / 2.0;
}

// Checks the definition: triangles fill the hull, and no circumcircle contains a point.
void expectDelaunay(const Points& points) {
    const SpaceGrid grid(points);
    double area = 0.0;
    std::set<int> used;
    for (const auto& [a, b, c] : grid.triangles()) {
        used.insert({a, b, c});
        const glm::dvec2 p = points[static_cast<std::size_t>(a)];
        const glm::dvec2 q = points[static_cast<std::size_t>(b)] - p;
        const glm::dvec2 r = points[static_cast<std::size_t>(c)] - p;
        const double twice = cross(q, r);
        ASSERT_GT(twice, 0.0) << "not counter-clockwise";
        area += twice / 2.0;
        const glm::dvec2 middle = p + glm::dvec2(r.y * glm::dot(q, q) - q.y * glm::dot(r, r),
                                                 q.x * glm::dot(r, r) - r.x * glm::dot(q, q)) /
                                          (2.0 * twice);
        const double radius = glm::distance(middle, p);
        for (const glm::dvec2& other : points) EXPECT_GE(glm::distance(middle, other), radius * (1.0 - 1e-7));
    }
    EXPECT_EQ(used.size(), points.size()) << "a point is in no triangle";
    EXPECT_NEAR(area, areaOfHull(points), 1e-9);
    // Inside, the weighted points give the place itself.
    test::Dice dice(5);
    for (int i = 0; i < 100; ++i) {
        glm::dvec2 inside(0.0);
        double sum = 0.0;
        for (const glm::dvec2& point : points) {
            const double weight = dice.between(0.0, 1.0);
            inside += weight * point;
            sum += weight;
        }
        inside /= sum;
        EXPECT_LT(glm::distance(placeOf(points, weightsIn(grid, inside)), inside), 1e-9);
    }
    for (std::size_t i = 0; i < points.size(); ++i)
        expectWeights(grid, points[i], {{static_cast<int>(i), 1.0}});
}

TEST(BlendSpaces, TrianglesAreDelaunay) {
    test::Dice dice(3);
    for (int round = 0; round < 30; ++round) {
        Points points;
        for (int i = 0; i < 4 + round; ++i)
            points.emplace_back(dice.between(-1.0, 1.0), dice.between(-1.0, 1.0));
        expectDelaunay(points);
    }
}

TEST(BlendSpaces, GridsAndRingsAreDelaunay) {
    Points grid;
    for (int x = -2; x <= 2; ++x) {
        for (int y = -1; y <= 1; ++y) grid.emplace_back(x, y);
    }
    expectDelaunay(grid);
    Points ring{{0.0, 0.0}};
    for (int i = 0; i < 8; ++i)
        ring.emplace_back(std::cos(0.78539816339744831 * i), std::sin(0.78539816339744831 * i));
    expectDelaunay(ring);
    // A strafing space: idle in the middle, four walks, a run ahead.
    expectDelaunay({{0.0, 0.0}, {0.0, 1.3}, {0.0, 3.3}, {0.0, -1.0}, {1.0, 0.0}, {-1.0, 0.0}});
}

TEST(BlendSpaces, WeightsOutsideAreThoseOfTheNearestPointOfTheHull) {
    test::Dice dice(11);
    Points points;
    for (int i = 0; i < 12; ++i) points.emplace_back(dice.between(-1.0, 1.0), dice.between(-1.0, 1.0));
    const SpaceGrid grid(points);
    for (int i = 0; i < 200; ++i) {
        const double angle = dice.between(0.0, 6.28);
        const glm::dvec2 outside = 3.0 * glm::dvec2(std::cos(angle), std::sin(angle));
        const std::map<int, double> weights = weightsIn(grid, outside);
        EXPECT_LE(weights.size(), 2U);
        const glm::dvec2 nearest = placeOf(points, weights);
        // No point of the hull is nearer: the plane through `nearest` separates all of them from `outside`.
        for (const glm::dvec2& point : points)
            EXPECT_LE(glm::dot(point - nearest, outside - nearest), 1e-9) << "a nearer point exists";
    }
}

}  // namespace
}  // namespace phalanx
