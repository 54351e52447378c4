// Fair-weather clouds: a layer of flat bases and round tops. The sky shows it, and surfaces lie in its shade; both read the same
// texture at the same place (src/render/effects/cloud_texture.h).
#include "clouds.h"
#include "wind.glsl"

// r: how far inside a cloud, evenly distributed over the sky, 0..1; g: billows. Repeats every kCloudTile_m.
uniform sampler2D u_clouds;

const float kCloudTile_m = 4096.0;   // drifts with 8 m/s along x, 4 m/s along z
const float kCloudBase_m = 620.0;    // world height of the bases
const float kCloudThick_m = 240.0;   // of the thickest cloud
const float kCloudOpen = 0.60;       // the share of open sky

// Place in the texture of a world place at the height of the clouds.
vec2 cloudPlace(vec2 world) { return world / kCloudTile_m - drifted(u_clock.x, PH_CLOUD_SHIFT); }

// Fraction of sunlight that the clouds let through to a point.
float sunThroughClouds(vec3 world) {
    float up = kCloudBase_m + 0.3 * kCloudThick_m - world.y;
    vec2 above = world.xz + u_sun_direction.xz * (up / max(u_sun_direction.y, 0.05));
    float inside = textureLod(u_clouds, cloudPlace(above), 0.0).r;
    return 1.0 - PH_CLOUD_SHADE * smoothstep(kCloudOpen - 0.06, kCloudOpen + 0.22, inside);
}
