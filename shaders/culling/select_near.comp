// Splits a view's list of one group for techniques that prepare poses, when the GPU selects units. First come the units of
// prepared levels, as many as fit, fine levels first; the rest is drawn by technique `texture`. One thread per free slot
// lists a unit, one per draw command writes the commands of both parts, and one per level writes the size of its pre-pass.
#include "layouts.h"

layout(local_size_x = PH_SELECT_THREADS) in;

layout(std430, binding = STORAGE_INDICES) readonly buffer IndicesIn { uint b_indices[]; };
layout(std430, binding = STORAGE_TOTALS) readonly buffer TotalsIn { uint b_totals[]; };
layout(std430, binding = STORAGE_PLAN) readonly buffer PlanIn { uvec4 b_plan[]; };  // select_commands.comp
layout(std430, binding = STORAGE_COMMANDS) readonly buffer CommandsIn { DrawCommand b_commands[]; };
layout(std430, binding = STORAGE_NEAR_MADE) writeonly buffer NearOut { uvec2 b_near[]; };
layout(std430, binding = STORAGE_NEAR_PASSES_MADE) writeonly buffer PassesOut { NearPass b_passes[]; };
layout(std430, binding = STORAGE_NEAR_COMMANDS) writeonly buffer CommandsOut { DrawCommand b_parts[]; };

uniform uint u_levels;         // bit l: poses are prepared for level l
uniform uint u_slots;          // slots of the group
uniform uint u_first_entry;    // of the group, among all near units
uniform uint u_first_pass;     // of the group, in b_passes
uniform uint u_first_total;    // of the list, in b_totals
uniform uint u_first_index;    // of the list, in b_indices
uniform uint u_first_command;  // of the list, in b_commands
uniform uint u_commands;       // number of the list's commands
uniform uint u_all_commands;   // number of commands of all groups and lists
uniform uint u_shares;         // 1: the list uses the slots left by the list at u_other_total
uniform uint u_other_total;

bool isNear(uint level) { return (u_levels >> level & 1u) != 0u; }

// Number of units in prepared levels finer than this one.
uint nearFiner(uint first_total, uint level) {
    uint units = 0u;
    for (uint finer = 0u; finer < level; ++finer) units += isNear(finer) ? b_totals[first_total + finer] : 0u;
    return units;
}

void main() {
    const uint kLevels = uint(PH_SELECT_LEVELS);
    uint thread = gl_GlobalInvocationID.x;
    uint first_slot = u_shares != 0u ? min(nearFiner(u_other_total, kLevels), u_slots) : 0u;
    uint room = u_slots - first_slot;

    if (thread < room) {
        uint place = u_first_index;
        uint left = thread;
        for (uint level = 0u; level < kLevels; ++level) {
            uint units = b_totals[u_first_total + level];
            if (isNear(level)) {
                if (left < units) {
                    uint slot = first_slot + thread;
                    b_near[u_first_entry + slot] = uvec2(b_indices[place + left], slot);
                    break;
                }
                left -= units;
            }
            place += units;
        }
    }
    if (thread < u_commands) {
        uint index = u_first_command + thread;
        uint level = b_plan[index].y;
        DrawCommand part = b_commands[index];
        uint units = part.instances;
        uint before = min(nearFiner(u_first_total, level), room);
        uint ready = min(nearFiner(u_first_total, level + 1u), room) - before;
        uint first = part.base_instance;
        part.instances = ready;
        part.base_instance = u_first_entry + first_slot + before;
        b_parts[index] = part;
        part.instances = units - ready;
        part.base_instance = first + ready;
        b_parts[u_all_commands + index] = part;
    }
    if (thread < uint(PH_NEAR_PASSES)) {
        uint before = thread < kLevels ? min(nearFiner(u_first_total, thread), room) : 0u;
        uint units = min(nearFiner(u_first_total, min(thread + 1u, kLevels)), room) - before;
        b_passes[u_first_pass + thread] =
            NearPass(4u, units, 0u, u_first_entry + first_slot + before, units, 1u, 1u, 0u);
    }
}
