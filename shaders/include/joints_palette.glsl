// Technique `palette`: a pre-pass (palette.vert, palette.frag) has worked out what this unit shows: 12 fetches are left.
#ifdef JOINTS_PALETTE
uniform sampler2D u_palettes;
uniform int u_first_palette;  // of the draw's first unit, counted from the row below
uniform int u_palette_row;    // where the palettes of this model begin
uniform uint u_palette_shift;  // paletteShift() of its joints

ivec2 g_palette;

void beginPose() {
    uint slot = uint(u_first_palette) + poseSlot();
    uint place = slot & ((1u << u_palette_shift) - 1u);
    g_palette = ivec2(place * paletteColumns(u_animation.x), uint(u_palette_row) + (slot >> u_palette_shift));
}

mat3x4 jointMatrix(uint joint) {
    ivec2 texel = g_palette + ivec2(joint * PH_PALETTE_TEXELS, 0);
    return mat3x4(texelFetch(u_palettes, texel, 0), texelFetch(u_palettes, texel + ivec2(1, 0), 0),
                  texelFetch(u_palettes, texel + ivec2(2, 0), 0));
}
#endif
