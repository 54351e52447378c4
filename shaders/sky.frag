#include "layouts.h"
#include "noise.glsl"

uniform mat4 u_world_from_clip;

in vec2 v_position;

out vec4 o_color;

void main() {
    vec4 far_point = u_world_from_clip * vec4(v_position, 1.0, 1.0);
    vec3 ray = normalize(far_point.xyz / far_point.w - u_camera.xyz);
    float height = max(ray.y, 0.0);
    vec3 color = mix(u_sky_horizon.rgb, u_sky_zenith.rgb, 1.0 - exp(-height * 4.5));
    // Thin high clouds, flattened towards the horizon.
    if (ray.y > 0.02) {
        vec2 p = ray.xz / (ray.y + 0.12);
        float cloud = valueNoise(p * 1.3) * 0.5 + valueNoise(p * 2.9 + 7.0) * 0.3 + valueNoise(p * 6.1 + 3.0) * 0.2;
        color = mix(color, vec3(1.0) * dot(u_sky_horizon.rgb, vec3(0.36)), smoothstep(0.5, 0.85, cloud) * 0.45 * min(height * 6.0, 1.0));
    }
    float sun = max(dot(ray, u_sun_direction.xyz), 0.0);
    color += u_sun_color.rgb * (0.06 * pow(sun, 8.0) + 0.15 * pow(sun, 90.0) + 6.0 * smoothstep(0.99955, 0.99975, sun));
    o_color = vec4(color, 1.0);
}
