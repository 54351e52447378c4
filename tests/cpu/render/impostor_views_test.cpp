// The views of the impostor atlas that an impostor is blended from: shaders/include/impostor.h.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <map>
#include <numbers>

#include "impostor.h"

namespace phalanx {
namespace {

using layout::ImpostorViews;

glm::vec3 towards(double azimuth, double elevation) {
    return {std::cos(elevation) * std::sin(azimuth), std::sin(elevation),
            std::cos(elevation) * std::cos(azimuth)};
}

TEST(ImpostorViews, AtAViewsDirectionOnlyThatViewIsUsed) {
    for (std::uint32_t view = 0; view < PH_IMPOSTOR_VIEWS; ++view) {
        const glm::vec3 from = layout::impostorView(view).toward;
        const ImpostorViews views = layout::nearestImpostorViews(from);
        EXPECT_EQ(views.nearest, view);
        EXPECT_EQ(layout::nearestImpostorView(from), view);
        const bool alone = views.beside == view;  // at the top
        EXPECT_NEAR(alone ? 0.0F : views.beside_share, 0.0F, 2e-3F) << view;
        EXPECT_NEAR(views.above_share, 0.0F, 2e-3F) << view;
    }
}

// No view is much nearer to the direction than the one that is selected, and the blended views surround the
// direction.
TEST(ImpostorViews, LieAroundTheDirection) {
    double worst = 1.0;
    for (int i = 0; i < 4000; ++i) {
        const double azimuth = 2.0 * std::numbers::pi * (i % 200) / 200.0 - std::numbers::pi;
        const int ring = i / 200;
        const double elevation = 0.5 * std::numbers::pi * ring / 20.0;
        const glm::vec3 from = towards(azimuth, elevation);
        const ImpostorViews views = layout::nearestImpostorViews(from);
        ASSERT_LT(std::max({views.nearest, views.beside, views.above}), PH_IMPOSTOR_VIEWS);
        EXPECT_EQ(views.nearest, layout::nearestImpostorView(from));
        EXPECT_GE(std::min(views.beside_share, views.above_share), 0.0F);
        EXPECT_LE(std::max(views.beside_share, views.above_share), 0.5F);
        const auto along = [&](std::uint32_t view) {
            return glm::dot(from, layout::impostorView(view).toward);
        };
        float nearest = -1.0F;
        for (std::uint32_t view = 0; view < PH_IMPOSTOR_VIEWS; ++view)
            nearest = std::max(nearest, along(view));
        EXPECT_GT(along(views.nearest), nearest - 0.006F) << azimuth << ' ' << elevation;
        const glm::vec3 blended = glm::normalize(
            (1.0F - views.beside_share - views.above_share) * layout::impostorView(views.nearest).toward +
            views.beside_share * layout::impostorView(views.beside).toward +
            views.above_share * layout::impostorView(views.above).toward);
        worst = std::min(worst, static_cast<double>(glm::dot(from, blended)));
    }
    // The nearest view alone may be 9 degrees off.
    EXPECT_LT(glm::degrees(std::acos(worst)), 6.0);
}

// As the camera moves around a unit along one ring of views, no view's weight changes abruptly.
TEST(ImpostorViews, WeightsChangeSmoothlyAroundARing) {
    constexpr int kSteps = 5000;
    std::map<std::uint32_t, float> before;
    for (int i = 0; i <= kSteps; ++i) {
        const ImpostorViews views =
            layout::nearestImpostorViews(towards(2.0 * std::numbers::pi * i / kSteps, 0.0));
        std::map<std::uint32_t, float> now;
        now[views.nearest] += 1.0F - views.beside_share;
        now[views.beside] += views.beside_share;
        if (i > 0) {
            float change = 0.0F;
            for (const auto& [view, share] : now) change += std::abs(share - before[view]);
            EXPECT_LT(change, 3.0F * PH_IMPOSTOR_AZIMUTHS / kSteps) << i;
        }
        before = now;
    }
}

TEST(ImpostorPoseWords, KeepPosesAndWeight) {
    for (const std::uint32_t before : {0U, 7U, PH_IMPOSTOR_MOST_POSES - 1U}) {
        for (const float share : {0.0F, 0.25F, 1.0F}) {
            const std::uint32_t word = layout::impostorPosesOf(before, 4095U - before, share);
            EXPECT_EQ(layout::impostorPoseBefore(word), before);
            EXPECT_EQ(layout::impostorPoseAfter(word), 4095U - before);
            EXPECT_NEAR(layout::impostorPoseShare(word), share, 0.5F / 255.0F);
            EXPECT_EQ(layout::nearestImpostorPose(word), share <= 0.5F ? before : 4095U - before);
        }
    }
}

}  // namespace
}  // namespace phalanx
