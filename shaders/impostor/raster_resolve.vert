// The tiles of the image that contain impostors: one instance per tile, a strip of four corners.
#include "layouts.h"

uniform usamplerBuffer u_raster_tiles;
uniform ivec2 u_size;  // size, pixels

void main() {
    int columns = (u_size.x + PH_RASTER_TILE - 1) / PH_RASTER_TILE;
    ivec2 tile = ivec2(gl_InstanceID % columns, gl_InstanceID / columns);
    ivec2 corner = min((tile + ivec2(gl_VertexID & 1, gl_VertexID >> 1)) * PH_RASTER_TILE, u_size);
    vec2 place = texelFetch(u_raster_tiles, gl_InstanceID).x == 0u ? vec2(0.0) : vec2(corner) / vec2(u_size);
    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}
