#include "layouts.h"
#include "lighting.glsl"
#include "noise.glsl"

in vec3 v_world_position;

out vec4 o_color;

// Noise of one scale, -0.5..0.5, gone before its cells become smaller than pixels. Each scale is turned by another
// angle, so that the lattice does not show.
float scaledNoise(vec2 p, float cell_m, float footprint_m) {
    float shown = 1.0 - smoothstep(0.35, 0.9, footprint_m / cell_m);
    if (shown <= 0.0) return 0.0;
    float angle = cell_m * 57.0;
    vec2 turned = mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * p;
    return (valueNoise(turned / cell_m) - 0.5) * shown;
}

void main() {
    vec2 p = v_world_position.xz;
    // The shorter side of the pixel's footprint: seen flat, detail across the view stays.
    float footprint = min(length(dFdx(p)), length(dFdy(p))) * 1.5;
    float broad = scaledNoise(p, 23.0, footprint) + 0.6 * scaledNoise(p, 7.3, footprint);
    float middle = scaledNoise(p, 2.3, footprint) + 0.6 * scaledNoise(p, 0.87, footprint) +
                   0.5 * scaledNoise(p, 0.36, footprint);
    float fine = scaledNoise(p, 0.17, footprint) + 0.8 * scaledNoise(p, 0.071, footprint) +
                 0.7 * scaledNoise(p, 0.029, footprint);
    vec3 dust = vec3(0.245, 0.190, 0.118);
    vec3 earth = vec3(0.155, 0.115, 0.070);
    vec3 grass = vec3(0.112, 0.124, 0.045);
    // Grass grows in patches with ragged rims; bare spots show darker earth.
    float green = smoothstep(-0.16, 0.34, broad + 0.55 * middle + 0.40 * fine);
    vec3 albedo = mix(dust, earth, smoothstep(-0.05, 0.55, middle - 0.5 * broad + 0.3 * fine));
    albedo = mix(albedo, grass, 0.8 * green);
    albedo *= 1.0 + 0.55 * fine + 0.20 * middle;

    vec3 normal = vec3(0.0, 1.0, 0.0);
    float sun = max(u_sun_direction.y, 0.0) * sunVisibility(v_world_position, normal);
    vec3 color = albedo * (u_sun_color.rgb * sun + skyAmbient(normal));
    o_color = vec4(fogged(color, v_world_position), 1.0);
}
