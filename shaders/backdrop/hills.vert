// Hilly ground around the camera as nested squares of cells, each level with cells twice as large as the one before and a hole
// where that one lies. Corners stand on a lattice that is fixed in the world, so nothing swims when the camera moves; towards
// a level's edge they move onto the next one's corners, so that no cracks open: Strugar, "Continuous Distance-Dependent Level
// of Detail for Rendering Heightmaps", 2010. HILL_CELLS: per side of a level, a multiple of 4. One instance per level.
#include "layouts.h"
#include "height_grid.h"

uniform float u_cell;  // side of the smallest cells, metres

out vec3 v_world;
out vec2 v_slope;  // TerrainPoint::slope

const float kHalf = 0.5 * float(HILL_CELLS);

// The middle of a level: a corner of the next level's lattice.
vec2 middleOf(float cell) { return floor(u_camera.xz / (2.0 * cell)) * (2.0 * cell); }

void main() {
    int corner = gl_VertexID % 6;  // of two triangles: 0, 1, 2 and 2, 1, 3
    if (corner >= 3) corner = corner == 3 ? 2 : corner == 4 ? 1 : 3;
    int number = gl_VertexID / 6;
    vec2 at = vec2(number % HILL_CELLS, number / HILL_CELLS) - kHalf;
    float cell = u_cell * exp2(float(gl_InstanceID));
    vec2 middle = middleOf(cell);
    v_world = vec3(0.0);
    v_slope = vec2(0.0);
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);  // beyond the far plane
    if (gl_InstanceID > 0) {
        vec2 from_hole = abs(middle + (at + 0.5) * cell - middleOf(0.5 * cell));
        if (max(from_hole.x, from_hole.y) < 0.5 * kHalf * cell) return;
    }
    vec2 place = middle + (at + vec2(corner >> 1, corner & 1)) * cell;
    vec2 away = abs(place - u_camera.xz) / (kHalf * cell);
    float moved = clamp((max(away.x, away.y) - 0.60) / 0.30, 0.0, 1.0);
    place = mix(place, floor(place / (2.0 * cell)) * (2.0 * cell), moved);
    TerrainPoint point = terrainAt(place);
    v_world = vec3(place.x, point.height, place.y);
    v_slope = point.slope;
    gl_Position = u_clip_from_world * vec4(v_world, 1.0);
}
