// Technique `uniform`: the CPU blends each unit's palette into a uniform block; one draw per unit.
#ifdef JOINTS_UNIFORM
layout(std140) uniform PaletteBlock { vec4 u_palette[PALETTE_ROWS]; };

void beginPose() {}

mat3x4 jointMatrix(uint joint) {
    uint row = joint * PH_PALETTE_TEXELS;
    return mat3x4(u_palette[row], u_palette[row + 1u], u_palette[row + 2u]);
}
#endif
