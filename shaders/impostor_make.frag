// Renders a soldier into an impostor cell, at a higher resolution than the atlas.
#include "layouts.h"
#include "surface.glsl"

in vec2 v_uv;
in vec3 v_impostor;  // normal in the axes of the view

layout(location = 0) out vec4 o_color;   // sRGB; alpha: strength of the tint
layout(location = 1) out vec4 o_normal;  // alpha 1: covered

void main() {
    vec4 base = baseColor(v_uv);
    discardTransparent(base);
    o_color = vec4(imageFromLinear(clamp(base.rgb, 0.0, 1.0)), base.a);
    o_normal = vec4(clamp(v_impostor * 0.5 + 0.5, 0.0, 1.0), 1.0);
}
