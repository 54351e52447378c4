// A unit as an impostor: four corners of a picture of him, in the plane in which it was taken. What is the same for all of him,
// or nearly, is worked out here, and little is handed on: docs/scale.md says what that costs.
#include "layouts.h"
#include "impostor.h"
#include "impostor_box.glsl"
#include "unit.glsl"

#include "lighting.glsl"

#ifdef PASS_SHADOW
uniform int u_shadow_map_drawn;
#endif

uniform usamplerBuffer u_impostor_poses;  // by baked frame
uniform uint u_first_cell;                // of the variant
uniform float u_middle;                   // of the model, above its foot, metres

out vec2 v_at;           // in the cell: -1..1
out vec2 v_sunlit;       // share of the sun; height above the ground, metres
flat out uint v_cell;
flat out uvec2 v_look;   // UnitShown::look: tint, number
flat out vec4 v_light;   // towards the sun, in the picture's axes; the sine of the height from which it was taken
flat out vec2 v_haze;

// In a fade each unit changes at a moment of his own from one clip to the other.
bool showsB() {
    float weight = uintBitsToFloat(s_look.w);
    return weight >= (float((s_look.z * 0xC2B2AE35u) >> 8) + 0.5) * (1.0 / 16777216.0);
}

uint poseAt(uint frame, uint within) {
    return texelFetch(u_impostor_poses, int(frame + (uintBitsToFloat(within) >= 0.5 ? 1u : 0u))).x;
}

// World to model space.
vec3 turnedBack(vec3 v) {
    float c = cos(s_placement.w);
    float s = sin(s_placement.w);
    return vec3(c * v.x - s * v.z, v.y, c * v.z + s * v.x);
}

void main() {
    fetchUnit();
    float scale = unitScale();
    vec3 foot = s_placement.xyz;
#ifdef PASS_SHADOW
    vec3 to_eye = u_sun_direction.xyz;
#else
    vec3 to_eye = normalize(u_camera.xyz - (foot + vec3(0.0, scale * u_middle, 0.0)));
#endif
    uint view = nearestImpostorView(turnedBack(to_eye));
    ImpostorView axes = impostorView(view);
    uint pose = showsB() ? poseAt(s_frames.y, s_frames.w) : poseAt(s_frames.x, s_frames.z);
    uint cell = pose * PH_IMPOSTOR_VIEWS + view;
    ImpostorBox box = impostorBox(cell);
    v_at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    v_cell = u_first_cell + cell;
    v_look = s_look.xz;
    vec2 apart = v_at * box.half_size.xy;
    vec3 place = box.middle + vec3(apart, dot(box.slope, apart));
    vec3 world = worldFromModelPoint(place.x * axes.right + place.y * axes.up + place.z * axes.toward);
#ifdef PASS_SHADOW
    gl_Position = vec4(inShadowMap(inSunlight(world), u_shadow_map_drawn), 1.0);
#else
    vec3 sun = turnedBack(u_sun_direction.xyz);
    v_light = vec4(dot(sun, axes.right), dot(sun, axes.up), dot(sun, axes.toward), axes.toward.y);
    v_haze = hazeOf(to_eye, distance(u_camera.xyz, world));
    // He does not stand in his own shadow here: what turns away from the sun is dark anyway.
    v_sunlit = vec2(sunVisibility(world + u_sun_direction.xyz * (scale * box.half_size.z), vec3(0.0)), world.y);
    gl_Position = u_clip_from_world * vec4(world, 1.0);
#endif
}
