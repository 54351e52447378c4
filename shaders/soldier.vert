// The vertex shader of all units in all techniques and passes. Techniques differ in poseVertex(): those with joint matrices
// implement jointMatrix() and share skinning.glsl, the others read posed vertices. Passes differ in the fragment shader and
// in PASS_SHADOW.
#include "layouts.h"
#include "vertex.glsl"
#include "unit.glsl"
#include "joints_palette.glsl"
#include "clip_lookup.glsl"
#include "pose_texture.glsl"

layout(location = A_SHAPE) in uvec4 a_shape;
layout(location = A_SURFACE) in uvec2 a_surface;

#include "joints_texture.glsl"
#include "joints_uniform.glsl"
#include "skinning.glsl"
#include "morphs.glsl"
#include "vertices_rest.glsl"
#include "vertices_posed.glsl"
#include "vertices_texture.glsl"

out vec3 v_world_position;
out vec3 v_world_normal;
out vec2 v_uv;
flat out uvec2 v_look;  // UnitShown::look: tint, number
flat out float v_foot;  // height of the unit's origin, metres
#ifdef PASS_IMPOSTOR
#include "impostor.h"
#include "impostor_box.glsl"
out vec3 v_impostor;
#endif
#ifdef PASS_SHADOW
#include "shadow_maps.glsl"
uniform int u_shadow_map_drawn;
#endif
#ifdef OVERLAY
uniform BUFFER_SAMPLER u_overlay;  // one colour per vertex
out vec3 v_overlay;
#endif
#ifdef RIGID_PARTS
out float v_joint;
flat out float v_part;
#endif

void main() {
    fetchUnit();
    Vertex vertex = unpackVertex(a_shape, a_surface);
#ifdef MORPH_TARGETS
    addMorphs(vertex, uint(gl_VertexID), a_shape.y, s_frames, uintBitsToFloat(s_look.w), ownMorphRow());
#endif
    vec3 position;
    vec3 normal;
    poseVertex(vertex, position, normal);

    v_world_position = worldFromModelPoint(position);
    v_world_normal = worldFromModelDirection(normal);
    v_uv = vertex.uv;
    v_foot = s_placement.y;
    v_look = uvec2(s_look.x, unitNumber(s_look.z));
#ifdef OVERLAY
    v_overlay = fetchBuffer(u_overlay, gl_VertexID).rgb;
#endif
#ifdef RIGID_PARTS
    v_joint = v_part = float(vertex.joints.x);
#endif
#ifdef PASS_IMPOSTOR
    // One unit per cell, with the cell as its number, at the origin. Cells lie in rows of a layer.
    ImpostorView axes = impostorView(s_look.z % PH_IMPOSTOR_VIEWS);
    ImpostorBox box = impostorBox(s_look.z);
    vec3 p = v_world_position;
    vec3 place = (vec3(dot(p, axes.right), dot(p, axes.up), dot(p, axes.toward)) - box.middle) / box.half_size;
    v_impostor = vec3(dot(v_world_normal, axes.right), dot(v_world_normal, axes.up), dot(v_world_normal, axes.toward));
    vec2 cell = vec2(uint(gl_InstanceID) % PH_IMPOSTOR_ROW, uint(gl_InstanceID) / PH_IMPOSTOR_ROW);
    gl_Position = vec4((cell + 0.5 + 0.5 * place.xy) * (2.0 / float(PH_IMPOSTOR_ROW)) - 1.0, -place.z, 1.0);
#elif defined(PASS_SHADOW)
    gl_Position = vec4(inShadowMap(inSunlight(v_world_position), u_shadow_map_drawn), 1.0);
#else
    gl_Position = u_clip_from_world * vec4(v_world_position, 1.0);
#endif
}
