// A unit in false colours: one colour per vertex, the direction of the normal, or plain lines. Lightly shaded, so that
// colours match the legend.
#include "layouts.h"
#include "display.glsl"
#include "surface.glsl"

in vec3 v_world_normal;
in vec2 v_uv;
in vec3 v_overlay;  // sRGB

uniform int u_overlay_kind;  // OVERLAY_COLORS, ...

out vec4 o_color;

void main() {
    discardTransparent(baseColor(v_uv));
    float size = length(v_world_normal);
    vec3 normal = size > 0.0 ? v_world_normal / size : vec3(0.0, 1.0, 0.0);
    vec3 color = v_overlay;
    if (u_overlay_kind == OVERLAY_NORMALS) color = normal * 0.5 + 0.5;
    if (u_overlay_kind == OVERLAY_LINES) color = vec3(0.96, 0.98, 1.0);
    float shade = u_overlay_kind == OVERLAY_COLORS ? 0.72 + 0.28 * dot(normal, u_sun_direction.xyz) : 1.0;
    vec3 linear = linearFromSrgb(color * max(shade, 0.5));
    o_color = vec4(sceneFromDisplay(linear, u_camera.w, 1.0), 1.0);  // the picture's corners darken overlays, too
}
