// State of a unit at the current time, from its 64 bytes and the clock: the 48 bytes that all draws read. NEAREST_FRAME: one
// baked frame per clip. NO_CROSSFADE: only the clip with the larger weight.
// TERRAIN: units stand on hills.
#ifdef TERRAIN
#include "height_grid.h"
#endif

ClipMoment momentOf(uvec4 clip, uint cycle) {
    ClipMoment m = clipMoment(cycle, clip.y);
    m.frame += clip.x;
#ifdef NEAREST_FRAME
    if (m.within >= 0.5) m.frame += 1u;
    m.within = 0.0;
#endif
    return m;
}

UnitShown shownBy(UnitInstance unit) {
    uvec4 clip_a = u_clips[unit.playback.y & 0xFFFFu];
    uvec4 clip_b = u_clips[unit.playback.y >> 16];
    UnitState state = unitState(unit, clip_a, clip_b, Schedule(u_clock, u_path));
    ClipMoment a = momentOf(clip_a, state.cycle_a);
    ClipMoment b = momentOf(clip_b, state.cycle_b);
    float weight = state.weight;
#ifdef NO_CROSSFADE
    weight = weight < 0.5 ? 0.0 : 1.0;
#endif
    UnitShown shown;
    shown.placement = state.placement;
#ifdef TERRAIN
    shown.placement.y += terrainHeight(shown.placement.xz);
#endif
    shown.frames = uvec4(a.frame, b.frame, floatBitsToUint(a.within), floatBitsToUint(b.within));
    shown.look = uvec4(unit.look.xyz, floatBitsToUint(weight));
    return shown;
}
