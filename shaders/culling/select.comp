// GPU unit selection, step 1: one thread per unit finds the LOD in which each view shows the unit, if it does.
#include "layouts.h"
#include "playback.h"
#include "lod_selection.h"
#include "placed.glsl"

layout(local_size_x = PH_SELECT_THREADS) in;

layout(std430, binding = STORAGE_SELECTION) buffer SelectionInOut { uint b_selection[]; };
layout(std430, binding = STORAGE_TALLIES) writeonly buffer TalliesOut { uint b_tallies[]; };

uniform uint u_group_units;         // in the group
uniform uint u_first_choice;  // of the group
uniform uint u_first_tally;
uniform uint u_unseen_wait;  // 1: units hidden in the previous frame wait for the occlusion test

shared uint s_tally[PH_SELECT_BUCKETS];

float reachAlong(vec3 normal, Placed p) { return abs(normal.y) * p.half_height + length(normal.xz) * p.radius; }

bool reachesInto(Placed p, uint view) {
    bool seen = true;
    for (uint i = 0u; i < uint(PH_SELECT_PLANES); ++i) {
        vec4 plane = u_planes[view * uint(PH_SELECT_PLANES) + i];
        seen = seen && dot(plane.xyz, p.middle) + plane.w + reachAlong(plane.xyz, p) + p.spare >= 0.0;
    }
    return seen;
}

// A finer shadow map has the unit's whole shadow.
bool liesInHole(Placed p, uint view) {
    bool inside = true;
    for (uint i = 0u; i < 6u; ++i) {
        vec4 plane = u_holes[view * 6u + i];
        inside = inside && dot(plane.xyz, p.middle) + plane.w - reachAlong(plane.xyz, p) - p.spare >= 0.0;
    }
    return inside;
}

// 1 + LOD; 0: not selected.
uint choiceFor(Placed p, uint view) {
    if (!reachesInto(p, view) || liesInHole(p, view)) return 0u;
    vec3 error = u_allowed[view].xyz;
    if (error.x <= 0.0 && error.y <= 0.0) return 1u;
    float allowed = (error.x + error.y * max(length(p.middle) - p.ball, 0.0)) * (1.0 - PH_LOD_BAND * p.share);
    if (2.0 * p.ball < error.z * allowed) return 0u;
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
        bool waits = u_unseen_wait != 0u && (b_selection[u_first_choice + index] & PH_SELECTION_SEEN) == 0u;
        uint choices = 0u;
        for (uint view = 0u; view < u_views.x; ++view) {
            uint choice = choiceFor(p, view);
            bool late = waits && view == 0u;
            choices |= choice << (late ? PH_LATE_LIST * 4u : view * 4u);
            if (choice > 0u && !late) atomicAdd(s_tally[view * uint(PH_SELECT_LEVELS) + choice - 1u], 1u);
        }
        b_selection[u_first_choice + index] = choices;
    }
    barrier();
    if (gl_LocalInvocationID.x < uint(PH_SELECT_BUCKETS)) {
        uint row = u_first_tally + gl_LocalInvocationID.x * gl_NumWorkGroups.x;
        b_tallies[row + gl_WorkGroupID.x] = s_tally[gl_LocalInvocationID.x];
    }
}
