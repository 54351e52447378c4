// A unit's impostor as compute shaders rasterize it: the same triangle and images as in impostor.vert and impostor.frag.
#include "raster_list.glsl"
#include "impostor_unit.glsl"
#include "impostor_texels.glsl"

uniform ivec2 u_picture;    // size, pixels
uniform vec2 u_depth_of_w;  // depth = x + y / w
int rasterTile(ivec2 pixel) {
    ivec2 tile = pixel / PH_RASTER_TILE;
    return tile.y * ((u_picture.x + PH_RASTER_TILE - 1) / PH_RASTER_TILE) + tile.x;
}

#ifdef EACH_SAMPLE
uniform int u_samples;  // per pixel
uniform vec2 u_sample_places[PH_IMPOSTOR_MOST_SAMPLES];  // relative to the pixel's centre, in pixels
#else
const int u_samples = 1;
const vec2 u_sample_places[1] = vec2[1](vec2(0.0));
#endif

// Homogeneous rasterization (Olano and Greer, "Triangle Scan Conversion using 2D Homogeneous Coordinates", 1997): relative to
// the centre of pixel `base`, edge i is dot(edges[i], vec3(place, 1)) = (weight of corner i) / w. So no triangle is clipped.
struct RasterTriangle {
    vec3 to_eye;
#ifdef BLENDED
    BlendedImages images;
#else
    PlainImage images;
#endif
    vec2 at[3];    // of the corners: cell coordinates, or metres along images.seen
    ivec2 base;
    mat3 edges;  // columns; 0: the triangle is seen from the side
};

// Cell coordinates of the first image.
vec2 inCell(RasterTriangle t, vec2 at) {
#ifdef BLENDED
    return inverse(t.images.shown[0].across) * (at - t.images.shown[0].middle);
#else
    return at;
#endif
}

// at_pixel: the pixel that is asked for. bounds: that; with COVERS the first and the last pixel of the triangle.
RasterTriangle rasterTriangle(uint entry, ivec2 at_pixel, out ivec4 bounds) {
    s_index = b_indices[entry];
    fetchUnit();
    RasterTriangle t;
    t.to_eye = eyeFromUnit();
    vec3 toward = turnedBack(t.to_eye);
#ifdef BLENDED
    t.images = blendedImages(toward);
    // The triangle is twice as large as the quad.
    for (int i = 0; i < 3; ++i) t.at[i] = mix(t.images.low, t.images.high, vec2(i & 1, i >> 1) * 2.0);
#else
    t.images = plainImage(toward);
    for (int i = 0; i < 3; ++i) t.at[i] = impostorCornerAt(t.images.cell, i);
#endif
    // Clip space is linear in `at`: origin + at.x * right + at.y * up.
    vec3 origin = worldOfCell(t.images.axes, t.images.box, inCell(t, vec2(0.0)));
    vec4 clip_origin = u_clip_from_world * vec4(origin, 1.0);
    vec4 clip_right = u_clip_from_world * vec4(worldOfCell(t.images.axes, t.images.box, inCell(t, vec2(1.0, 0.0))) - origin, 0.0);
    vec4 clip_up = u_clip_from_world * vec4(worldOfCell(t.images.axes, t.images.box, inCell(t, vec2(0.0, 1.0))) - origin, 0.0);
    vec2 size = vec2(u_picture);
    bounds = ivec4(at_pixel, at_pixel);
#ifdef COVERS
#ifdef BLENDED
    const int kOutline = 4;
#else
    const int kOutline = 3;
#endif
    // The outline, cut at the near plane.
    float near_w = -u_depth_of_w.y / u_depth_of_w.x;
    vec4 outline[kOutline];
    for (int i = 0; i < kOutline; ++i) {
#ifdef BLENDED
        vec2 at = mix(t.images.low, t.images.high, vec2(i == 1 || i == 2, i >= 2));
#else
        vec2 at = t.at[i];
#endif
        outline[i] = clip_origin + at.x * clip_right + at.y * clip_up;
    }
    vec2 low = size;
    vec2 high = vec2(-1.0);
    vec4 before = outline[kOutline - 1];
    for (int i = 0; i < kOutline; ++i) {
        vec4 corner = outline[i];
        bool ahead = corner.w >= near_w;
        vec4 cut = mix(before, corner, (near_w - before.w) / (corner.w - before.w));
        if ((before.w >= near_w) != ahead) {
            vec2 pixel = (cut.xy / near_w * 0.5 + 0.5) * size;
            low = min(low, pixel);
            high = max(high, pixel);
        }
        if (ahead) {
            vec2 pixel = (corner.xy / corner.w * 0.5 + 0.5) * size;
            low = min(low, pixel);
            high = max(high, pixel);
        }
        before = corner;
    }
#ifdef EACH_SAMPLE
    const float kAround = 0.0;
#else
    const float kAround = 0.5;
#endif
    vec4 reach = clamp(vec4(low, high), vec4(-1.0), vec4(size, size));
    bounds = ivec4(max(ivec2(floor(reach.xy + kAround)), ivec2(0)), min(ivec2(floor(reach.zw - kAround)), u_picture - 1));
#endif
    t.base = bounds.xy;
    mat3 corners;
    for (int i = 0; i < 3; ++i) {
        vec4 clip = clip_origin + t.at[i].x * clip_right + t.at[i].y * clip_up;
        corners[i] = vec3((clip.xy * 0.5 + 0.5 * clip.w) * size - (vec2(t.base) + 0.5) * clip.w, clip.w);
    }
    mat3 edges = mat3(cross(corners[1], corners[2]), cross(corners[2], corners[0]), cross(corners[0], corners[1]));
    float area = dot(corners[0], edges[0]);
    t.edges = edges * (abs(area) > 1e-20 ? 1.0 / area : 0.0);
    return t;
}

// A place in the plane of the triangle.
struct RasterPlace {
    bool covered;  // by the triangle
    vec2 at;       // as RasterTriangle::at
    float w;       // distance along the view direction, metres
};

// aside: from the pixel's centre, in pixels.
RasterPlace rasterPlace(RasterTriangle t, ivec2 pixel, vec2 aside) {
    vec3 weights = vec3(vec2(pixel - t.base) + aside, 1.0) * t.edges;
    float sum = weights.x + weights.y + weights.z;
    float w = 1.0 / sum;
    return RasterPlace(all(greaterThanEqual(weights, vec3(0.0))) && sum > 0.0,
                       (weights.x * t.at[0] + weights.y * t.at[1] + weights.z * t.at[2]) * w, w);
}

// Size of a pixel: 2^x sides of a cell.
float pixelInCell(RasterTriangle t, RasterPlace p) {
    // at = (sum of weights * corners) / (sum of weights), both linear in the pixel.
    vec2 right = vec2(0.0);
    vec2 up = vec2(0.0);
    for (int i = 0; i < 3; ++i) {
        vec2 away = t.at[i] - p.at;
        right += t.edges[i].x * away;
        up += t.edges[i].y * away;
    }
#ifdef BLENDED
    mat2 cell = inverse(t.images.shown[0].across);
    right = cell * right;
    up = cell * up;
#endif
    return log2(max(length(right), length(up)) * p.w * 0.5);
}

float shareAt(RasterTriangle t, vec2 at, float lod) {
    float share = 0.0;
#ifdef BLENDED
    for (int i = 0; i < PH_IMPOSTOR_BLENDED; ++i) {
        vec2 in_cell = inverse(t.images.shown[i].across) * (at - t.images.shown[i].middle);
        if (liesIn(in_cell)) share += t.images.shares[i] * shapeAt(u_first_cell + t.images.cells[i], in_cell, lod);
    }
#else
    if (liesIn(at)) share = shapeAt(u_first_cell + t.images.cell, at, lod);
#endif
    return steepened(share, lod);
}
