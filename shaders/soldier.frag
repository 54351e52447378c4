#include "layouts.h"
#include "surface.glsl"
#include "lighting.glsl"
#include "shading.glsl"

in vec3 v_world_position;
in vec3 v_world_normal;
in vec2 v_uv;
flat in uvec2 v_look;
flat in float v_foot;

#ifdef RIGID_PARTS
in float v_joint;  // joint index, interpolated over the triangle
flat in float v_part;
#endif

out vec4 o_color;

void main() {
#ifdef RIGID_PARTS
    // A triangle between two rigid parts would bend, so it is not drawn.
    if (abs(v_joint - v_part) > 0.001 || fwidth(v_joint) > 0.001) discard;
#endif
    vec4 base = baseColor(v_uv);
    discardTransparent(base);
    vec3 ray = u_camera.xyz - v_world_position;
    float distance_m = length(ray);
    vec3 to_camera = ray / max(distance_m, 1e-4);
    vec2 haze = hazeOf(to_camera, distance_m);
#ifdef UNLIT_MATERIALS
    if (u_unlit == 1) {
        vec3 own = unlitSurface(base, v_look, u_clip_from_world * vec4(v_world_position, 1.0));
        o_color = vec4(behindHaze(own, haze), 1.0);
        return;
    }
#endif
    // A surface that a joint has collapsed has no normal.
    float normal_size = length(v_world_normal);
    vec3 normal = normal_size > 0.0 ? v_world_normal / normal_size : vec3(0.0, 1.0, 0.0);
    normal = seenNormal(normal, to_camera);
    Facing facing = facingOf(normal, u_sun_direction.xyz, to_camera);
    // Surfaces facing away from the sun need no shadow lookup.
    float share = facing.sun > 0.0 ? sunVisibility(v_world_position, normal) : 0.0;
    vec3 color = litSurface(base, v_look, facing, share, v_world_position.y - v_foot);
    o_color = vec4(behindHaze(color, haze), 1.0);
}
