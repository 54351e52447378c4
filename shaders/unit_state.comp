// Computes the state of every unit for this frame, as unit_state.vert does, with one thread per unit. GPUs have more
// processors for compute than for vertex work.
#include "layouts.h"
#include "playback.h"
#include "unit_shown.glsl"

layout(local_size_x = PH_STATE_THREADS) in;

layout(std430, binding = STORAGE_UNITS) readonly buffer UnitsIn { UnitInstance b_units[]; };
layout(std430, binding = STORAGE_SHOWN) writeonly buffer ShownOut { UnitShown b_shown[]; };

uniform uint u_group_units;

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index < u_group_units) b_shown[index] = shownBy(b_units[index]);
}
