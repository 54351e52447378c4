// From linear light to display colours: exposure, a filmic curve, sRGB; then the outline of the selected unit.
#include "layouts.h"
#include "display.glsl"
#include "srgb.glsl"

uniform sampler2D u_scene;  // as large as the display, or smaller (RenderSettings::render_scale)
uniform sampler2D u_mask;
uniform vec2 u_shown_size;  // size of the display, pixels
uniform float u_outline;  // radius, pixels of the display

in vec2 v_position;

out vec4 o_color;

// Reads texels directly if the sizes are equal, else interpolates bilinearly.
vec3 sceneAt(vec2 pixel) {
    vec2 size = vec2(textureSize(u_scene, 0));
    if (size == u_shown_size) return texelFetch(u_scene, ivec2(pixel), 0).rgb;
    vec2 at = pixel * (size / u_shown_size) - 0.5;
    ivec2 low = ivec2(floor(at));
    ivec2 last = ivec2(size) - 1;
    vec2 within = at - vec2(low);
    vec3 below = mix(texelFetch(u_scene, clamp(low, ivec2(0), last), 0).rgb,
                     texelFetch(u_scene, clamp(low + ivec2(1, 0), ivec2(0), last), 0).rgb, within.x);
    vec3 above = mix(texelFetch(u_scene, clamp(low + ivec2(0, 1), ivec2(0), last), 0).rgb,
                     texelFetch(u_scene, clamp(low + ivec2(1, 1), ivec2(0), last), 0).rgb, within.x);
    return mix(below, above, within.y);
}

// The outline mask at a pixel of the display.
float maskAt(vec2 pixel) {
    vec2 size = vec2(textureSize(u_mask, 0));
    return texelFetch(u_mask, clamp(ivec2(pixel * (size / u_shown_size)), ivec2(0), ivec2(size) - 1), 0).r;
}

void main() {
    vec3 color = clamp(filmic(sceneAt(gl_FragCoord.xy) * u_camera.w) * vignette(v_position), 0.0, 1.0);
    color = srgbFromLinear(color);
#ifdef OUTLINE  // not a uniform: a software renderer takes both branches of an if
    float inside = maskAt(gl_FragCoord.xy);
    float near = 0.0;
    for (int i = 0; i < 16; ++i) {
        float angle = 0.39269908 * float(i);
        vec2 way = round(vec2(cos(angle), sin(angle)) * u_outline);
        near = max(near, maskAt(gl_FragCoord.xy + way));
    }
    color = mix(color, vec3(1.0, 0.78, 0.18), near * (1.0 - inside));
#endif
    o_color = vec4(color, 1.0);
}
