// Occlusion culling against the units drawn so far: one thread per unit tests the unit's bounding box against the depth
// pyramid. Units that the first step of this frame did not draw and that are visible join the late list. The first step of
// the next frame leaves out hidden units. The test is conservative: a unit is hidden only if none of its samples can be
// visible.
#include "layouts.h"
#include "playback.h"
#include "lod_selection.h"
#include "placed.glsl"

layout(local_size_x = PH_SELECT_THREADS) in;

layout(std430, binding = STORAGE_SELECTION) buffer SelectionInOut { uint b_selection[]; };
layout(std430, binding = STORAGE_TALLIES) writeonly buffer TalliesOut { uint b_tallies[]; };

uniform uint u_group_units;
uniform uint u_first_choice;
uniform uint u_first_tally;
uniform mat4 u_clip_from_eye;  // of a position relative to the eye
uniform float u_reach;         // distance of the eye from the world's origin, metres: scales float rounding errors
uniform ivec2 u_picture;       // size of the scene, pixels
uniform uint u_impostors;      // 1 + the first impostor level; 0: no impostors
uniform sampler2D u_pyramid;   // a texel of level n: the farthest depth of 2^(n + 1) x 2^(n + 1) pixels

shared uint s_tally[2 * PH_SELECT_LEVELS];  // late, hidden

// More than the fraction of a pixel by which vertices may be snapped.
const float kAside_px = 0.1;
// Rounding of depths in the pipeline and in the depth buffer.
const float kDepthError = 5e-7;
const float kRowError = 4e-7;
// An impostor may extend past the mesh by one and a half texels; its error is four and a half texels: a third, and a margin.
const float kRimOfError = 0.4;
// Texels per side to read.
const int kTexels = 4;

bool isHidden(Placed p, uint choice) {
    float fuzz = 2.0 * p.spare + 1e-6 * u_reach;
    if (u_impostors > 0u && choice >= u_impostors) fuzz += kRimOfError * b_level_error[choice - 1u] * p.scale;
    float radius = p.radius + fuzz;
    float half_height = p.half_height + fuzz;
    vec2 ahead = vec2(u_clip_from_eye[0].w, u_clip_from_eye[2].w);
    float flat_length = length(ahead);
    ahead = flat_length > 1e-6 ? ahead / flat_length : vec2(0.0, 1.0);
    vec2 low = vec2(1e30);
    vec2 high = vec2(-1e30);
    float nearest = 1e30;
    float nearest_w = 1e30;
    for (int corner = 0; corner < 8; ++corner) {
        vec3 to = vec3((corner & 1) == 0 ? -radius : radius, (corner & 2) == 0 ? -half_height : half_height,
                       (corner & 4) == 0 ? -radius : radius);
        vec3 place = p.middle + vec3(ahead.y * to.x + ahead.x * to.z, to.y, ahead.y * to.z - ahead.x * to.x);
        vec4 clip = u_clip_from_eye * vec4(place, 1.0);
        if (clip.z <= -clip.w || clip.w <= 0.0) return false;  // reaches behind the eye
        vec3 seen = clip.xyz / clip.w;
        low = min(low, seen.xy);
        high = max(high, seen.xy);
        nearest = min(nearest, seen.z);
        nearest_w = min(nearest_w, clip.w);
    }
    float depth = 0.5 * nearest + 0.5 - kDepthError - kRowError * (u_reach + length(p.middle)) / nearest_w;
    ivec2 last = u_picture - 1;
    vec2 size = vec2(u_picture);
    ivec2 first_px = clamp(ivec2(floor(clamp((0.5 * low + 0.5) * size - kAside_px, vec2(-1.0), size))), ivec2(0), last);
    ivec2 last_px = clamp(ivec2(floor(clamp((0.5 * high + 0.5) * size + kAside_px, vec2(-1.0), size))), ivec2(0), last);
    ivec2 span = last_px - first_px + 1;
    int level = 0;
    while ((max(span.x, span.y) >> (level + 1)) > kTexels) ++level;
    ivec2 first = first_px >> (level + 1);
    ivec2 end = last_px >> (level + 1);
    for (int y = first.y; y <= end.y; ++y) {
        for (int x = first.x; x <= end.x; ++x) {
            if (texelFetch(u_pyramid, ivec2(x, y), level).x >= depth) return false;
        }
    }
    return true;
}

void main() {
    uint thread = gl_LocalInvocationID.x;
    if (thread < uint(2 * PH_SELECT_LEVELS)) s_tally[thread] = 0u;
    barrier();
    uint index = gl_GlobalInvocationID.x;
    if (index < u_group_units) {
        uint choices = b_selection[u_first_choice + index];
        uint late = (choices >> (4u * PH_LATE_LIST)) & 15u;
        uint choice = late | (choices & 15u);  // one of them is 0
        if (choice > 0u) {
            bool hidden = isHidden(placeOf(b_units[index]), choice);
            if (hidden) {
                choices &= ~(15u << (4u * PH_LATE_LIST));
                atomicAdd(s_tally[uint(PH_SELECT_LEVELS) + choice - 1u], 1u);
            } else {
                choices |= PH_SELECTION_SEEN;
                if (late > 0u) atomicAdd(s_tally[late - 1u], 1u);
            }
            b_selection[u_first_choice + index] = choices;
        }
    }
    barrier();
    if (thread < uint(2 * PH_SELECT_LEVELS)) {
        uint bucket = PH_LATE_LIST * uint(PH_SELECT_LEVELS) + thread;
        b_tallies[u_first_tally + bucket * gl_NumWorkGroups.x + gl_WorkGroupID.x] = s_tally[thread];
    }
}
