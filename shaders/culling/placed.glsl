// Bounds of a unit at the current time, for unit selection: the upright cylinder around both clips that it plays. The same
// formulas as in src/crowd/selection.cpp, in single precision, relative to the eye.
#ifdef TERRAIN
#include "height_grid.h"
#endif

layout(std430, binding = STORAGE_UNITS) readonly buffer UnitsIn { UnitInstance b_units[]; };
layout(std430, binding = STORAGE_BOUNDS) readonly buffer BoundsIn {
    float b_level_error[PH_SELECT_LEVELS];  // metres, ascending; unused levels have an error above any limit
    vec4 b_bounds[];                        // per clip: lowest and highest point, largest distance from the axis, metres
};

struct Placed {
    vec3 middle;  // centre of the cylinder, relative to the eye
    float half_height;
    float radius;
    float ball;   // radius of the sphere around the cylinder
    float spare;  // tolerance for rounding of the position, metres
    float scale;
    float share;  // place in the band of distances over which levels change, 0..1
};

Placed placeOf(UnitInstance unit) {
    uint a = unit.playback.y & 0xFFFFu;
    uint b = unit.playback.y >> 16;
    vec3 foot = unitState(unit, u_clips[a], u_clips[b], Schedule(u_clock, u_path)).placement.xyz;
#ifdef TERRAIN
    foot.y += terrainHeight(foot.xz);
#endif
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
    p.share = float(mixedNumber(unitNumber(unit.look.z)) >> 8) * (1.0 / 16777216.0);
    return p;
}
