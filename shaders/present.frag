// From linear light to display colours: exposure, a filmic curve, sRGB; then the outline of the selected unit.
#include "layouts.h"
#include "display.glsl"
#include "srgb.glsl"

uniform sampler2D u_scene;      // as large as the display, or with SCALED smaller (RenderSettings::render_scale)
uniform sampler2D u_mask;
uniform vec2 u_shown_size;      // size of the display, pixels
uniform float u_outline;        // radius, pixels of the display
uniform vec4 u_outline_within;  // where the outline can be, pixels of the display: min x, min y, max x, max y

in vec2 v_position;

out vec4 o_color;

// SCALED is no uniform: a software renderer takes both branches of an if.
vec3 sceneAt(vec2 pixel) {
#ifdef SCALED
    return textureLod(u_scene, pixel / u_shown_size, 0.0).rgb;
#else
    return texelFetch(u_scene, ivec2(pixel), 0).rgb;
#endif
}

// The outline mask at a pixel of the display.
float maskAt(vec2 pixel) {
    vec2 size = vec2(textureSize(u_mask, 0));
    return texelFetch(u_mask, clamp(ivec2(pixel * (size / u_shown_size)), ivec2(0), ivec2(size) - 1), 0).r;
}

void main() {
    vec3 color = clamp(filmic(sceneAt(gl_FragCoord.xy) * u_camera.w) * vignette(v_position), 0.0, 1.0);
    color = srgbFromLinear(color);
#ifdef OUTLINE
    vec2 at = gl_FragCoord.xy;
    bool away = any(lessThan(at, u_outline_within.xy)) || any(greaterThan(at, u_outline_within.zw));
    int directions = away ? 0 : 16;  // a software renderer leaves a loop early, but no if
    float inside = maskAt(at);
    float near = 0.0;
    for (int i = 0; i < directions; ++i) {
        float angle = 0.39269908 * float(i);
        near = max(near, maskAt(at + round(vec2(cos(angle), sin(angle)) * u_outline)));
    }
    color = mix(color, vec3(1.0, 0.78, 0.18), near * (1.0 - inside));
#endif
    o_color = vec4(color, 1.0);
}
