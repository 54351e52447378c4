// GPU unit selection, step 4: one thread per draw command fills in the number of units and where they begin in the lists.
#include "layouts.h"

layout(local_size_x = 64) in;

layout(std430, binding = STORAGE_TOTALS) readonly buffer TotalsIn { uint b_totals[]; };
// x: index of the total of the list's level 0; y: level; z: index of the list's first unit.
layout(std430, binding = STORAGE_PLAN) readonly buffer PlanIn { uvec4 b_plan[]; };
layout(std430, binding = STORAGE_COMMANDS) buffer CommandsOut { DrawCommand b_commands[]; };

uniform uint u_commands;

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= u_commands) return;
    uvec4 plan = b_plan[index];
    uint first = plan.z;
    for (uint finer = 0u; finer < plan.y; ++finer) first += b_totals[plan.x + finer];
    b_commands[index].instances = b_totals[plan.x + plan.y];
    b_commands[index].base_instance = first;
}
