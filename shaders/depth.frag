// Depth only, for shadow maps; cut-out materials discard transparent parts.
#include "layouts.h"
#include "surface.glsl"

in vec2 v_uv;

void main() { discardTransparent(baseColor(v_uv)); }
