// Distances to a surface, against a search through all triangles.
#include "render/lod/posed_surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "render/lod/nearest_point.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

glm::vec3 pointWithin(test::Dice& random, double reach) {
    return {random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach)};
}

float searchAll(const Triangles& triangles, const Points& points, const glm::vec3& p) {
    float best = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < triangles.size(); i += 3) {
        const glm::vec3 nearest =
            nearestOn(p, points[triangles[i]], points[triangles[i + 1]], points[triangles[i + 2]]);
        best = std::min(best, glm::distance(p, nearest));
    }
    return best;
}

// Grouped in one pose and moved to another, small and large triangles, points inside and far away.
TEST(PosedSurface, FindsTheNearestTriangle) {
    test::Dice random(4);
    for (const std::size_t count : {std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{5},
                                    std::size_t{64}, std::size_t{65}, std::size_t{1000}}) {
        Triangles triangles;
        Points rest;
        Points posed;
        for (std::size_t t = 0; t < count; ++t) {
            const glm::vec3 centre = pointWithin(random, 1.0);
            const glm::vec3 moved = centre + pointWithin(random, 0.3);
            const double size = t % 10 == 0 ? 0.5 : 0.05;
            for (int k = 0; k < 3; ++k) {
                triangles.push_back(static_cast<std::uint32_t>(rest.size()));
                rest.push_back(centre + pointWithin(random, size));
                posed.push_back(moved + pointWithin(random, size));
            }
        }
        const Triangles grouped = groupTriangles(triangles, rest);
        ASSERT_EQ(grouped.size(), triangles.size());
        const PosedSurface surface(triangles, grouped, posed);
        for (std::uint32_t i = 0; i < 300; ++i) {
            const glm::vec3 p = pointWithin(random, i % 3 == 0 ? 10.0 : 1.0);
            const float nearest = searchAll(triangles, posed, p);
            EXPECT_FLOAT_EQ(surface.distanceTo(p), nearest) << count << " triangles";
            const auto first = static_cast<std::uint32_t>(i % count);
            EXPECT_FLOAT_EQ(surface.nearestTo(p, first, 0.0F).distance, nearest);
            constexpr float kEnough = 0.3F;
            const float found = surface.nearestTo(p, first, kEnough).distance;
            EXPECT_LE(found, std::max(nearest * 1.0001F, kEnough)) << "stops early, but not too early";
            EXPECT_GE(found, nearest * 0.9999F);
        }
        for (std::size_t i = 0; i < std::min<std::size_t>(count, 20); ++i)
            EXPECT_LT(surface.distanceTo(surface.sample(i, count)), 1e-6F) << "samples lie on the surface";
    }
}

TEST(PosedSurface, WithoutExtentOrTriangles) {
    const Triangles none;
    const Points points(3, glm::vec3(1.0F, 2.0F, 3.0F));
    EXPECT_EQ(PosedSurface(none, groupTriangles(none, points), points).distanceTo(glm::vec3(0.0F)),
              std::numeric_limits<float>::max());
    const Triangles point{0, 1, 2};
    EXPECT_FLOAT_EQ(PosedSurface(point, groupTriangles(point, points), points).distanceTo({1.0F, 2.0F, 5.0F}),
                    2.0F);
}

}  // namespace
}  // namespace phalanx
