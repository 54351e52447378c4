// Pre-pass of technique `palette`: one rectangle per unit, covering one texel per matrix row at the place of the unit's
// palette.
#include "layouts.h"
#include "unit.glsl"
#include "clip_lookup.glsl"
#include "pose_texture.glsl"

uniform int u_first_palette;
uniform int u_palette_row;
uniform uint u_palette_shift;
uniform ivec2 u_palette_size;  // of the render target, texels

flat out int v_first_column;
flat out uvec4 v_frames;   // first entries of frames: A before and after, B before and after
flat out vec3 v_blend;     // fraction within A, within B, weight of B

void main() {
    fetchUnit();
    uint slot = uint(u_first_palette) + poseSlot();
    uint row = slot >> u_palette_shift;
    int columns = int(paletteColumns(u_animation.x));
    ivec2 first = ivec2(int(slot & ((1u << u_palette_shift) - 1u)) * columns, u_palette_row + int(row));

    UnitPose pose = unitPose(s_frames, s_look);
    v_first_column = first.x;
    v_frames = uvec4(pose.a.before, pose.a.after, pose.b.before, pose.b.after);
    v_blend = vec3(pose.a.within, pose.b.within, pose.weight);

    ivec2 corner = first + ivec2((gl_VertexID & 1) * columns, gl_VertexID >> 1);
    gl_Position = vec4(vec2(corner) / vec2(u_palette_size) * 2.0 - 1.0, 0.0, 1.0);
}
