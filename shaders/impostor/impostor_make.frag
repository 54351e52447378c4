// Renders a soldier into an impostor cell, at a higher resolution than the atlas.
#include "layouts.h"
#include "surface.glsl"
#ifdef UNLIT_MATERIALS
uniform int u_unlit;
#endif

in vec2 v_uv;
in vec3 v_impostor;  // normal in the axes of the view

layout(location = 0) out vec4 o_color;   // sRGB; alpha: strength of the tint, or 1: unlit
layout(location = 1) out vec4 o_normal;  // alpha 1: covered

void main() {
    vec4 base = baseColor(v_uv);
    discardTransparent(base);
    float kept = base.a;
#ifdef UNLIT_MATERIALS
    if (u_tint_mask == 0) kept = float(u_unlit);
#endif
    o_color = vec4(imageFromLinear(clamp(base.rgb, 0.0, 1.0)), kept);
    vec3 normal = vec3(v_impostor.xy, abs(v_impostor.z));  // seenNormal(), with the eye along z
    o_normal = vec4(clamp(normal * 0.5 + 0.5, 0.0, 1.0), 1.0);
}
