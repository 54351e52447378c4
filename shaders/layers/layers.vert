// The fragment passes of layered poses: one rectangle per unit, u_layer_columns wide and one texel high. Intermediate
// targets have the units in the order of the draw, the palettes at their slots.
#include "layouts.h"
#include "layers.h"
#include "playback.h"
#include "unit.glsl"
#include "slots.glsl"
#include "change.glsl"
#ifdef FEET
#include "feet_weight.glsl"
#endif

uniform int u_layer_columns;
uniform uint u_layer_shift;   // a row of the target has 2^this units
uniform int u_layer_slots;    // 1: the target has slots
uniform int u_layer_row;      // first row in the target
uniform ivec2 u_layer_size;   // of the target, texels
// Of the local poses and of the solved joints, which the pass reads: shifts, and texels per unit.
uniform uvec2 u_local_shift;
uniform ivec2 u_local_columns;
uniform int u_record_step;    // texels from one unit's record to the next; 0: all have one
uniform uint u_first_unit;    // of the draw, where units are not selected
#ifdef JOINT_TARGETS
uniform int u_first_record;   // number of the group's first unit among all records
#endif

flat out int v_first_column;
flat out int v_record;      // first texel of the unit's record
flat out float v_share;     // Change of the record
flat out uint v_step;
#if defined(UNIT_CLIPS) || defined(OWN_FRAMES)
flat out uvec4 v_unit_frames;  // S_FRAMES
#endif
#ifdef UNIT_CLIPS
flat out float v_unit_weight;  // of clip B
#endif
flat out ivec2 v_local;     // first texels of the unit in the targets of the earlier passes
flat out ivec2 v_solved;
flat out vec4 v_placement;  // as S_PLACEMENT
flat out float v_scale;
#ifdef FEET
flat out float v_feet;  // weight of the ground under its feet
#endif

#ifdef SELECTED_UNITS
uint recordNumber() { return unitIndex(); }
#else
uint recordNumber() { return u_first_unit + uint(gl_InstanceID); }
#endif

void main() {
    fetchUnit();
    uint number = uint(gl_InstanceID);
    ivec2 first = slotPlace(u_layer_slots != 0 ? poseSlot() : number, u_layer_shift, u_layer_columns) + ivec2(0, u_layer_row);
    v_first_column = first.x;
#ifdef JOINT_TARGETS
    v_record = (u_first_record + int(recordNumber())) * u_record_step;
#else
    v_record = int(recordNumber()) * u_record_step;
#endif
    Change change = changeOf(v_record);
    v_share = change.share;
    v_step = change.step;
#if defined(UNIT_CLIPS) || defined(OWN_FRAMES)
    v_unit_frames = s_frames;
#endif
#ifdef UNIT_CLIPS
    v_unit_weight = uintBitsToFloat(s_look.w);
#endif
    v_local = slotPlace(number, u_local_shift.x, u_local_columns.x);
    v_solved = slotPlace(number, u_local_shift.y, u_local_columns.y);
    v_placement = s_placement;
    v_scale = unitScale();
#ifdef FEET
    v_feet = feetWeight(s_placement.xyz, v_scale);
#endif
    ivec2 corner = first + ivec2((gl_VertexID & 1) * u_layer_columns, gl_VertexID >> 1);
    gl_Position = vec4(vec2(corner) / vec2(u_layer_size) * 2.0 - 1.0, 0.0, 1.0);
}
