#include "layouts.h"
#ifdef CLOUDS
#include "sky_clouds.glsl"
#else
#include "scenery/noise.glsl"
#endif

uniform mat3 u_ray_from_pixel;  // rayFromPixel() in render/frame/camera.h

out vec4 o_color;

#ifndef CLOUDS
float octaves(vec2 p, int count) {
    float sum = 0.0;
    float share = 0.5;
    for (int i = 0; i < count; ++i) {
        sum += share * valueNoise(p);
        p = mat2(1.58, 1.22, -1.22, 1.58) * p + 11.3;
        share *= 0.5;
    }
    return sum / (1.0 - 2.0 * share);
}

// Clouds painted on a plane above: white where sunlight passes, grey-blue where more cloud lies towards the sun.
vec3 overClouds(vec3 sky, vec3 ray) {
    vec2 p = ray.xz / (ray.y + 0.07) * 0.62 + vec2(4.2, 1.7);
    float thick = octaves(p, 5);
    float cover = smoothstep(0.49, 0.70, thick);
    if (cover <= 0.0) return sky;
    float shade = octaves(p + u_sun_direction.xz * 0.22, 3) - thick;
    float lit = clamp(0.62 - 2.6 * shade - 0.35 * smoothstep(0.60, 0.85, thick), 0.0, 1.0);
    vec3 cloud = mix(u_sky_horizon.rgb * vec3(0.52, 0.55, 0.60), u_sky_horizon.rgb * 0.40 + u_sun_color.rgb * 0.31, lit);
    return mix(sky, cloud, 0.85 * cover * smoothstep(0.015, 0.16, ray.y));
}
#endif

void main() {
    vec3 ray = normalize(u_ray_from_pixel * vec3(gl_FragCoord.xy, 1.0));
    float height = max(ray.y, 0.0);
    vec3 color = mix(u_sky_horizon.rgb, u_sky_zenith.rgb, 1.0 - exp(-height * 4.5));
    float sun = max(dot(ray, u_sun_direction.xyz), 0.0);
#ifdef CLOUDS
    color += u_sun_color.rgb * (0.06 * pow(sun, 8.0) + 0.10 * pow(sun, 90.0));
    float through;
    color = overClouds(color, ray, through);
    color += u_sun_color.rgb * (through * through * (0.05 * pow(sun, 90.0) + 6.0 * smoothstep(0.99955, 0.99975, sun)));
#else
    if (ray.y > 0.015) color = overClouds(color, ray);
    color += u_sun_color.rgb * (0.06 * pow(sun, 8.0) + 0.15 * pow(sun, 90.0) + 6.0 * smoothstep(0.99955, 0.99975, sun));
#endif
    o_color = vec4(color, 1.0);
}
