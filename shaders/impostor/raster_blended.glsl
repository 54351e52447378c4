// A near unit as compute shaders rasterize it, from what raster_place.comp has stored.
#include "raster_list.glsl"
#include "raster_target.glsl"
#include "raster_placed.glsl"
#include "impostor.h"
#include "impostor_light.glsl"
#include "impostor_texels.glsl"
#include "unit.glsl"

uniform uint u_first_cell;  // first cell of the variant
layout(std430, binding = STORAGE_RASTER_PLACED) readonly buffer PlacedIn { PlacedImages b_placed[]; };

struct RasterUnit {
    PlacedImages placed;
    ivec4 bounds;  // the first and the last pixel of the images
    uvec4 cells;   // of the atlas
    vec4 shares;
};

// pixel: far units are asked for one (raster_plain.glsl).
RasterUnit rasterUnit(uint entry, ivec2 pixel) {
    s_index = b_indices[entry];
    fetchUnit();
    RasterUnit t;
    t.placed = b_placed[u_first_unit + s_index];
    t.bounds = boundsOf(t.placed.bounds);
    uvec2 kept = t.placed.cells;
    uvec2 poses = uvec2(kept.x, kept.x >> 12u) & 4095u;
    t.cells = u_first_cell + poses.xxxy * PH_IMPOSTOR_VIEWS + uvec4(kept.x >> 24u, kept.y & 0xFFu, kept.y >> 8u, kept.x >> 24u);
    t.shares = vec4(pairOf(t.placed.shares.x), pairOf(t.placed.shares.y));
    return t;
}

// aside: from the pixel's centre, in pixels.
RasterPlace rasterPlace(RasterUnit t, ivec2 pixel, vec2 aside) {
    vec3 place = vec3(vec2(pixel - t.bounds.xy) + aside, 1.0);
    float sum = dot(t.placed.rows[2].xyz, place);
    float w = 1.0 / sum;
    return RasterPlace(sum > 0.0, vec2(dot(t.placed.rows[0].xyz, place), dot(t.placed.rows[1].xyz, place)) * w, w);
}

// Size of a pixel: 2^x sides of the first image's cell.
float pixelInCell(RasterUnit t, RasterPlace p) {
    // at = (two linear functions of the pixel) / (a third).
    vec2 right = vec2(t.placed.rows[0].x, t.placed.rows[1].x) - p.at * t.placed.rows[2].x;
    vec2 up = vec2(t.placed.rows[0].y, t.placed.rows[1].y) - p.at * t.placed.rows[2].y;
    return log2(max(length(right), length(up)) * p.w * 0.5);
}

vec2 inImage(RasterUnit t, int image, vec2 at) {
    if (image == 0) return at;
    int other = image - 1;
    mat2 across = mat2(unpackHalf2x16(t.placed.across[2 * other]), unpackHalf2x16(t.placed.across[2 * other + 1]));
    return across * at + unpackHalf2x16(t.placed.offset[other]);
}

float shareAt(RasterUnit t, vec2 at, float lod) {
    float share = 0.0;
    for (int i = 0; i < PH_IMPOSTOR_BLENDED; ++i) {
        vec2 in_image = inImage(t, i, at);
        if (liesIn(in_image)) share += t.shares[i] * shapeAt(t.cells[i], in_image, lod);
    }
    return steepened(share, lod);
}

void texelsAt(RasterUnit t, vec2 at, float lod, out vec4 color, out vec4 surface) {
    color = vec4(0.0);
    surface = vec4(0.0);
    for (int i = 0; i < PH_IMPOSTOR_BLENDED; ++i) {
        vec3 place = placeOf(t.cells[i], inImage(t, i, at), float(PH_IMPOSTOR_COLOR), lod);
        color += t.shares[i] * textureLod(u_impostor_color, place, lod);
        surface += t.shares[i] * textureLod(u_impostor_normal, place, lod);
    }
}

// Metres above the unit's origin.
float heightAt(RasterUnit t, vec2 at) {
    return dot(vec3(t.placed.rows[0].w, t.placed.rows[1].w, t.placed.rows[2].w), vec3(at, 1.0));
}

// sunlit: as in ImpostorLight.
ImpostorLight rasterLight(RasterUnit t, vec2 sunlit) {
    ImpostorLight light = lightOf(uvec4(t.placed.light[0], t.placed.light[1], 0u, t.placed.light[2]));
    light.sunlit = sunlit;
    return light;
}
