// A light line whose sides fade over a pixel.
#include "layouts.h"

uniform float u_reach;  // pixels from the line's middle to where it ends

noperspective in float v_across;

out vec4 o_color;

void main() {
    // Light enough for present.frag to make it nearly white, and no lighter, so that the sides do not bloom.
    o_color = vec4(vec3(1.5, 1.5, 1.55) / u_camera.w, clamp(u_reach - abs(v_across), 0.0, 1.0) * 0.85);
}
