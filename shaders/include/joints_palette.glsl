// Technique `palette`: a pre-pass (palette.vert, palette.frag) has blended the unit's joint matrices; a vertex fetches 12
// texels.
#ifdef JOINTS_PALETTE
uniform sampler2D u_palettes;
uniform int u_first_palette;  // slot of the draw's first unit, from u_palette_row on; 0 for entries with slots
uniform int u_palette_row;    // first texture row of this model's palettes
uniform uint u_palette_shift;  // paletteShift() of the model's joint count

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
