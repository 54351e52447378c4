// The unit that this vertex belongs to: its 64 bytes, and what they mean at this tick.
// fetchUnit() comes before all else.
#ifdef SELECTED_UNITS
layout(location = I_INDEX) in uint i_index;
uniform usamplerBuffer u_units;
vec4 i_placement;
uvec4 i_playback;
uvec4 i_fade;
uvec4 i_look;

void fetchUnit() {
    int first = int(i_index) * (PH_INSTANCE_BYTES / 16);
    i_placement = uintBitsToFloat(texelFetch(u_units, first));
    i_playback = texelFetch(u_units, first + 1);
    i_fade = texelFetch(u_units, first + 2);
    i_look = texelFetch(u_units, first + 3);
}
#else
layout(location = I_PLACEMENT) in vec4 i_placement;
layout(location = I_PLAYBACK) in uvec4 i_playback;
layout(location = I_FADE) in uvec4 i_fade;
layout(location = I_LOOK) in uvec4 i_look;

void fetchUnit() {}
#endif

UnitInstance thisUnit() { return UnitInstance(i_placement, i_playback, i_fade, i_look); }

#ifndef OWN_UNIT_STATE
UnitState thisUnitState() {
    return unitState(thisUnit(), u_clips[i_playback.y & 0xFFFFu], u_clips[i_playback.y >> 16],
                     Schedule(u_clock, u_path));
}
#endif

float unitScale() { return uintBitsToFloat(i_look.y); }

// Model space to world space. Placement turns about Y and scales evenly, so normals turn with it.
vec3 worldFromModelDirection(vec3 v, vec4 placement) {
    float c = cos(placement.w);
    float s = sin(placement.w);
    return vec3(c * v.x + s * v.z, v.y, c * v.z - s * v.x);
}
vec3 worldFromModelPoint(vec3 p, vec4 placement) {
    return placement.xyz + unitScale() * worldFromModelDirection(p, placement);
}
