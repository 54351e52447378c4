// Linear light to what a display shows: exposure, a filmic curve, sRGB; the rim of the selected unit over it.
#include "layouts.h"

uniform sampler2D u_scene;
uniform sampler2D u_mask;
uniform float u_outline;  // radius in pixels; 0: nothing is selected

in vec2 v_position;

out vec4 o_color;

// A film's response as a rational function of our own: slope 0.9 in the middle, a soft toe, 4.0 becomes white.
vec3 filmic(vec3 x) {
    const float white = 4.0;
    vec3 toe = x * x / (x + 0.06);
    return clamp(toe * (1.0 + toe / (white * white)) / (1.0 + toe) * 1.22, 0.0, 1.0);
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
