// Fetches of the passes of layered poses. layers.h has the tables.
uniform sampler2D u_rig;
uniform ivec4 u_rig_size;    // joints, tracks, solved joints, number of the rest frame
uniform ivec4 u_rig_tables;  // texels at which palette, masks, solved joints and aims begin
uniform ivec2 u_rig_solvers; // aims, limbs with IK

vec4 rigTexel(int texel) {
    return texelFetch(u_rig, ivec2(texel & (PH_RIG_WIDTH - 1), texel >> PH_RIG_WIDTH_SHIFT), 0);
}
