// Technique `compute`: one workgroup per unit. Its threads blend the unit's palette into shared memory and skin the unit's
// vertices with it, once per view for all its passes.
#include "layouts.h"
#include "vertex.glsl"
#include "clip_lookup.glsl"
#include "pose_texture.glsl"

layout(local_size_x = PH_SKIN_THREADS) in;

layout(std430, binding = STORAGE_STATES) readonly buffer StatesIn { UnitShown b_states[]; };
#ifdef NEAR_UNITS
layout(std430, binding = STORAGE_NEAR) readonly buffer NearIn { uvec2 b_near[]; };
layout(std430, binding = STORAGE_NEAR_PASSES) readonly buffer NearPassesIn { NearPass b_passes[]; };
uniform uint u_near_pass;  // the pass of this dispatch
#elif defined(SELECTED_UNITS)
layout(std430, binding = STORAGE_INDICES) readonly buffer IndicesIn { uint b_indices[]; };
#endif
layout(std430, binding = STORAGE_MESH) readonly buffer MeshIn { uint b_mesh[]; };      // packed vertices, six words each
layout(std430, binding = STORAGE_USED) readonly buffer UsedIn { uint b_used[]; };      // the variant's vertices
layout(std430, binding = STORAGE_POSED) writeonly buffer PosedOut { uvec4 b_posed[]; };

uniform uint u_first_unit;   // index into the units, or into the indices
uniform uint u_first_posed;  // index of the unit's first vertex in b_posed
uniform uint u_used;         // length of b_used

shared vec4 s_palette[PALETTE_ROWS];

mat3x4 jointMatrix(uint joint) {
    uint row = joint * PH_PALETTE_TEXELS;
    return mat3x4(s_palette[row], s_palette[row + 1u], s_palette[row + 2u]);
}
void beginPose() {}
#include "skinning.glsl"
#include "morphs.glsl"

void main() {
    uint slot = gl_WorkGroupID.x;
#ifdef NEAR_UNITS
    uvec2 entry = b_near[b_passes[u_near_pass].first_entry + gl_WorkGroupID.x];
    uint index = entry.x;
    slot = entry.y;
#elif defined(SELECTED_UNITS)
    uint index = b_indices[u_first_unit + gl_WorkGroupID.x];
#else
    uint index = u_first_unit + gl_WorkGroupID.x;
#endif
    uvec4 frames = b_states[index].frames;
    uvec4 look = b_states[index].look;
    UnitPose pose = unitPose(frames, look);
    for (uint row = gl_LocalInvocationID.x; row < uint(PALETTE_ROWS); row += uint(PH_SKIN_THREADS))
        s_palette[row] = poseRow(pose, row / PH_PALETTE_TEXELS, int(row % PH_PALETTE_TEXELS));
    barrier();

    uint first = u_first_posed + slot * u_animation.w;
    for (uint i = gl_LocalInvocationID.x; i < u_used; i += uint(PH_SKIN_THREADS)) {
        uint v = b_used[i];
        uint word = v * uint(PH_VERTEX_BYTES / 4);
        Vertex vertex = unpackVertex(uvec4(b_mesh[word], b_mesh[word + 1u], b_mesh[word + 2u], b_mesh[word + 3u]),
                                     uvec2(b_mesh[word + 4u], b_mesh[word + 5u]));
#ifdef MORPH_TARGETS
        addMorphs(vertex, v, b_mesh[word + 1u], frames, uintBitsToFloat(look.w), morphRow(look.z));
#endif
        vec3 position;
        vec3 normal;
        skinVertex(skinMatrix(vertex), vertex, position, normal);
        b_posed[first + v] = uvec4(floatBitsToUint(position), packNormal(normal));
    }
}
