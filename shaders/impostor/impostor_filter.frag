// Averages the high-resolution impostor images into the atlas. SILHOUETTE: coverage of the texel; else colour and normal,
// both multiplied by coverage.
#include "layouts.h"
#include "impostor.h"
#include "srgb.glsl"

uniform sampler2D u_fine_color;   // sampled as linear
uniform sampler2D u_fine_normal;

#ifdef SILHOUETTE
#define FINER PH_IMPOSTOR_DETAIL
layout(location = 0) out float o_shape;
#else
#define FINER (PH_IMPOSTOR_DETAIL * PH_IMPOSTOR_SHAPE / PH_IMPOSTOR_COLOR)
layout(location = 0) out vec4 o_color;
layout(location = 1) out vec4 o_normal;
#endif

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * FINER;
    vec4 color = vec4(0.0);
    vec4 normal = vec4(0.0);
    for (int y = 0; y < FINER; ++y) {
        for (int x = 0; x < FINER; ++x) {
            ivec2 at = first + ivec2(x, y);
            vec4 there = texelFetch(u_fine_normal, at, 0);
            if (there.a == 0.0) continue;
            normal += there;
#ifndef SILHOUETTE
            color += texelFetch(u_fine_color, at, 0);
#endif
        }
    }
    float share = 1.0 / float(FINER * FINER);
#ifdef SILHOUETTE
    o_shape = normal.a * share;
#else
    o_color = vec4(imageFromLinear(color.rgb * share), color.a * share);
    o_normal = normal * share;
#endif
}
