// White where the selected unit is, visible or not; present.frag draws its outline.
#include "layouts.h"
#include "surface.glsl"

in vec2 v_uv;

out vec4 o_mask;

void main() {
    discardTransparent(baseColor(v_uv));
    o_mask = vec4(1.0);
}
