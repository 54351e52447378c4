// The choice of units by the GPU, first part: a thread a unit finds out in which level of detail each view shows him, if
// it does. The same formulas as src/crowd/selection.cpp, in floats, relative to the eye.
#include "layouts.h"
#include "playback.h"
#include "choice.h"

layout(local_size_x = PH_SELECT_THREADS) in;

layout(std430, binding = STORAGE_UNITS) readonly buffer UnitsIn { UnitInstance b_units[]; };
layout(std430, binding = STORAGE_BOUNDS) readonly buffer BoundsIn {
    float b_level_error[PH_SELECT_LEVELS];  // metres, ascending; those that there are not: beyond all that is allowed
    vec4 b_bounds[];                        // a clip: how low and how high, and how far from the axis, metres
};
layout(std430, binding = STORAGE_CHOICES) writeonly buffer ChoicesOut { uint b_choices[]; };
layout(std430, binding = STORAGE_TALLIES) writeonly buffer TalliesOut { uint b_tallies[]; };

uniform uint u_group_units;         // of the group
uniform uint u_first_choice;  // where the group begins
uniform uint u_first_tally;

shared uint s_tally[PH_SELECT_BUCKETS];

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

bool reachesInto(Placed p, uint view) {
    bool seen = true;
    for (uint i = 0u; i < 6u; ++i) {
        vec4 plane = u_planes[view * 6u + i];
        float reach = abs(plane.y) * p.half_height + length(plane.xz) * p.radius;
        seen = seen && dot(plane.xyz, p.middle) + plane.w + reach + p.spare >= 0.0;
    }
    return seen;
}

// 1 + level; 0 where he is not shown.
uint choiceFor(Placed p, uint view) {
    if (!reachesInto(p, view)) return 0u;
    vec2 error = view == 0u ? u_allowed.xy : u_allowed.zw;
    if (error.x <= 0.0 && error.y <= 0.0) return 1u;
    float allowed = (error.x + error.y * max(length(p.middle) - p.ball, 0.0)) * (1.0 - PH_LEVEL_BAND * p.share);
    if (2.0 * p.ball < allowed) return 0u;
    uint level = 0u;
    while (level + 1u < uint(PH_SELECT_LEVELS) && b_level_error[level + 1u] * p.scale <= allowed) ++level;
    return 1u + level;
}

void main() {
    if (gl_LocalInvocationID.x < uint(PH_SELECT_BUCKETS)) s_tally[gl_LocalInvocationID.x] = 0u;
    barrier();
    uint index = gl_GlobalInvocationID.x;
    if (index < u_group_units) {
        Placed p = placeOf(b_units[index]);
        uint choices = 0u;
        for (uint view = 0u; view < u_views.x; ++view) {
            uint choice = choiceFor(p, view);
            choices |= choice << (view * 4u);
            if (choice > 0u) atomicAdd(s_tally[view * uint(PH_SELECT_LEVELS) + choice - 1u], 1u);
        }
        b_choices[u_first_choice + index] = choices;
    }
    barrier();
    if (gl_LocalInvocationID.x < uint(PH_SELECT_BUCKETS)) {
        uint row = u_first_tally + gl_LocalInvocationID.x * gl_NumWorkGroups.x;
        b_tallies[row + gl_WorkGroupID.x] = s_tally[gl_LocalInvocationID.x];
    }
}
