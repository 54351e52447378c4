// The unit's number plus one, for picking; 0: no unit.
#include "layouts.h"
#include "surface.glsl"

in vec2 v_uv;
flat in uvec2 v_look;

out uint o_unit;

void main() {
    discardTransparent(baseColor(v_uv));
    o_unit = v_look.y + 1u;
}
