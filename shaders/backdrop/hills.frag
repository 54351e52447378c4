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
    o_color = vec4(groundBehindHaze(u_half_size, color, v_world), 1.0);
}
