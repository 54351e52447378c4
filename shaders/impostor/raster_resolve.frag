// Adds the impostors that raster_*.comp have drawn to the image: colour and depth of each sample.
#include "layouts.h"

uniform usampler2DArray u_raster_nearest;  // distances along the view direction, float bits; one layer per sample
uniform sampler2DArray u_raster_colors;
uniform vec2 u_depth_of_w;  // depth = x + y / w

out vec4 o_color;

void main() {
#ifdef EACH_SAMPLE
    ivec3 place = ivec3(gl_FragCoord.xy, gl_SampleID);
#else
    ivec3 place = ivec3(gl_FragCoord.xy, 0);
#endif
    uint bits = texelFetch(u_raster_nearest, place, 0).x;
    if (bits == PH_RASTER_NONE) discard;
    o_color = texelFetch(u_raster_colors, place, 0);
    gl_FragDepth = u_depth_of_w.x + u_depth_of_w.y / uintBitsToFloat(bits);
}
