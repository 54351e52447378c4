// The camera at the start shows all units of a small crowd, whatever their size and the window's shape.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/army/framing.h"

namespace phalanx {
namespace {

struct Case {
    std::uint32_t units = 1;
    Formation formation = Formation::kPhalanx;
    double height_m = 1.8;
    double radius_m = 0.4;
    FreeView view{16.0 / 9.0};
};

Crowd crowdOf(const Case& c, UnitLift lift = {}) {
    BakedClip walk;
    walk.name = "walk";
    walk.duration_s = 1.0;
    walk.intervals = 30;
    walk.loops = true;
    walk.stride_speed = c.height_m;
    CrowdSettings settings;
    settings.units = c.units;
    settings.formation = c.formation;
    settings.lift = lift;
    return {{{.clips = {walk}, .height_m = c.height_m, .radius_m = c.radius_m}}, {{0, 0}}, settings, 0};
}

// The largest coordinate of a unit in the free part of the picture: 1 is at its edge. A unit is a cylinder.
double reachOf(const Crowd& crowd, const Case& c, const Camera& camera, Ticks now) {
    const glm::dmat4 clip_from_world = clipFromWorld(camera, c.view.aspect);
    double reach = 0.0;
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        const double scale = std::bit_cast<float>(crowd.unit(unit).look.y);
        const glm::dvec3 feet = crowd.feetOf(unit, now);
        for (int corner = 0; corner < 16; ++corner) {
            const int side = corner / 2;
            const double angle = glm::radians(45.0 * side);
            const glm::dvec3 at =
                feet + scale * glm::dvec3(c.radius_m * std::cos(angle), corner % 2 == 0 ? 0.0 : c.height_m,
                                          c.radius_m * std::sin(angle));
            const glm::dvec4 clip = clip_from_world * glm::dvec4(at, 1.0);
            EXPECT_GT(clip.w, camera.near_m);
            const double middle = c.view.covered_left - c.view.covered_right;
            const double half_width = 1.0 - c.view.covered_left - c.view.covered_right;
            reach =
                std::max({reach, std::abs(clip.x / clip.w - middle) / half_width, std::abs(clip.y / clip.w)});
        }
    }
    return reach;
}

TEST(Framing, AllUnitsOfASmallCrowdAreInView) {
    for (const std::uint32_t units : {1U, 2U, 7U, 24U, 60U}) {
        for (const Formation formation :
             {Formation::kPhalanx, Formation::kGrid, Formation::kRing, Formation::kScatter}) {
            for (const double height_m : {0.35, 1.8, 10.0}) {
                for (const double slim : {0.25, 1.5}) {
                    for (const double aspect : {0.45, 1.0, 16.0 / 9.0, 3.5}) {
                        const Case c{units, formation, height_m, slim * height_m, {aspect}};
                        const Crowd crowd = crowdOf(c);
                        for (const double time_s : {0.0, 40.0}) {
                            const Ticks now = ticksFromSeconds(time_s);
                            const double reach = reachOf(crowd, c, defaultCamera(crowd, now, c.view), now);
                            EXPECT_LE(reach, 0.9) << units << " units of " << height_m << " m, aspect "
                                                  << aspect << ", at " << time_s << " s";
                            // As large as fits; a few units leave more room above and below.
                            EXPECT_GE(reach, units <= 7 ? 0.45 : 0.7)
                                << units << " units of " << height_m << " m, aspect " << aspect;
                        }
                    }
                }
            }
        }
    }
}

TEST(Framing, OfABattleTheFirstHostIsNearAndTheOtherInView) {
    for (const std::uint32_t units : {2U, 60U, 400U}) {
        for (const double height_m : {0.35, 1.8, 10.0}) {
            const Case c{units, Formation::kBattle, height_m, 0.25 * height_m};
            const Crowd crowd = crowdOf(c);
            const Camera camera = defaultCamera(crowd, 0, c.view);
            const glm::dmat4 clip_from_world = clipFromWorld(camera, c.view.aspect);
            EXPECT_GT(camera.eye.y, 0.5 * height_m);
            for (const std::uint32_t unit : {0U, units - units / 2}) {  // the first of each host
                const glm::dvec4 clip =
                    clip_from_world * glm::dvec4(crowd.feetOf(unit, 0) + glm::dvec3(0, height_m, 0), 1.0);
                EXPECT_GT(clip.w, camera.near_m) << units << " units of " << height_m << " m";
                EXPECT_LT(std::abs(clip.y / clip.w), 1.0) << units << " units of " << height_m << " m";
            }
        }
    }
}

TEST(Framing, NoUnitIsBehindAPanel) {
    for (const FreeView& view :
         {FreeView{16.0 / 9.0, 0.3, 0.0}, {16.0 / 9.0, 0.0, 0.4}, {1.0, 0.6, 0.0}, {2.5, 0.25, 0.3}}) {
        for (const std::uint32_t units : {1U, 6U, 60U}) {
            Case c{units};
            c.view = view;
            const Crowd crowd = crowdOf(c);
            const double reach = reachOf(crowd, c, defaultCamera(crowd, 0, view), 0);
            EXPECT_LE(reach, 0.9) << units << " units";
            EXPECT_GE(reach, 0.45) << units << " units";
        }
    }
}

// Units that keep the height of their file may stand above the ground.
TEST(Framing, UnitsThatAreNotOnTheGroundAreInView) {
    const Case c{24};
    const Crowd crowd = crowdOf(c, {LiftBy::kMetres, 8.0});
    EXPECT_LE(reachOf(crowd, c, defaultCamera(crowd, 0, c.view), 0), 0.9);
}

TEST(Framing, AnArmyFitsFromAnyDirection) {
    const double fov_y_deg = Camera{}.fov_y_deg;
    for (const std::uint32_t units : {1U, 300U, 20'000U, 30'000U}) {
        for (const double pitch_deg : {3.0, 20.0, 85.0}) {
            for (const double yaw_deg : {0.0, 130.0}) {
                Case c{units};
                c.view = {16.0 / 9.0, 0.25, 0.0};
                const Crowd crowd = crowdOf(c);
                const double pitch = glm::radians(pitch_deg);
                const double yaw = glm::radians(yaw_deg);
                const glm::dvec3 back(std::sin(yaw) * std::cos(pitch), std::sin(pitch),
                                      std::cos(yaw) * std::cos(pitch));
                const Camera camera = cameraOfAll(crowd, 0, c.view, back, fov_y_deg);
                EXPECT_LT(glm::distance(glm::normalize(camera.eye - camera.target), back), 1e-9);
                const double reach = reachOf(crowd, c, camera, 0);
                EXPECT_LE(reach, 0.9) << units << " units from " << pitch_deg;
                EXPECT_GE(reach, units == 1 ? 0.3 : 0.6) << units << " units from " << pitch_deg;
            }
        }
    }
}

TEST(Framing, ALargeCrowdRecedesIntoTheDistance) {
    for (const std::uint32_t units : {61U, 5000U}) {
        const Case c{units};
        const Crowd crowd = crowdOf(c);
        const Camera camera = defaultCamera(crowd, 0, c.view);
        EXPECT_NEAR(glm::distance(camera.eye, camera.target), 5.6 * c.height_m, 1e-9);
    }
    EXPECT_GT(crowdOf({5000}).formationRadius_m(), 40.0 * 1.8);
}

}  // namespace
}  // namespace phalanx
