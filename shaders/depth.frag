// Depth alone, for the shadow map; cut-outs cast the shadow of what is left.
#include "layouts.h"
#include "surface.glsl"

in vec2 v_uv;

void main() { discardTransparent(baseColor(v_uv)); }
