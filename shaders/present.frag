// Linear light to what a display shows: exposure, a filmic curve, sRGB; the rim of the selected unit over it.
#include "layouts.h"

uniform sampler2D u_scene;
uniform sampler2D u_mask;
uniform float u_outline;  // radius in pixels; 0: nothing is selected

in vec2 v_position;

out vec4 o_color;

// A rational fit of a film's response: N. Hable's shape with our constants, scaled so that 1.0 of input stays below
// white and 6.0 reaches it.
vec3 filmic(vec3 x) {
    vec3 y = x * (1.10 * x + 0.06) / (x * (1.02 * x + 0.60) + 0.10);
    return clamp(y, 0.0, 1.0);
}

vec3 srgbFromLinear(vec3 c) { return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)); }

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec3 color = filmic(texelFetch(u_scene, pixel, 0).rgb * u_camera.w);
    color *= 1.0 - 0.10 * dot(v_position, v_position) * 0.5;
    color = srgbFromLinear(color);
    if (u_outline > 0.0) {
        ivec2 last = textureSize(u_mask, 0) - 1;
        float inside = texelFetch(u_mask, pixel, 0).r;
        float near = 0.0;
        for (int i = 0; i < 16; ++i) {
            float angle = 0.39269908 * float(i);
            ivec2 at = pixel + ivec2(round(vec2(cos(angle), sin(angle)) * u_outline));
            near = max(near, texelFetch(u_mask, clamp(at, ivec2(0), last), 0).r);
        }
        color = mix(color, vec3(1.0, 0.78, 0.18), near * (1.0 - inside));
    }
    o_color = vec4(color, 1.0);
}
