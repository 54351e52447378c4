// Placement of the shadow maps of a frame: one or several squares perpendicular to the sun's rays. No GL.
//
// Cascades have fixed half sizes of 6, 24, 96 and 384 m, of which up to three are drawn. The camera decides
// which and where: the centre of a map is ahead of the eye by three quarters of its half size, snapped to the
// map's texel grid, which is fixed in the world. So a texel covers the same place wherever the camera moves,
// and its content is stable: Valient, "Stable Rendering of Cascaded Shadow Maps", ShaderX6, 2008; Microsoft,
// "Common Techniques to Improve Shadow Depth Maps",
// https://learn.microsoft.com/en-us/windows/win32/dxtecharts/common-techniques-to-improve-shadow-depth-maps
// A map serves the points of a cube, as deep along the rays as the map is wide; a point uses the first map
// whose cube contains it. For maps split by depth instead see Dimitrov, "Cascaded Shadow Maps", 2007.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>

#include "crowd/selection.h"
#include "layouts.h"
#include "render/frame/camera.h"
#include "render/frame/environment.h"
#include "terrain/terrain.h"

namespace phalanx {

// Bounds of all shadow casters and receivers: a disc, the heights of the ground in it, and a height above it.
struct ShadowArmy {
    glm::dvec3 center{0.0};  // at y = 0
    double radius_m = 0.0;
    double height_m = 2.0;
    HeightRange ground{};
    double steepest = 0.0;  // slope of the ground, metres per metre
};

struct ShadowView {
    glm::dmat4 texture_from_world{1.0};  // texture coordinates and depth, 0..1
    double texel_m = 0.0;
};

struct ShadowMaps {
    struct Map {
        glm::dvec3 center{0.0};  // along right, up, sun, metres; the first two snapped to texels
        double half_m = 0.0;     // half the side of the map
        double texel_m = 0.0;
    };
    glm::dvec3 right{1.0, 0.0, 0.0};  // world, unit length; so are `up` and `sun`
    glm::dvec3 up{0.0, 0.0, -1.0};
    glm::dvec3 sun{0.0, 1.0, 0.0};
    std::array<Map, PH_SHADOW_MAPS> maps{};
    std::size_t count = 0;  // number of maps; 0: no shadow is visible
    // All maps have the same depth range: 0.5 is at depth_middle_m along `sun`, depth_per_m is the change per
    // metre.
    double depth_middle_m = 0.0;
    double depth_per_m = 0.0;
    double ahead = 0.0;     // offset of a cube's centre from the eye along `sun`, in half sizes
    bool cubes = false;     // false: one map serves everything along its rays
    double strength = 1.0;  // of the last map's shadows: 0..1, so that leaving it out is not seen
    double reach_m = 0.0;   // longest distance along the rays from a caster to its shadow

    glm::dvec3 inSunlight(const glm::dvec3& world) const {
        return {glm::dot(right, world), glm::dot(up, world), glm::dot(sun, world)};
    }
    ShadowView view(std::size_t map) const;
};

// One map around the camera's target, on ground of height ground_m there. Its size grows in steps with the
// distance to the target.
ShadowMaps fitShadow(const Environment& environment, const Camera& camera, int map_size,
                     double ground_m = 0.0);

// At most `most` cascades (1 .. PH_SHADOW_MAPS), starting with the smallest that contains part of the crowd
// or its shadows. Skipped cascades would show nothing; only what lies beyond the last one stays unshadowed.
// If all `most` are drawn, the last fades out while the eye comes near the crowd: a smaller map will displace
// it.
ShadowMaps fitCascades(const Environment& environment, const Camera& camera, double aspect,
                       const ShadowArmy& army, int map_size, int most);

// The view that selects the casters of a map: units whose shadow may fall on a point that uses that map. With
// cascades, that point must also be in `picture`, the camera's view, and units whose whole shadow uses a
// finer map are excluded.
SelectionView castersOf(const ShadowMaps& maps, std::size_t map, const SelectionView& picture);

}  // namespace phalanx
