// The image that compute shaders rasterize impostors into.
#include "impostor.h"

uniform ivec2 u_size;       // of the image, pixels
uniform vec2 u_depth_of_w;  // depth = x + y / w

int rasterTile(ivec2 pixel) {
    ivec2 tile = pixel / PH_RASTER_TILE;
    return tile.y * ((u_size.x + PH_RASTER_TILE - 1) / PH_RASTER_TILE) + tile.x;
}

#ifdef EACH_SAMPLE
uniform int u_samples;  // per pixel
uniform vec2 u_sample_places[PH_IMPOSTOR_MOST_SAMPLES];  // relative to the pixel's centre, in pixels
#else
const int u_samples = 1;
const vec2 u_sample_places[1] = vec2[1](vec2(0.0));
#endif

// A place in the plane of an impostor.
struct RasterPlace {
    bool covered;  // by the triangle of a far unit; of a near one: it is in front of the eye
    vec2 at;       // cell coordinates; of blended images, of the first
    float w;       // distance along the view direction, metres
};
