// Views and cells of an impostor atlas.
#include "buffer_texture.glsl"
uniform BUFFER_SAMPLER u_impostor_cells;  // PH_IMPOSTOR_VIEWS texels for the views, then PH_IMPOSTOR_CELL_TEXELS per cell

// impostorView(), from a table: drivers compile it in a fraction of the time.
ImpostorView storedView(uint view) {
    vec4 angles = fetchBuffer(u_impostor_cells, int(view));
    return impostorViewAt(angles.x, angles.y, angles.z, angles.w);
}

// cell: relative to the variant's first cell.
int firstTexel(uint cell) { return int(PH_IMPOSTOR_VIEWS) + int(cell) * PH_IMPOSTOR_CELL_TEXELS; }

ImpostorBox impostorBox(uint cell) {
    int first = firstTexel(cell);
    vec4 flat_part = fetchBuffer(u_impostor_cells, first);
    vec4 depth = fetchBuffer(u_impostor_cells, first + 1);
    return ImpostorBox(vec3(flat_part.xy, depth.x), vec3(flat_part.zw, depth.y), depth.zw);
}

// corner: 0, 1 or 2.
vec2 impostorCornerAt(uint cell, int corner) { return impostorCorner(fetchBuffer(u_impostor_cells, firstTexel(cell) + 2)[corner]); }
