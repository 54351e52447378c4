// A far unit as compute shaders rasterize it: the same triangle and image as in impostor.vert and impostor.frag.
#include "raster_list.glsl"
#include "raster_target.glsl"
#include "raster_setup.glsl"
#include "impostor_texels.glsl"

struct RasterUnit {
    vec3 to_eye;
    PlainImage image;
    WorldPlane world;
    vec2 at[3];    // of the corners
    ivec4 bounds;  // with COVERS the first and the last pixel of the triangle; else the pixel that was asked for
    mat3 edges;    // weightsOfPixels() of the corners, relative to the first pixel
};

RasterUnit rasterUnit(uint entry, ivec2 pixel) {
    s_index = b_indices[entry];
    fetchUnit();
    RasterUnit t;
    t.to_eye = eyeFromUnit();
    t.image = plainImage(turnedBack(t.to_eye));
    t.world = worldPlane(t.image.axes, t.image.box);
    CellPlane plane = cellPlane(t.world);
    vec4 corners[3];
    for (int i = 0; i < 3; ++i) {
        t.at[i] = impostorCornerAt(t.image.cell, i);
        corners[i] = clipOf(plane, t.at[i]);
    }
#ifdef COVERS
    t.bounds = pixelsOf(
        wider(wider(reachOfCorner(corners[2], corners[0]), reachOfCorner(corners[0], corners[1])), reachOfCorner(corners[1], corners[2])));
#else
    t.bounds = ivec4(pixel, pixel);
#endif
    t.edges = weightsOfPixels(
        mat3(pixelTimesW(corners[0], t.bounds.xy), pixelTimesW(corners[1], t.bounds.xy), pixelTimesW(corners[2], t.bounds.xy)));
    return t;
}

// aside: from the pixel's centre, in pixels.
RasterPlace rasterPlace(RasterUnit t, ivec2 pixel, vec2 aside) {
    vec3 weights = vec3(vec2(pixel - t.bounds.xy) + aside, 1.0) * t.edges;
    float sum = weights.x + weights.y + weights.z;
    float w = 1.0 / sum;
    return RasterPlace(all(greaterThanEqual(weights, vec3(0.0))) && sum > 0.0,
                       (weights.x * t.at[0] + weights.y * t.at[1] + weights.z * t.at[2]) * w, w);
}

// Size of a pixel: 2^x sides of a cell.
float pixelInCell(RasterUnit t, RasterPlace p) {
    // at = (sum of weights * corners) / (sum of weights), both linear in the pixel.
    vec2 right = vec2(0.0);
    vec2 up = vec2(0.0);
    for (int i = 0; i < 3; ++i) {
        vec2 away = t.at[i] - p.at;
        right += t.edges[i].x * away;
        up += t.edges[i].y * away;
    }
    return log2(max(length(right), length(up)) * p.w * 0.5);
}

float shareAt(RasterUnit t, vec2 at, float lod) {
    return steepened(liesIn(at) ? shapeAt(u_first_cell + t.image.cell, at, lod) : 0.0, lod);
}

void texelsAt(RasterUnit t, vec2 at, float lod, out vec4 color, out vec4 surface) {
    vec3 place = placeOf(u_first_cell + t.image.cell, at, float(PH_IMPOSTOR_COLOR), lod);
    color = textureLod(u_impostor_color, place, lod);
    surface = textureLod(u_impostor_normal, place, lod);
}

// Metres above the unit's origin.
float heightAt(RasterUnit t, vec2 at) { return worldOf(t.world, at).y - s_placement.y; }

// sunlit: as in ImpostorLight.
ImpostorLight rasterLight(RasterUnit t, vec2 sunlit) {
    return lightOn(t.image.axes, sunlit, t.to_eye, worldOf(t.world, t.at[2]));
}
