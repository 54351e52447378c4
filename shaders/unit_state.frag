// Computes the states of units as unit_state.vert does, but faster: GPUs write vertices one after the other, and pixels side
// by side. Three pixels per unit, one for each vec4 of its state.
#include "layouts.h"
#include "playback.h"
#include "unit_shown.glsl"
#include "buffer_texture.glsl"

uniform BUFFER_USAMPLER u_units;  // UnitInstance, four texels each
uniform int u_first_unit;         // of the pixel in the lower left corner
uniform int u_last_unit;
out uvec4 o_part;

void main() {
    int column = int(gl_FragCoord.x);
    int unit = min(u_first_unit + int(gl_FragCoord.y) * PH_STATE_ROW_UNITS + column / 3, u_last_unit);
    UnitInstance instance;
    instance.placement = uintBitsToFloat(fetchBuffer(u_units, 4 * unit));
    instance.playback = fetchBuffer(u_units, 4 * unit + 1);
    instance.fade = fetchBuffer(u_units, 4 * unit + 2);
    instance.look = fetchBuffer(u_units, 4 * unit + 3);
    UnitShown shown = shownBy(instance);
    int part = column % 3;
    o_part = part == 0 ? floatBitsToUint(shown.placement) : part == 1 ? shown.frames : shown.look;
}
