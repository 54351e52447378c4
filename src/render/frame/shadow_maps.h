// Where the shadow maps of a frame lie: squares across the sun's rays, one or a few. No GL.
//
// Cascades: sizes are rungs of a ladder, fixed in the world: 6, 48, 384 m to each side of the middle. The
// camera decides which of them are drawn, and where: a map's middle lies ahead of the eye by three quarters
// of that, moved to a whole texel of a grid that is fixed in the world. So a texel covers the same place
// whatever the camera does, and what is drawn into it stays the same: Valient, "Stable Rendering of Cascaded
// Shadow Maps", ShaderX6, 2008; Microsoft, "Common Techniques to Improve Shadow Depth Maps",
// https://learn.microsoft.com/en-us/windows/win32/dxtecharts/common-techniques-to-improve-shadow-depth-maps
// A map is for the points of a cube (to its sides as far as the map goes, and as far along the rays); a point
// takes the first map whose cube holds it. Maps split by depth: Dimitrov, "Cascaded Shadow Maps", 2007.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>

#include "crowd/selection.h"
#include "layouts.h"
#include "render/frame/camera.h"

namespace phalanx {

struct Environment;

// What can throw a shadow, and catch one: all within a disc on the ground, and up to this height.
struct ShadowArmy {
    glm::dvec3 center{0.0};
    double radius_m = 0.0;
    double height_m = 2.0;
};

struct ShadowView {
    glm::dmat4 texture_from_world{1.0};  // texture coordinates and depth, 0..1
    double texel_m = 0.0;
};

struct ShadowMaps {
    struct Map {
        glm::dvec3 center{0.0};  // along right, up, sun, metres; the first two on whole texels
        double half_m = 0.0;     // of a side
        double texel_m = 0.0;
    };
    glm::dvec3 right{1.0, 0.0, 0.0};  // world, unit length, like the next two
    glm::dvec3 up{0.0, 0.0, -1.0};
    glm::dvec3 sun{0.0, 1.0, 0.0};
    std::array<Map, PH_SHADOW_MAPS> maps{};
    std::size_t count = 0;  // 0: no shadow can be seen
    // All maps have one depth: 0.5 at this place along `sun`, and so much a metre away from it.
    double depth_middle_m = 0.0;
    double depth_per_m = 0.0;
    double ahead = 0.0;    // how far along `sun` a cube's middle is from the eye, in halves of its side
    bool cubes = false;    // false: the one map is for all that lies along its rays
    double reach_m = 0.0;  // how far along the rays a shadow can be from what throws it

    glm::dvec3 inSunlight(const glm::dvec3& world) const {
        return {glm::dot(right, world), glm::dot(up, world), glm::dot(sun, world)};
    }
    ShadowView view(std::size_t map) const;
};

// One map around what the camera looks at; its size grows in steps with the distance to that.
ShadowMaps fitShadow(const Environment& environment, const Camera& camera, int map_size);

// As many cascades as have something to show, at most `most` (1 .. PH_SHADOW_MAPS): from the smallest on that
// reaches the army. Which ones are left out changes nothing that is seen, but for what lies beyond the last.
ShadowMaps fitCascades(const Environment& environment, const Camera& camera, double aspect,
                       const ShadowArmy& army, int map_size, int most);

// Who is drawn into a map: whose shadow may fall on something that takes that map. Cascades: and that
// `picture`, the camera's own view, shows; nobody whose whole shadow takes a finer map.
SelectionView castersOf(const ShadowMaps& maps, std::size_t map, const SelectionView& picture);

}  // namespace phalanx
