// Technique `palette`: a pre-pass (palette.vert, palette.frag) has blended this unit's matrices already: 12 fetches.
#ifdef JOINTS_PALETTE
uniform sampler2D u_palettes;
uniform int u_first_palette;  // of the draw's first unit, counted from the row below
uniform int u_palette_row;    // where the palettes of this model begin

ivec2 g_palette;

void beginPose(UnitState state) {
    uint slot = uint(u_first_palette + gl_InstanceID);
    uint units = unitsPerPaletteRow(u_animation.x);
    uint row = slot / units;
    g_palette = ivec2((slot - row * units) * u_animation.x * PH_PALETTE_TEXELS, uint(u_palette_row) + row);
}

mat3x4 jointMatrix(uint joint) {
    ivec2 texel = g_palette + ivec2(joint * PH_PALETTE_TEXELS, 0);
    return mat3x4(texelFetch(u_palettes, texel, 0), texelFetch(u_palettes, texel + ivec2(1, 0), 0),
                  texelFetch(u_palettes, texel + ivec2(2, 0), 0));
}
#endif
