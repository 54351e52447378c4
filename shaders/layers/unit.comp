// All passes of layered poses in one, within OpenGL 4.3: a workgroup poses a few units in shared memory. One thread per joint
// blends its local transform, one per unit solves aims and IK, one per entry of the palette multiplies ancestors and writes
// three rows into the texture that technique `palette` reads.
// LAYER_JOINTS: joints of the rig; LAYER_COLUMNS: and what its feet want.
#include "layouts.h"
#include "layers.h"
#include "playback.h"
#include "buffer_texture.glsl"
#include "rigid.glsl"
#include "exact_trig.glsl"
#include "rig.glsl"
#include "hierarchy.glsl"
#include "change.glsl"
#include "blend.glsl"
#ifdef FEET
#include "feet_wanted.glsl"
#include "feet_weight.glsl"
#endif
#include "solve.glsl"
#include "rows.glsl"
#include "slots.glsl"
#include "own_rows.glsl"
#ifdef BLENDS_IN_ROWS
#include "mistaken_rows.glsl"
#endif

layout(local_size_x = PH_LAYER_THREADS) in;

layout(std430, binding = STORAGE_STATES) readonly buffer StatesIn { UnitShown b_states[]; };
#ifdef NEAR_UNITS
layout(std430, binding = STORAGE_NEAR) readonly buffer NearIn { uvec2 b_near[]; };
layout(std430, binding = STORAGE_NEAR_PASSES) readonly buffer NearPassesIn { NearPass b_passes[]; };
uniform uint u_near_pass;  // of all LODs of the group
#else
#ifdef SELECTED_UNITS
layout(std430, binding = STORAGE_INDICES) readonly buffer IndicesIn { uint b_indices[]; };
#endif
uniform uint u_first_unit;  // index into the units, or into the indices
uniform uint u_unit_count;
#endif
layout(rgba32f, binding = IMAGE_PALETTES) writeonly uniform image2D u_palette_rows;

uniform int u_layer_columns;  // of the palettes, as in layers.vert
uniform uint u_layer_shift;
uniform int u_layer_row;

const int kThreads = PH_LAYER_THREADS;
const int kUnits = PH_LAYER_UNITS(LAYER_COLUMNS);

shared Change s_changes[kUnits];
shared vec4 s_turns[kUnits * LAYER_COLUMNS];
shared vec4 s_places[kUnits * LAYER_COLUMNS];  // w: packedLink()

int g_first_joint;  // of the unit, in s_turns

LocalJoint localJoint(int joint) {
    vec4 place = s_places[g_first_joint + joint];
    return LocalJoint(Rigid(s_turns[g_first_joint + joint], place.xyz), linkOf(place));
}

void setTurn(int joint, int solved, vec4 turn) { s_turns[g_first_joint + joint] = turn; }

#ifdef FEET
vec4 feetTexel(int number) { return s_turns[g_first_joint + u_rig_size.x + number]; }

void lowerPelvis(vec3 way) { s_places[g_first_joint + u_rig_ground.y].xyz += way; }
#endif

// Index and slot.
uvec2 unitAt(uint number) {
#ifdef NEAR_UNITS
    return b_near[b_passes[u_near_pass].first_entry + number];
#elif defined(SELECTED_UNITS)
    return uvec2(b_indices[u_first_unit + number], number);
#else
    return uvec2(u_first_unit + number, number);
#endif
}

uniform int u_record_step;  // texels from one unit's record to the next; 0: all have one

#ifdef JOINT_TARGETS
uniform int u_first_record;  // number of the group's first unit among all records

int recordOf(uint index) { return (u_first_record + int(index)) * u_record_step; }
#else
int recordOf(uint index) { return int(index) * u_record_step; }
#endif

void takePlayback(uint index) {
#ifdef UNIT_CLIPS
    g_unit_frames = b_states[index].frames;
#ifdef OWN_FRAMES
    if (showsOwnFrame(g_unit_frames)) g_unit_frames = uvec4(0u);  // what is blended is not shown
#endif
    g_unit_weight = uintBitsToFloat(b_states[index].look.w);
#endif
}

void main() {
#ifdef NEAR_UNITS
    uint all = b_passes[u_near_pass].units;
#else
    uint all = u_unit_count;
#endif
    uint first = gl_WorkGroupID.x * uint(kUnits);
    int units = int(min(uint(kUnits), all - min(first, all)));
    int thread = int(gl_LocalInvocationID.x);

    if (thread < units) s_changes[thread] = changeOf(recordOf(unitAt(first + uint(thread)).x));
    barrier();
    for (int i = thread; i < units * LAYER_COLUMNS; i += kThreads) {
        int unit = i / LAYER_COLUMNS;
        int joint = i - unit * LAYER_COLUMNS;
        uint index = unitAt(first + uint(unit)).x;
        int record = recordOf(index);
        takePlayback(index);
#ifdef FEET
        if (joint >= LAYER_JOINTS) {
            s_turns[i] = feetWanted(joint - LAYER_JOINTS, record, s_changes[unit]);
            continue;
        }
#endif
        Rigid local = blendedJoint(joint, record, s_changes[unit]);
        s_turns[i] = local.turn;
        s_places[i] = vec4(local.place, packedLink(rigTexel(2 * joint + 1).xy));
    }
    barrier();
    if (u_rig_size.z > 0) {
        if (thread < units) {
            uint index = unitAt(first + uint(thread)).x;
            g_first_joint = thread * LAYER_COLUMNS;
            g_record = recordOf(index);
            g_share = s_changes[thread].share;
            g_placement = b_states[index].placement;
            g_scale = uintBitsToFloat(b_states[index].look.y);
#ifdef FEET
            g_feet = feetWeight(g_placement.xyz, g_scale);
#endif
            solveUnit();
        }
        barrier();
    }
#ifdef MISTAKE_AIM_BEFORE_LAYERS
    for (int i = thread; i < units * LAYER_COLUMNS; i += kThreads) {
        int unit = i / LAYER_COLUMNS;
        if (i - unit * LAYER_COLUMNS >= LAYER_JOINTS) continue;
        uint index = unitAt(first + uint(unit)).x;
        int record = recordOf(index);
        takePlayback(index);
        Rigid local = blendedOver(Rigid(s_turns[i], s_places[i].xyz), kLocalOperators, i - unit * LAYER_COLUMNS, record,
                                  s_changes[unit]);
        s_turns[i] = local.turn;
        s_places[i].xyz = local.place;
    }
    barrier();
#endif
    int entries = u_layer_columns / int(PH_PALETTE_TEXELS);
    for (int i = thread; i < units * entries; i += kThreads) {
        int unit = i / entries;
        int entry = i - unit * entries;
        uvec2 index_slot = unitAt(first + uint(unit));
        int skin = u_rig_tables.x + 4 * entry;
        g_first_joint = unit * LAYER_COLUMNS;
        int joint = int(rigTexel(skin + 3).x);
        Rigid model = modelOf(joint);
        model.turn = normalize(model.turn);
        ivec2 texel = slotPlace(index_slot.y, u_layer_shift, u_layer_columns) + ivec2(entry * int(PH_PALETTE_TEXELS), u_layer_row);
#ifdef OWN_FRAMES
        uvec4 frames = b_states[index_slot.x].frames;
        if (showsOwnFrame(frames)) {
            for (int row = 0; row < int(PH_PALETTE_TEXELS); ++row) imageStore(u_palette_rows, texel + ivec2(row, 0), ownRow(frames, entry, row));
            continue;
        }
#endif
        for (int row = 0; row < int(PH_PALETTE_TEXELS); ++row) {
#ifdef BLENDS_IN_ROWS
            takePlayback(index_slot.x);
            vec4 result = mistakenRow(skin, model, row, joint, recordOf(index_slot.x), s_changes[unit]);
#else
            vec4 result = paletteRow(skin, model, row);
#endif
            imageStore(u_palette_rows, texel + ivec2(row, 0), result);
        }
    }
}
