// Boxes of atlas cells, by cell number relative to the variant's first cell.
#include "buffer_texture.glsl"
uniform BUFFER_SAMPLER u_impostor_cells;

ImpostorBox impostorBox(uint cell) {
    int first = int(cell) * PH_IMPOSTOR_CELL_TEXELS;
    vec4 flat_part = fetchBuffer(u_impostor_cells, first);
    vec4 depth = fetchBuffer(u_impostor_cells, first + 1);
    return ImpostorBox(vec3(flat_part.xy, depth.x), vec3(flat_part.zw, depth.y), depth.zw);
}

// corner: 0, 1 or 2.
vec2 impostorCornerAt(uint cell, int corner) {
    return impostorCorner(fetchBuffer(u_impostor_cells, int(cell) * PH_IMPOSTOR_CELL_TEXELS + 2)[corner]);
}
