// Every unit of every technique and pass comes through here. Techniques differ in poseVertex(): those with joints serve
// jointMatrix() and share skinning.glsl, the others bring posed vertices. Passes differ in the fragment shader and in
// PASS_SHADOW.
#include "layouts.h"
#include "vertex.glsl"
#include "joints_palette.glsl"
#include "unit.glsl"
#include "clip_lookup.glsl"
#include "pose_texture.glsl"

layout(location = A_SHAPE) in uvec4 a_shape;
layout(location = A_SURFACE) in uvec2 a_surface;

#include "joints_texture.glsl"
#include "joints_uniform.glsl"
#include "skinning.glsl"
#include "vertices_rest.glsl"
#include "vertices_posed.glsl"
#include "vertices_texture.glsl"

out vec3 v_world_position;
out vec3 v_world_normal;
out vec2 v_uv;
flat out vec4 v_tint;
flat out uint v_unit;
#ifdef OVERLAY
uniform samplerBuffer u_overlay;  // a colour a vertex
out vec3 v_overlay;
#endif

void main() {
    fetchUnit();
    Vertex vertex = unpackVertex(a_shape, a_surface);
    vec3 position;
    vec3 normal;
    poseVertex(vertex, position, normal);

    v_world_position = worldFromModelPoint(position);
    v_world_normal = worldFromModelDirection(normal);
    v_uv = vertex.uv;
    v_tint = vec4(s_look.x & 0xFFu, (s_look.x >> 8) & 0xFFu, (s_look.x >> 16) & 0xFFu, s_look.x >> 24) * (1.0 / 255.0);
    v_unit = s_look.z;
#ifdef OVERLAY
    v_overlay = texelFetch(u_overlay, gl_VertexID).rgb;
#endif
#ifdef PASS_SHADOW
    vec4 shadow = u_shadow_from_world * vec4(v_world_position, 1.0);
    gl_Position = vec4(shadow.xyz * 2.0 - shadow.w, shadow.w);
#else
    gl_Position = u_clip_from_world * vec4(v_world_position, 1.0);
#endif
}
