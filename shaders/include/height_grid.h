// Height and slope of hilly ground at a place. Compiles as C++ and as GLSL, so that placement, picking, cameras and the drawn
// ground use the same surface. Its samples lie in a grid of squares, one in the middle of each, and are blended as a uniform
// quadratic B-spline in both directions: the slope has no creases, and no point is higher or lower than the nine samples
// around it. (de Boor, "A Practical Guide to Splines", 1978.) The grid is repeated without end, every second time mirrored,
// so that its edges meet.
#ifndef PHALANX_HEIGHT_GRID_H
#define PHALANX_HEIGHT_GRID_H

#include "layouts.h"

#ifdef __cplusplus
#include <cmath>
namespace phalanx::layout {
using glm::ivec2;
using glm::mat3;
using std::floor;
#endif

#define PH_TERRAIN_MOST_SIDE 4096  // samples
#define PH_TERRAIN_REPEATS 1024    // in each direction from the origin

struct TerrainPoint {
    float height;  // metres
    vec2 slope;    // change of the height per metre along x and z
};

// Where a place lies in the grid: the square it is in, and where from its middle, -0.5..0.5 of its side.
struct TerrainSquare {
    ivec2 square;
    vec2 within;
};

// place: x and z, metres. count: samples along x and z. per_m: squares per metre.
PH_FN TerrainSquare terrainSquare(vec2 place, ivec2 count, float per_m) {
    vec2 at = place * per_m + 0.5f * vec2(count);
    vec2 low = vec2(floor(at.x), floor(at.y));
    TerrainSquare s;
    s.square = ivec2(low);
    s.within = at - low - 0.5f;
    return s;
}

// The number of the sample in a square, which may be outside the grid.
PH_FN int terrainSample(int square, int count) {
    int period = 2 * count;
    int at = int(uint(square + PH_TERRAIN_REPEATS * period) % uint(period));
    return at < count ? at : period - 1 - at;
}

PH_FN vec3 terrainWeights(float within) {
    float before = 0.5f - within;
    float after = 0.5f + within;
    return vec3(0.5f * before * before, 0.75f - within * within, 0.5f * after * after);
}
PH_FN vec3 terrainChanges(float within) { return vec3(within - 0.5f, -2.0f * within, within + 0.5f); }

// heights: of the squares around, heights[1][1] the place's own; the first index goes along x.
PH_FN TerrainPoint terrainPoint(mat3 heights, vec2 within, float per_m) {
    // Relative to the middle one: sums of small numbers.
    float base = heights[1][1];
    vec3 across = terrainWeights(within.y);
    vec3 changes = terrainChanges(within.y);
    vec3 level = vec3(0.0f);  // blended along z, by column
    vec3 rise = vec3(0.0f);
    for (int i = 0; i < 3; ++i) {
        vec3 column = heights[i] - vec3(base);
        level[i] = dot(column, across);
        rise[i] = dot(column, changes);
    }
    vec3 along = terrainWeights(within.x);
    TerrainPoint point;
    point.height = base + dot(level, along);
    point.slope = vec2(dot(level, terrainChanges(within.x)), dot(rise, along)) * per_m;
    return point;
}

#ifdef __cplusplus
}  // namespace phalanx::layout
#else
uniform sampler2D u_terrain;    // R32F, metres; columns along x
uniform float u_terrain_per_m;  // squares per metre

TerrainPoint terrainAt(vec2 place) {
    ivec2 count = textureSize(u_terrain, 0);
    TerrainSquare s = terrainSquare(place, count, u_terrain_per_m);
    mat3 heights;
    for (int i = 0; i < 3; ++i) {
        int column = terrainSample(s.square.x + i - 1, count.x);
        for (int j = 0; j < 3; ++j)
            heights[i][j] = texelFetch(u_terrain, ivec2(column, terrainSample(s.square.y + j - 1, count.y)), 0).r;
    }
    return terrainPoint(heights, s.within, u_terrain_per_m);
}

float terrainHeight(vec2 place) { return terrainAt(place).height; }
#endif
#endif
