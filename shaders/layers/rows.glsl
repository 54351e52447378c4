// Rows of matrices of a unit's palette, as the animation texture of this encoding stores them: relative to two centres.
// skin: first texel of the palette's entry in u_rig; model: of the entry's joint; row: 0..2.
vec4 paletteRow(int skin, Rigid model, int row) {
    // A row of a rotation is a unit vector turned back.
    vec3 unit = vec3(row == 0 ? 1.0 : 0.0, row == 1 ? 1.0 : 0.0, row == 2 ? 1.0 : 0.0);
    vec3 r = turned(turnBack(model.turn), unit);
    vec4 result = r.x * rigTexel(skin) + r.y * rigTexel(skin + 1) + r.z * rigTexel(skin + 2);
    result.w += dot(unit, model.place);
    result.w += dot(result.xyz, u_bind_center.xyz) - dot(unit, u_model_center.xyz);
    return result;
}
