#include "layouts.h"
#include "lighting.glsl"
#include "noise.glsl"

in vec3 v_world_position;

out vec4 o_color;

// Noise of one scale, gone before its cells become smaller than pixels.
float scaledNoise(vec2 p, float cell_m, float footprint_m) {
    float shown = 1.0 - smoothstep(0.25, 0.7, footprint_m / cell_m);
    return shown > 0.0 ? (valueNoise(p / cell_m) - 0.5) * shown : 0.0;
}

void main() {
    vec2 p = v_world_position.xz;
    vec2 dx = dFdx(p);
    vec2 dy = dFdy(p);
    float footprint = max(length(dx), length(dy));
    float broad = scaledNoise(p, 23.0, footprint) + 0.6 * scaledNoise(p + 31.0, 7.3, footprint);
    float fine = scaledNoise(p, 1.1, footprint) + 0.8 * scaledNoise(p + 5.0, 0.31, footprint) +
                 0.7 * scaledNoise(p + 9.0, 0.07, footprint);
    vec3 dust = vec3(0.235, 0.185, 0.118);
    vec3 grass = vec3(0.100, 0.115, 0.042);
    vec3 albedo = mix(dust, grass, smoothstep(-0.35, 0.45, broad + 0.25 * fine));
    albedo *= 1.0 + 0.45 * fine + 0.2 * broad;

    vec3 normal = vec3(0.0, 1.0, 0.0);
    float sun = max(u_sun_direction.y, 0.0) * sunVisibility(v_world_position, normal);
    vec3 color = albedo * (u_sun_color.rgb * sun + skyAmbient(normal));
    o_color = vec4(fogged(color, v_world_position), 1.0);
}
