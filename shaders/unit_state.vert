// What every unit shows in this frame, from his 64 bytes and the clock: a point a unit, written back by transform feedback
// as the 48 bytes that all draws read. Once a unit, not once a vertex: this is some hundred instructions, and a soldier has
// three thousand vertices. NEAREST_FRAME: one frame a clip. NO_CROSSFADE: one clip, the one that weighs more.
#include "layouts.h"
#include "playback.h"

layout(location = I_PLACEMENT) in vec4 i_placement;
layout(location = I_PLAYBACK) in uvec4 i_playback;
layout(location = I_FADE) in uvec4 i_fade;
layout(location = I_LOOK) in uvec4 i_look;

out vec4 o_placement;
flat out uvec4 o_frames;
flat out uvec4 o_look;

struct Moment {
    uint frame;    // before the moment
    float within;  // 0..1 from it to the next
};

Moment momentOf(uvec4 clip, float phase) {
    float frame = phase * float(clip.y);
    float whole = min(floor(frame), float(clip.y) - 1.0);
    Moment m = Moment(clip.x + uint(whole), frame - whole);
#ifdef NEAREST_FRAME
    if (m.within >= 0.5) m.frame += 1u;
    m.within = 0.0;
#endif
    return m;
}

void main() {
    uvec4 clip_a = u_clips[i_playback.y & 0xFFFFu];
    uvec4 clip_b = u_clips[i_playback.y >> 16];
    UnitState state = unitState(UnitInstance(i_placement, i_playback, i_fade, i_look), clip_a, clip_b,
                                Schedule(u_clock, u_path));
    Moment a = momentOf(clip_a, state.phase_a);
    Moment b = momentOf(clip_b, state.phase_b);
    float weight = state.weight;
#ifdef NO_CROSSFADE
    weight = weight < 0.5 ? 0.0 : 1.0;
#endif
    o_placement = state.placement;
    o_frames = uvec4(a.frame, b.frame, floatBitsToUint(a.within), floatBitsToUint(b.within));
    o_look = uvec4(i_look.xyz, floatBitsToUint(weight));
    gl_Position = vec4(0.0);
}
