// Computes the state of every unit for this frame: one point per unit, written by transform feedback. Once per unit instead
// of once per vertex: these are some hundred instructions, and a soldier has three thousand vertices. unit_state.comp does
// the same with compute shaders.
#include "layouts.h"
#include "playback.h"
#include "unit_shown.glsl"

layout(location = I_PLACEMENT) in vec4 i_placement;
layout(location = I_PLAYBACK) in uvec4 i_playback;
layout(location = I_FADE) in uvec4 i_fade;
layout(location = I_LOOK) in uvec4 i_look;

out vec4 o_placement;
flat out uvec4 o_frames;
flat out uvec4 o_look;

void main() {
    UnitShown shown = shownBy(UnitInstance(i_placement, i_playback, i_fade, i_look));
    o_placement = shown.placement;
    o_frames = shown.frames;
    o_look = shown.look;
    gl_Position = vec4(0.0);
}
