// A unit in false colours: one colour per vertex, the direction of the normal, or plain lines. Lightly shaded, so that
// colours match the legend.
#include "layouts.h"
#include "surface.glsl"

in vec3 v_world_normal;
in vec2 v_uv;
in vec3 v_overlay;  // sRGB

uniform int u_overlay_kind;  // OVERLAY_COLORS, ...

out vec4 o_color;

// The scene colour that present.frag shows as this display colour, apart from its vignette: inverts its curve by Newton's
// method.
float sceneFromDisplay(float display) {
    float wanted = min(display, 0.96) / 1.22;
    float x = wanted;
    for (int i = 0; i < 6; ++i) {
        float toe = x * x / (x + 0.06);
        float d_toe = (x * x + 0.12 * x) / ((x + 0.06) * (x + 0.06));
        float value = toe * (1.0 + toe / 16.0) / (1.0 + toe);
        float d_value = (1.0 + toe / 8.0 + toe * toe / 16.0) / ((1.0 + toe) * (1.0 + toe)) * d_toe;
        x = clamp(x + (wanted - value) / max(d_value, 0.05), 0.0, 4.0);
    }
    return x / u_camera.w;
}

void main() {
    discardTransparent(baseColor(v_uv));
    float size = length(v_world_normal);
    vec3 normal = size > 0.0 ? v_world_normal / size : vec3(0.0, 1.0, 0.0);
    vec3 color = v_overlay;
    if (u_overlay_kind == OVERLAY_NORMALS) color = normal * 0.5 + 0.5;
    if (u_overlay_kind == OVERLAY_LINES) color = vec3(0.96, 0.98, 1.0);
    float shade = u_overlay_kind == OVERLAY_COLORS ? 0.72 + 0.28 * dot(normal, u_sun_direction.xyz) : 1.0;
    vec3 linear = linearFromSrgb(color * max(shade, 0.5));
    o_color = vec4(sceneFromDisplay(linear.r), sceneFromDisplay(linear.g), sceneFromDisplay(linear.b), 1.0);
}
