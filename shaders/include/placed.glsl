// Where a unit is now, for the shaders that choose whom to draw: the upright cylinder that holds him in both clips that he
// plays. The same formulas as src/crowd/selection.cpp, in floats, relative to the eye.
layout(std430, binding = STORAGE_UNITS) readonly buffer UnitsIn { UnitInstance b_units[]; };
layout(std430, binding = STORAGE_BOUNDS) readonly buffer BoundsIn {
    float b_level_error[PH_SELECT_LEVELS];  // metres, ascending; those that there are not: beyond all that is allowed
    vec4 b_bounds[];                        // a clip: how low and how high, and how far from the axis, metres
};

struct Placed {
    vec3 middle;  // of the upright cylinder that holds him, from the eye
    float half_height;
    float radius;
    float ball;   // radius around it
    float spare;
    float scale;
    float share;  // of the band in which levels change
};

Placed placeOf(UnitInstance unit) {
    uint a = unit.playback.y & 0xFFFFu;
    uint b = unit.playback.y >> 16;
    vec3 foot = unitState(unit, u_clips[a], u_clips[b], Schedule(u_clock, u_path)).placement.xyz;
    Placed p;
    p.scale = uintBitsToFloat(unit.look.y);
    float low = min(b_bounds[a].x, b_bounds[b].x) * p.scale;
    float high = max(b_bounds[a].y, b_bounds[b].y) * p.scale;
    p.radius = max(b_bounds[a].z, b_bounds[b].z) * p.scale;
    p.half_height = 0.5 * (high - low);
    p.middle = (foot - u_eye_high.xyz) - u_eye_low.xyz;
    p.middle.y += 0.5 * (low + high);
    p.ball = sqrt(p.half_height * p.half_height + p.radius * p.radius);
    p.spare = PH_PLACE_SLACK + PH_PLACE_ERROR * length(foot);
    p.share = float(mixedNumber(unit.look.z) >> 8) * (1.0 / 16777216.0);
    return p;
}
