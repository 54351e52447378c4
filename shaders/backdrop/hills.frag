#include "layouts.h"
#include "lighting.glsl"
#include "ground_surface.glsl"

uniform float u_half_size;  // distance where the drawn ground ends in haze, metres

in vec3 v_world;
in vec2 v_slope;
out vec4 o_color;

void main() {
    vec3 normal = normalize(vec3(-v_slope.x, 1.0, -v_slope.y));
    float steep = length(v_slope);
    float meadow = meadowAt(v_world.xz);
    vec3 albedo = groundAlbedo(v_world.xz, lushOnHills(meadow, steep), rockOnHills(steep));
    albedo *= meadowTint(meadow);

    float sun = max(dot(normal, u_sun_direction.xyz), 0.0);
    if (sun > 0.0) sun *= sunVisibility(v_world, vec3(0.0));
    vec3 color = albedo * (u_sun_color.rgb * sun + skyAmbient(normal.y));
    vec3 ray = u_camera.xyz - v_world;
    float distance_m = length(ray);
    vec2 haze = hazeOf(ray / max(distance_m, 1e-4), distance_m);
    haze.x *= 1.0 - smoothstep(0.6, 1.0, distance_m / u_half_size);
    o_color = vec4(behindHaze(color, haze), 1.0);
}
