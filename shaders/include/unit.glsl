// State of the unit that this vertex, or with UNIT_OF_THREAD this thread of a compute shader, belongs to: 48 bytes, computed
// once per frame by unit_state.comp or unit_state.vert.
// Call fetchUnit() first.
// poseSlot(): slot of the unit's prepared pose, counted from the draw's first; of NEAR_UNITS, from that of the group.
#include "buffer_texture.glsl"
#ifdef SELECTED_UNITS
#ifdef UNIT_OF_THREAD
uint s_index;  // set before fetchUnit()
uint unitIndex() { return s_index; }
uint poseSlot() { return 0u; }
#elif defined(NEAR_UNITS)
layout(location = S_INDEX) in uvec2 s_near;
uint unitIndex() { return s_near.x; }
uint poseSlot() { return s_near.y; }
#else
layout(location = S_INDEX) in uint s_index;
uint unitIndex() { return s_index; }
uint poseSlot() { return uint(gl_InstanceID); }
#endif
uniform BUFFER_USAMPLER u_units;
vec4 s_placement;
uvec4 s_frames;
uvec4 s_look;

void fetchUnit() {
    int first = int(unitIndex()) * (PH_STATE_BYTES / 16);
    s_placement = uintBitsToFloat(fetchBuffer(u_units, first));
    s_frames = fetchBuffer(u_units, first + 1);
    s_look = fetchBuffer(u_units, first + 2);
}
#else
layout(location = S_PLACEMENT) in vec4 s_placement;
layout(location = S_FRAMES) in uvec4 s_frames;
layout(location = S_LOOK) in uvec4 s_look;

void fetchUnit() {}
uint poseSlot() { return uint(gl_InstanceID); }
#endif

#ifdef PASS_IMPOSTOR
uint ownMorphRow() { return 0u; }  // look.z is the number of the cell
#else
uint ownMorphRow() { return morphRow(s_look.z); }
#endif

float unitScale() { return uintBitsToFloat(s_look.y); }

// Model space to world space. Placement rotates about Y and scales uniformly, so normals only rotate.
vec3 worldFromModelDirection(vec3 v) {
    float c = cos(s_placement.w);
    float s = sin(s_placement.w);
    return vec3(c * v.x + s * v.z, v.y, c * v.z - s * v.x);
}
vec3 worldFromModelPoint(vec3 p) { return s_placement.xyz + unitScale() * worldFromModelDirection(p); }
