#include "layouts.h"
#include "lighting.glsl"
#include "ground_surface.glsl"

uniform mat3 u_ray_from_pixel;  // rayFromPixel() in render/frame/camera.h
uniform float u_half_size;  // distance where the drawn ground ends in haze, metres

out vec4 o_color;

// Where the ray through the pixel's centre meets the ground. Not interpolated between the corners of the square: they are
// kilometres away, and some renderers are then wrong by several pixels.
vec3 groundPoint() {
    vec3 ray = u_ray_from_pixel * vec3(gl_FragCoord.xy, 1.0);
    // The centre of a pixel at the far edge may be above the horizon.
    float down = max(ray.y * -sign(u_camera.y), abs(u_camera.y) / (2.0 * u_half_size));
    vec2 p = u_camera.xz + ray.xz * (abs(u_camera.y) / max(down, 1e-9));
    return vec3(p.x, 0.0, p.y);
}

void main() {
    vec3 world = groundPoint();
    vec2 p = world.xz;
    vec3 albedo = groundAlbedo(p, 0.0, 0.0);

    float sun = max(u_sun_direction.y, 0.0) * sunVisibility(world, vec3(0.0));
    vec3 color = albedo * (u_sun_color.rgb * sun + skyAmbient(1.0));
    o_color = vec4(groundBehindHaze(u_half_size, color, world), 1.0);
}
