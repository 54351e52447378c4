// A unit as an impostor: one triangle with an image of it, in the plane of the atlas cell. Values that are (nearly) constant
// over the unit are computed here and passed on packed: see docs/lod.md for the cost of varyings.
#include "layouts.h"
#include "impostor.h"
#include "impostor_box.glsl"
#include "impostor_light.glsl"
#include "unit.glsl"

#include "lighting.glsl"

#ifdef PASS_SHADOW
uniform int u_shadow_map_drawn;
#endif

uniform BUFFER_USAMPLER u_impostor_poses;  // by baked frame
uniform uint u_first_cell;                // first cell of the variant
uniform float u_middle;                   // height of the model's centre, metres

#ifdef BLENDED
// Blended images: nearest view and pose; the view beside it; the view above or below it; the pose before or after.
out vec2 v_at[PH_IMPOSTOR_BLENDED];
flat out uvec4 v_cell;
flat out vec4 v_shares;
#else
out vec2 v_at;           // cell coordinates, -1..1
flat out uint v_cell;
#endif
out float v_height;      // above the unit's origin, metres
flat out uvec2 v_look;   // UnitShown::look: tint, number
flat out uvec4 v_light;  // impostor_light.glsl
#ifdef UNLIT_MATERIALS
out vec4 v_clip;         // gl_Position
#endif

// In a crossfade each unit switches from clip A to clip B at a moment of its own.
bool showsB() {
    float weight = uintBitsToFloat(s_look.w);
    return weight >= (float((unitNumber(s_look.z) * 0xC2B2AE35u) >> 8) + 0.5) * (1.0 / 16777216.0);
}

uint posesAt(uint frame) { return fetchBuffer(u_impostor_poses, int(frame)).x; }

// World to model space.
vec3 turnedBack(vec3 v) {
    float c = cos(s_placement.w);
    float s = sin(s_placement.w);
    return vec3(c * v.x - s * v.z, v.y, c * v.z + s * v.x);
}

// A cell's image as seen along the given axes, metres: cell position `place`, -1..1, is at middle + across * place.
struct Shown {
    vec2 middle;
    mat2 across;
};

Shown shownAlong(ImpostorView seen, ImpostorView axes, ImpostorBox box) {
    vec2 right = vec2(dot(seen.right, axes.right), dot(seen.up, axes.right));
    vec2 up = vec2(dot(seen.right, axes.up), dot(seen.up, axes.up));
    vec2 toward = vec2(dot(seen.right, axes.toward), dot(seen.up, axes.toward));
    return Shown(box.middle.x * right + box.middle.y * up + box.middle.z * toward,
                 mat2((right + box.slope.x * toward) * box.half_size.x, (up + box.slope.y * toward) * box.half_size.y));
}

vec2 reachOf(Shown shown) { return abs(shown.across[0]) + abs(shown.across[1]); }

void main() {
    fetchUnit();
    float scale = unitScale();
    vec3 foot = s_placement.xyz;
#ifdef PASS_SHADOW
    vec3 to_eye = u_sun_direction.xyz;
#else
    vec3 to_eye = normalize(u_camera.xyz - (foot + vec3(0.0, scale * u_middle, 0.0)));
#endif
    vec3 toward = turnedBack(to_eye);
    uint frame = showsB() ? s_frames.y : s_frames.x;
    float within = uintBitsToFloat(showsB() ? s_frames.w : s_frames.z);
    v_look = uvec2(s_look.x, unitNumber(s_look.z));
#ifdef BLENDED
    uint poses = posesAt(frame);
    uint poses_then = posesAt(frame + 1u);
    uint before = impostorPoseBefore(poses);
    uint after = impostorPoseAfter(poses);
    // The next frame lies between the same two poses, or it is the second pose itself.
    float then = impostorPoseBefore(poses_then) == before ? impostorPoseShare(poses_then) : 1.0;
    float share = mix(impostorPoseShare(poses), then, within);
    uint pose = share <= 0.5 ? before : after;
    uint other = share <= 0.5 ? after : before;
    share = min(share, 1.0 - share);
    ImpostorViews views = nearestImpostorViews(toward);
    // Four of the eight products of trilinear blending, renormalized: all are >= 0 and sum to 1.
    vec3 moved = vec3(views.beside_share, views.above_share, share);
    vec3 kept = 1.0 - moved;
    v_shares = vec4(kept.x * kept.y * kept.z, moved.x * kept.y * kept.z, kept.x * moved.y * kept.z, kept.x * kept.y * moved.z);
    v_shares /= dot(v_shares, vec4(1.0));
    ImpostorView axes = impostorView(views.nearest);
    uvec4 cells = uvec4(pose, pose, pose, other) * PH_IMPOSTOR_VIEWS + uvec4(views.nearest, views.beside, views.above, views.nearest);
    v_cell = u_first_cell + cells;
    ImpostorBox box = impostorBox(cells.x);
    // All images are drawn on one quad around them, perpendicular to the line of sight, each where its own plane is seen.
    ImpostorView seen = impostorViewFrom(toward);
    Shown shown[PH_IMPOSTOR_BLENDED] = Shown[PH_IMPOSTOR_BLENDED](
        shownAlong(seen, axes, box), shownAlong(seen, impostorView(views.beside), impostorBox(cells.y)),
        shownAlong(seen, impostorView(views.above), impostorBox(cells.z)), shownAlong(seen, axes, impostorBox(cells.w)));
    vec2 low = shown[0].middle - reachOf(shown[0]);
    vec2 high = shown[0].middle + reachOf(shown[0]);
    for (int i = 1; i < PH_IMPOSTOR_BLENDED; ++i) {
        low = min(low, shown[i].middle - reachOf(shown[i]));
        high = max(high, shown[i].middle + reachOf(shown[i]));
    }
    // One triangle around the quad: vertices and triangle setup are the bottleneck, so its empty part costs less than a
    // second triangle.
    vec2 at = mix(low, high, vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0);
    for (int i = 0; i < PH_IMPOSTOR_BLENDED; ++i) v_at[i] = inverse(shown[i].across) * (at - shown[i].middle);
    vec2 apart = v_at[0] * box.half_size.xy;
#else
    uint view = nearestImpostorView(toward);
    ImpostorView axes = impostorView(view);
    ImpostorView seen = axes;
    uint cell = nearestImpostorPose(posesAt(frame + (within >= 0.5 ? 1u : 0u))) * PH_IMPOSTOR_VIEWS + view;
    ImpostorBox box = impostorBox(cell);
    v_cell = u_first_cell + cell;
    v_at = impostorCornerAt(cell, gl_VertexID);
    vec2 apart = v_at * box.half_size.xy;
#endif
    vec3 place = box.middle + vec3(apart, dot(box.slope, apart));
    vec3 world = worldFromModelPoint(place.x * axes.right + place.y * axes.up + place.z * axes.toward);
#ifdef PASS_SHADOW
    gl_Position = vec4(inShadowMap(inSunlight(world), u_shadow_map_drawn), 1.0);
#else
    vec3 sun = turnedBack(u_sun_direction.xyz);
    v_height = world.y - foot.y;
    // Only the provoking vertex, whose flat outputs are used. Self-shadowing is left out: surfaces facing away from the sun
    // are dark anyway.
    vec2 sunlit = vec2(0.0);
    if (gl_VertexID == 2) {
        vec3 before = u_sun_direction.xyz * (scale * box.half_size.z);
        for (int end = 0; end < 2; ++end) {
            float y = end == 0 ? -box.half_size.y : box.half_size.y;
            vec3 at = box.middle + vec3(0.0, y, box.slope.y * y);
            vec3 there = worldFromModelPoint(at.x * axes.right + at.y * axes.up + at.z * axes.toward);
            sunlit[end] = sunVisibility(there + before, vec3(0.0));
        }
    }
    v_light = keptLight(ImpostorLight(vec3(dot(sun, seen.right), dot(sun, seen.up), dot(sun, seen.toward)), seen.toward.y, sunlit,
                                      hazeOf(to_eye, distance(u_camera.xyz, world))));
    gl_Position = u_clip_from_world * vec4(world, 1.0);
#ifdef UNLIT_MATERIALS
    v_clip = gl_Position;
#endif
#endif
}
