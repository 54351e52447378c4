// Fetches of the passes of layered poses. layers.h has the tables.
uniform sampler2D u_rig;
uniform ivec4 u_rig_size;    // joints, tracks, solved joints, number of the rest frame
uniform int u_rig_frame;     // texels per frame
uniform ivec4 u_rig_ground;  // legs, pelvis or -1, texel at which the legs begin, PH_GROUND_*
uniform ivec4 u_rig_tables;  // texels at which palette, masks, solved joints and aims begin
uniform ivec2 u_rig_solvers; // aims, limbs with IK

vec4 rigTexel(int texel) {
    return texelFetch(u_rig, ivec2(texel & (PH_RIG_WIDTH - 1), texel >> PH_RIG_WIDTH_SHIFT), 0);
}

// Parent and number among the solved joints, -1: none; in w of a local translation, so that passes over ancestors need no
// table. A rig has at most 2,048 joints.
float packedLink(vec2 link) { return (link.x + 1.0) + 4096.0 * (link.y + 1.0); }
ivec2 linkOf(vec4 place) {
    int bits = int(place.w);
    return ivec2((bits & 4095) - 1, (bits >> 12) - 1);
}
