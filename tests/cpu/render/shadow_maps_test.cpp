// Placement of the shadow cascades: fixed in the world, covering everything visible, and drawn with all units
// that cast shadows there.
#include "render/passes/shadow_maps.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>

#include "cpu/crowd/crowd_army.h"
#include "render/frame/environment.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

constexpr int kMap = 1024;
constexpr double kAspect = 16.0 / 9.0;

Environment randomSun(test::Dice& random) {
    Environment environment;
    environment.sun_azimuth_deg = random.between(-180.0, 180.0);
    environment.sun_elevation_deg = random.below(8) == 0 ? 90.0 : random.between(3.0, 89.0);
    return environment;
}

Camera randomCamera(test::Dice& random, double reach_m) {
    const auto from = [&](double low, double high) { return random.between(low, high); };
    Camera camera;
    camera.eye = {from(-reach_m, reach_m), std::exp(from(-0.5, 6.0)), from(-reach_m, reach_m)};
    camera.target = {from(-reach_m, reach_m), from(-2.0, 6.0), from(-reach_m, reach_m)};
    camera.fov_y_deg = from(10.0, 80.0);
    return camera;
}

// The maps that a point samples, as in sunVisibility() of lighting.glsl: up to two, by distance in units of
// half a map's side.
std::vector<std::size_t> mapsAsked(const ShadowMaps& maps, const Camera& camera, const glm::dvec3& place) {
    const auto rimOf = [&](std::size_t map) {
        const ShadowMaps::Map& here = maps.maps.at(map);
        glm::dvec3 middle = here.center;
        middle.z = glm::dot(maps.sun, camera.eye) + maps.ahead * here.half_m;
        const glm::dvec3 rim = glm::abs(maps.inSunlight(place) - middle) / here.half_m;
        return std::max({rim.x, rim.y, rim.z});
    };
    for (std::size_t map = 0; map < maps.count; ++map) {
        const double rim = rimOf(map);
        if (rim >= 1.0) continue;
        if (rim <= static_cast<double>(PH_SHADOW_RIM) || map + 1 == maps.count) return {map};
        return {map, map + 1};
    }
    return {};
}

bool isSeen(const Camera& camera, const glm::dvec3& place) {
    const glm::dvec4 clip = clipFromWorld(camera, kAspect) * glm::dvec4(place, 1.0);
    return clip.w > 0.0 && glm::all(glm::lessThan(glm::abs(glm::dvec3(clip)), glm::dvec3(clip.w)));
}

// After a camera move of less than a texel or much more, and a rotation, all points move in a map by the same
// whole number of texels.
TEST(ShadowMaps, MoveByWholeTexels) {
    test::Dice random(3);
    int compared = 0;
    int other_maps = 0;  // after the move
    for (int i = 0; i < 500; ++i) {
        const Environment environment = randomSun(random);
        Camera camera = randomCamera(random, 300.0);
        const ShadowArmy army{glm::dvec3(0.0), 1e5, 2.0};
        const ShadowMaps before = fitCascades(environment, camera, kAspect, army, kMap, PH_SHADOW_MAPS);
        const double far = std::exp(random.between(-7.0, 3.0));
        camera.eye += random.direction() * far;
        camera.target += random.direction() * far;
        const ShadowMaps after = fitCascades(environment, camera, kAspect, army, kMap, PH_SHADOW_MAPS);
        if (after.maps.at(after.count - 1).half_m != before.maps.at(before.count - 1).half_m) {
            ++other_maps;
            continue;
        }
        EXPECT_EQ(after.depth_per_m, before.depth_per_m);
        const double depth_moves_m = after.depth_middle_m - before.depth_middle_m;
        const double depth_texels = depth_moves_m / before.maps.at(before.count - 1).texel_m;
        EXPECT_NEAR(depth_texels, std::round(depth_texels), 1e-6);
        for (std::size_t a = 0; a < before.count; ++a) {
            for (std::size_t b = 0; b < after.count; ++b) {
                if (after.maps.at(b).half_m != before.maps.at(a).half_m) continue;
                const glm::dmat4 moved = after.view(b).texture_from_world - before.view(a).texture_from_world;
                for (int column = 0; column < 3; ++column) EXPECT_EQ(moved[column], glm::dvec4(0.0));
                const glm::dvec2 texels = glm::dvec2(moved[3]) * static_cast<double>(kMap);
                EXPECT_LT(glm::length(texels - glm::round(texels)), 1e-6);
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 1000);
    EXPECT_LT(other_maps, 25);
}

// The next map covers everything at the rim of the previous one, and omitted finer maps are not missed.
TEST(ShadowMaps, OmittedMapsAreNotVisible) {
    test::Dice random(4);
    std::map<std::size_t, int> counts;
    int looked_at = 0;
    int without = 0;
    int beyond = 0;
    for (int i = 0; i < 1000; ++i) {
        const Environment environment = randomSun(random);
        const ShadowArmy army{{random.between(-50.0, 50.0), 0.0, random.between(-50.0, 50.0)},
                              std::exp(random.between(0.0, 7.0)),
                              random.between(0.5, 3.0)};
        const Camera camera = randomCamera(random, std::min(army.radius_m * 3.0 + 20.0, 700.0));
        const ShadowArmy endless{glm::dvec3(0.0), 1e5, army.height_m};
        const ShadowMaps all = fitCascades(environment, camera, kAspect, endless, kMap, PH_SHADOW_MAPS);
        const ShadowMaps some = fitCascades(environment, camera, kAspect, army, kMap, PH_SHADOW_MAPS);
        ++counts[some.count];
        for (int sample = 0; sample < 200; ++sample) {
            const double away = army.radius_m * std::sqrt(random.between(0.0, 1.0));
            const double angle = random.between(0.0, 6.3);
            glm::dvec3 place = army.center + away * glm::dvec3(std::sin(angle), 0.0, std::cos(angle));
            place.y = random.between(0.0, army.height_m);
            // On a soldier, or on the ground where its shadow ends.
            if (random.below(2) == 0) place -= some.sun * (place.y / some.sun.y);
            if (!isSeen(camera, place)) continue;
            ++looked_at;
            const std::vector<std::size_t> wanted = mapsAsked(all, camera, place);
            const std::vector<std::size_t> asked = mapsAsked(some, camera, place);
            // Without the finest maps there is room for a coarser one.
            if (some.maps.at(some.count - 1).half_m > all.maps.at(all.count - 1).half_m &&
                (wanted.empty() || wanted.back() + 1 == all.count)) {
                ++beyond;
                continue;
            }
            ASSERT_EQ(asked.size(), wanted.size());
            without += wanted.empty() ? 1 : 0;
            for (std::size_t k = 0; k < asked.size(); ++k)
                ASSERT_EQ(some.maps.at(asked[k]).half_m, all.maps.at(wanted[k]).half_m);
            if (asked.empty()) continue;
            // Inside the map, between its near and far plane.
            const glm::dvec3 at(some.view(asked.back()).texture_from_world * glm::dvec4(place, 1.0));
            EXPECT_TRUE(glm::all(glm::greaterThan(at, glm::dvec3(0.0))) &&
                        glm::all(glm::lessThan(at, glm::dvec3(1.0))));
        }
    }
    std::printf("  %d places seen, %d of them beyond all maps, %d where some have a coarser map\n", looked_at,
                without, beyond);
    EXPECT_GT(looked_at, 10'000);
    EXPECT_LT(without + beyond, looked_at / 2);
    for (std::size_t count = 1; count <= PH_SHADOW_MAPS; ++count)
        EXPECT_GT(counts[count], 20) << count << " maps were hardly tested";
}

// The eye comes near the crowd by small steps: the largest map is as good as gone when the smallest displaces
// it.
TEST(ShadowMaps, TheLargestFadesBeforeItIsLeftOut) {
    test::Dice random(9);
    int displaced = 0;
    for (int i = 0; i < 200; ++i) {
        Environment environment;
        environment.sun_azimuth_deg = random.between(-180.0, 180.0);
        environment.sun_elevation_deg =
            random.between(20.0, 89.0);  // lower: shadows reach farther than the path
        const ShadowArmy army{glm::dvec3(0.0), 400.0, 2.0};
        const double from = random.between(0.0, 6.3);
        const glm::dvec3 outwards(std::sin(from), 0.0, std::cos(from));
        Camera camera;
        ShadowMaps before;
        constexpr double kStep_m = 0.1;
        for (double away = 500.0; away > 380.0; away -= kStep_m) {
            camera.eye = away * outwards + glm::dvec3(0.0, 3.0, 0.0);
            camera.target = glm::dvec3(0.0, 1.0, 0.0);
            const ShadowMaps maps = fitCascades(environment, camera, kAspect, army, kMap, PH_SHADOW_MAPS);
            if (before.count > 0) {
                const double last = before.maps.at(before.count - 1).half_m;
                if (maps.maps.at(maps.count - 1).half_m < last) {
                    EXPECT_LT(before.strength, 0.1);
                    EXPECT_EQ(maps.strength, 1.0);
                    ++displaced;
                } else if (maps.maps.at(maps.count - 1).half_m == last) {
                    EXPECT_NEAR(maps.strength, before.strength, 0.1);
                }
            }
            before = maps;
        }
    }
    EXPECT_GT(displaced, 100);
}

// A unit between the sun and a visible point must be in every map that the point samples; few units are in
// two maps.
TEST(ShadowMaps, ContainAllUnitsThatCastVisibleShadows) {
    SelectionModel model;
    model.clips.assign(test::crowdSoldier().clips.size(), {0.0, 1.9, 0.5});
    test::Dice random(6);
    int shadows = 0;
    std::uint64_t units_drawn = 0;
    std::uint64_t units_needed = 0;
    for (int round = 0; round < 4; ++round) {
        CrowdSettings settings;
        settings.units = 2000;
        settings.spacing_m = 1.0 + 1.5 * round;
        Crowd crowd({test::crowdSoldier()}, {{test::kWalk, test::kRun}}, settings);
        CrowdSelection selection;
        for (int i = 0; i < 25; ++i) {
            const auto now = static_cast<Ticks>(random.below(100'000));
            const Environment environment = randomSun(random);
            const Camera camera = randomCamera(random, crowd.radius_m());
            const ShadowArmy army{glm::dvec3(crowd.center()), crowd.radius_m(), 1.9 * crowd.largestScale()};
            const ShadowMaps maps = fitCascades(environment, camera, kAspect, army, kMap, PH_SHADOW_MAPS);
            const SelectionView picture = viewOf(clipFromWorld(camera, kAspect), camera.eye);
            selection.follow(crowd, std::span(&model, 1), now);
            std::vector<std::vector<bool>> shown;
            for (std::size_t map = 0; map < maps.count; ++map) {
                selection.select(castersOf(maps, map, picture));
                std::vector<bool>& units = shown.emplace_back();
                std::vector<std::vector<int>> lods;
                for (std::size_t g = 0; g < crowd.groups().size(); ++g)
                    lods.push_back(selection.lods(static_cast<int>(g)));
                for (std::uint32_t u = 0; u < crowd.size(); ++u) {
                    const UnitPlace place = crowd.placeOf(u);
                    units.push_back(lods[static_cast<std::size_t>(place.group)][place.index] >= 0);
                }
                units_drawn += selection.count();
            }
            for (std::uint32_t u = 0; u < crowd.size(); ++u) {
                const glm::dvec3 foot(glm::vec3(crowd.stateOf(u, now).placement));
                const double scale = std::bit_cast<float>(crowd.unit(u).look.y);
                bool needed = false;
                for (int sample = 0; sample < 8; ++sample) {
                    const double angle = random.between(0.0, 6.3);
                    const glm::dvec3 caster =
                        foot + scale * glm::dvec3(0.5 * std::sin(angle), random.between(0.0, 1.9),
                                                  0.5 * std::cos(angle));
                    const glm::dvec3 place =
                        caster - maps.sun * (caster.y / maps.sun.y * random.between(0.0, 1.0));
                    if (!isSeen(camera, place)) continue;
                    for (const std::size_t map : mapsAsked(maps, camera, place)) {
                        ASSERT_TRUE(shown.at(map)[u]) << "unit " << u << ", map " << map;
                        ++shadows;
                        needed = true;
                    }
                }
                units_needed += needed ? 1 : 0;
            }
        }
    }
    std::printf("  %d shadows; %.2f units drawn per unit whose shadow is in view\n", shadows,
                static_cast<double>(units_drawn) / static_cast<double>(units_needed));
    EXPECT_GT(shadows, 200'000);
    EXPECT_LT(units_drawn, 3 * units_needed / 2) << "far too many units are drawn";
}

}  // namespace
}  // namespace phalanx
