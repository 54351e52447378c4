#include "render/passes/shadow_maps.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <span>

#include "render/frame/environment.h"

namespace phalanx {
namespace {

constexpr double kFirstHalf_m = 6.0;
constexpr double kStep = 1 << PH_SHADOW_SHIFT;
constexpr int kRungs = 4;
// While the first map is so far from the crowd or farther, the one that it will displace has its full
// strength.
constexpr double kFadeOver_m = 5.0;
// Distance of a map's centre from the eye, in half sizes. A quarter remains behind the eye for the sides of a
// wide view, and each cube including its rim lies inside the next one.
constexpr double kAhead = 0.75;
// Reach of a shadow lookup in texels: two for the filter, two and a half for the normal offset, rounded up.
constexpr double kTexelsAround = 5.0;
constexpr double kSlack_m = 0.01;

double snapped(double value, double step) {
    return std::round(value / step) * step;
}

ShadowMaps alongRays(const Environment& environment) {
    ShadowMaps maps;
    maps.sun = sunDirection(environment);
    const glm::dvec3 up = std::abs(maps.sun.y) > 0.99 ? glm::dvec3(0.0, 0.0, 1.0) : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dmat4 light_from_world = glm::transpose(glm::lookAt(glm::dvec3(0.0), -maps.sun, up));
    maps.right = glm::dvec3(light_from_world[0]);
    maps.up = glm::dvec3(light_from_world[1]);
    return maps;
}

// Plane as dot(plane.xyz, p - origin) + plane.w: metres beyond `at` along the unit vector `axis`.
glm::dvec4 planeAt(const glm::dvec3& axis, double at, const glm::dvec3& origin) {
    return {axis, glm::dot(axis, origin) - at};
}

// A box with axes of the world, or of the sun (right, up, sun).
struct Box {
    glm::dvec3 low{0.0};
    glm::dvec3 high{0.0};
};

// Box around the units and their shadows on the ground, world space.
Box aroundArmy(const ShadowArmy& army, const ShadowMaps& maps) {
    const double around = army.radius_m + maps.reach_m * std::sqrt(1.0 - maps.sun.y * maps.sun.y);
    return {army.center + glm::dvec3(-around, army.ground.low - kSlack_m, -around),
            army.center + glm::dvec3(around, army.ground.high + army.height_m + kSlack_m, around)};
}

Box cubeOf(const ShadowMaps::Map& map) {
    return {map.center - map.half_m, map.center + map.half_m};
}

glm::dvec3 cornerOf(const Box& box, int corner) {
    return {(corner & 1) == 0 ? box.low.x : box.high.x, (corner & 2) == 0 ? box.low.y : box.high.y,
            (corner & 4) == 0 ? box.low.z : box.high.z};
}

// The gap between two boxes along the axis where it is widest; negative if they overlap.
double gapBetween(const Box& a, const Box& b) {
    const glm::dvec3 gap = glm::max(b.low - a.high, a.low - b.high);
    return std::max({gap.x, gap.y, gap.z});
}

template <typename ToPlace>
Box aroundCorners(const Box& box, const ToPlace& toPlace) {
    Box around{toPlace(cornerOf(box, 0)), toPlace(cornerOf(box, 0))};
    for (int corner = 1; corner < 8; ++corner) {
        const glm::dvec3 place = toPlace(cornerOf(box, corner));
        around = {glm::min(around.low, place), glm::max(around.high, place)};
    }
    return around;
}

// Metres between a cube and the crowd; at most 0 if the cube can contain part of it. Measured along the face
// axes of both boxes only, so it may be too small.
double gapToCrowd(const ShadowMaps& maps, const ShadowMaps::Map& map, const Box& army) {
    const Box cube = cubeOf(map);
    const Box army_in_sunlight =
        aroundCorners(army, [&](const glm::dvec3& place) { return maps.inSunlight(place); });
    const Box cube_in_world = aroundCorners(
        cube, [&](const glm::dvec3& p) { return p.x * maps.right + p.y * maps.up + p.z * maps.sun; });
    return std::max(gapBetween(cube, army_in_sunlight), gapBetween(cube_in_world, army));
}

// Whether no coarser map is needed: the map contains the whole crowd, or all of the view up to the farthest
// corner of the crowd's box.
bool holdsAll(const ShadowMaps& maps, const ShadowMaps::Map& map, const Box& army, const Camera& camera,
              double aspect) {
    const auto holds = [&](const glm::dvec3& place) {
        const glm::dvec3 rim = glm::abs(maps.inSunlight(place) - map.center) / map.half_m;
        return std::max({rim.x, rim.y, rim.z}) < static_cast<double>(PH_SHADOW_RIM) - 0.01;
    };
    const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
    bool all_corners = true;
    double farthest = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 place = cornerOf(army, corner);
        all_corners = all_corners && holds(place);
        farthest = std::max(farthest, glm::dot(forward, place - camera.eye));
    }
    if (all_corners) return true;
    if (!holds(camera.eye)) return false;
    for (const glm::dvec2 corner :
         {glm::dvec2(-1.0, -1.0), glm::dvec2(1.0, -1.0), glm::dvec2(-1.0, 1.0), glm::dvec2(1.0, 1.0)}) {
        const glm::dvec3 ray = rayThrough(camera, aspect, corner);
        if (!holds(camera.eye + ray * (farthest / glm::dot(ray, forward)))) return false;
    }
    return true;
}

}  // namespace

ShadowView ShadowMaps::view(std::size_t map) const {
    const Map& here = maps[map];
    // Rows of the matrix: x, y, depth.
    const double across = 0.5 / here.half_m;
    const glm::dmat4 rows{glm::dvec4(right * across, 0.5 - here.center.x * across),
                          glm::dvec4(up * across, 0.5 - here.center.y * across),
                          glm::dvec4(-sun * depth_per_m, 0.5 + depth_middle_m * depth_per_m),
                          {0.0, 0.0, 0.0, 1.0}};
    return {glm::transpose(rows), here.texel_m};
}

ShadowMaps fitShadow(const Environment& environment, const Camera& camera, int map_size, double ground_m) {
    // The size grows in steps, so that zooming does not make shadow edges crawl.
    constexpr double kSmallest_m = 8.0;
    constexpr double kLargest_m = 160.0;
    const double distance = glm::length(camera.target - camera.eye);
    const double wanted = std::clamp(distance * 0.95, kSmallest_m, kLargest_m);
    const double half = kSmallest_m * std::exp2(std::ceil(std::log2(wanted / kSmallest_m) * 2.0) / 2.0);
    glm::dvec3 forward = camera.target - camera.eye;
    forward.y = 0.0;
    const double flat = glm::length(forward);
    // Centred a little beyond the target: the view shows more ground behind it than in front of it.
    glm::dvec3 center =
        camera.target + (flat > 0.0 ? forward / flat * std::min(0.25 * half, flat) : glm::dvec3(0.0));
    center.y = ground_m;

    ShadowMaps maps = alongRays(environment);
    maps.count = 1;
    ShadowMaps::Map& map = maps.maps.front();
    map.half_m = half;
    map.texel_m = 2.0 * half / map_size;
    map.center = maps.inSunlight(center);
    map.center.x = snapped(map.center.x, map.texel_m);
    map.center.y = snapped(map.center.y, map.texel_m);
    maps.depth_middle_m = map.center.z;
    maps.depth_per_m = 0.5 / (half * 1.5 + 40.0);
    return maps;
}

ShadowMaps fitCascades(const Environment& environment, const Camera& camera, double aspect,
                       const ShadowArmy& army, int map_size, int most) {
    assert(most >= 1 && most <= PH_SHADOW_MAPS);
    ShadowMaps maps = alongRays(environment);
    maps.cubes = true;
    // Downhill, a shadow is longer. Slopes that are nearly as steep as the sun's rays get shadows cut short.
    const double flat = std::sqrt(1.0 - maps.sun.y * maps.sun.y);
    maps.reach_m = army.height_m / std::max(maps.sun.y - army.steepest * flat, 0.2 * maps.sun.y);
    const Box box = aroundArmy(army, maps);
    const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
    maps.ahead = kAhead * glm::dot(forward, maps.sun);
    double half = kFirstHalf_m;
    double before_gap_m = kFadeOver_m;  // of the map before the first that is drawn
    for (int rung = 0; rung < kRungs && static_cast<int>(maps.count) < most; ++rung, half *= kStep) {
        ShadowMaps::Map map;
        map.half_m = half;
        map.texel_m = 2.0 * half / map_size;
        map.center = maps.inSunlight(camera.eye + forward * (kAhead * half));
        map.center.x = snapped(map.center.x, map.texel_m);
        map.center.y = snapped(map.center.y, map.texel_m);
        if (maps.count == 0) {
            const double gap_m = gapToCrowd(maps, map, box);
            if (gap_m > 0.0) {
                before_gap_m = gap_m;
                continue;
            }
        }
        maps.maps[maps.count++] = map;
        if (holdsAll(maps, map, box, camera, aspect)) break;
    }
    if (maps.count == 0) return maps;
    if (static_cast<int>(maps.count) == most) maps.strength = std::min(before_gap_m / kFadeOver_m, 1.0);
    const ShadowMaps::Map& last = maps.maps[maps.count - 1];
    // Snapped too, so that depths change by whole steps from frame to frame.
    maps.depth_middle_m = snapped(last.center.z, last.texel_m);
    maps.depth_per_m = 0.5 / (last.half_m + last.texel_m + maps.reach_m + 2.0 * army.height_m);
    return maps;
}

SelectionView castersOf(const ShadowMaps& maps, std::size_t map, const SelectionView& picture) {
    const ShadowMaps::Map& here = maps.maps[map];
    SelectionView view;
    view.origin = picture.origin;
    if (!maps.cubes) {
        // Clip space -1..1 from texture space 0..1.
        const glm::dmat4 clip_from_texture{
            {2.0, 0.0, 0.0, 0.0}, {0.0, 2.0, 0.0, 0.0}, {0.0, 0.0, 2.0, 0.0}, {-1.0, -1.0, -1.0, 1.0}};
        return viewOf(clip_from_texture * maps.view(map).texture_from_world, picture.origin);
    }
    const auto setBox = [&](const std::span<glm::dvec4, 6> planes, const Box& box) {
        const std::array axes{maps.right, maps.up, maps.sun};
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const auto at = static_cast<glm::length_t>(i);
            planes[2 * i] = planeAt(axes.at(i), box.low[at], picture.origin);
            planes[2 * i + 1] = planeAt(-axes.at(i), -box.high[at], picture.origin);
        }
    };
    Box box = cubeOf(here);
    const double around = kTexelsAround * here.texel_m + kSlack_m;
    box.low.z -= around;
    box.high.z += around + maps.reach_m;
    setBox(std::span(view.planes).first<6>(), box);
    // A unit whose shadow is visible stands in the view, or towards the sun from there by at most the length
    // of its shadow.
    for (std::size_t i = 0; i < 6; ++i) {
        glm::dvec4 plane = picture.planes[i];
        if (plane != SelectionView::kAllInside)
            plane.w += around + maps.reach_m * std::max(0.0, -glm::dot(glm::dvec3(plane), maps.sun));
        view.planes[6 + i] = plane;
    }
    if (map == 0) return view;
    // Points inside the finer map's cube, except its rim, do not use this map.
    const ShadowMaps::Map& finer = maps.maps[map - 1];
    const double inner = static_cast<double>(PH_SHADOW_RIM) * finer.half_m - finer.texel_m - around;
    Box hole{finer.center - inner, finer.center + inner};
    hole.low.z += maps.reach_m;
    if (glm::all(glm::lessThan(hole.low, hole.high))) setBox(view.hole, hole);
    return view;
}

}  // namespace phalanx
