// Clears the tiles in which the last draw covered samples. One workgroup per tile.
#include "layouts.h"

layout(local_size_x = PH_RASTER_TILE) in;

layout(std430, binding = STORAGE_RASTER_TILES) buffer TilesInOut { uint b_tiles[]; };
layout(r32ui, binding = IMAGE_RASTER_NEAREST) uniform writeonly uimage2DArray u_nearest;

uniform ivec2 u_size;   // of the image, pixels
uniform int u_samples;  // per pixel

void main() {
    uint tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    bool covered = b_tiles[tile] != 0u;
    barrier();
    if (!covered) return;
    if (gl_LocalInvocationID.x == 0u) b_tiles[tile] = 0u;
    ivec2 pixel = ivec2(gl_WorkGroupID.xy) * PH_RASTER_TILE + ivec2(gl_LocalInvocationID.x, 0);
    ivec2 end = min(ivec2(gl_WorkGroupID.xy + 1u) * PH_RASTER_TILE, u_size);
    if (pixel.x >= end.x) return;
    for (; pixel.y < end.y; ++pixel.y) {
        for (int s = 0; s < u_samples; ++s) imageStore(u_nearest, ivec3(pixel, s), uvec4(PH_RASTER_NONE));
    }
}
