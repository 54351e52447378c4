// A bright line with edges that fade over one pixel.
#include "layouts.h"

uniform float u_reach;  // from the line's centre to its edge, pixels

noperspective in float v_across;

out vec4 o_color;

void main() {
    // Bright enough to be almost white after present.frag, but not more, so that the soft edges do not saturate.
    o_color = vec4(vec3(1.5, 1.5, 1.55) / u_camera.w, clamp(u_reach - abs(v_across), 0.0, 1.0) * 0.85);
}
