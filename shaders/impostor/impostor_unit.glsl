// Which image of the atlas a unit shows, where that lies in the world, and the light on it. Call fetchUnit() first.
#include "impostor.h"
#include "impostor_box.glsl"
#include "impostor_light.glsl"
#include "unit.glsl"
#include "lighting.glsl"

uniform BUFFER_USAMPLER u_impostor_poses;  // by baked frame
uniform uint u_first_cell;                // first cell of the variant
uniform float u_middle;                   // height of the model's centre, metres

// In a crossfade each unit switches from clip A to clip B at a moment of its own.
bool showsB() {
    float weight = uintBitsToFloat(s_look.w);
    return weight >= (float((unitNumber(s_look.z) * 0xC2B2AE35u) >> 8) + 0.5) * (1.0 / 16777216.0);
}
// The baked frame that a unit shows, and how far it is towards the next one, 0..1.
uint shownFrame() { return showsB() ? s_frames.y : s_frames.x; }
float withinFrame() { return uintBitsToFloat(showsB() ? s_frames.w : s_frames.z); }

uint posesAt(uint frame) { return fetchBuffer(u_impostor_poses, int(frame)).x; }

// World to model space.
vec3 turnedBack(vec3 v) {
    float c = cos(s_placement.w);
    float s = sin(s_placement.w);
    return vec3(c * v.x - s * v.z, v.y, c * v.z + s * v.x);
}

vec3 eyeFromUnit() { return normalize(u_camera.xyz - (s_placement.xyz + vec3(0.0, unitScale() * u_middle, 0.0))); }

// The single image of a unit that is far away.
struct PlainImage {
    ImpostorView axes;
    ImpostorBox box;
    uint cell;  // of the variant
};
// toward: to the eye, model space.
PlainImage plainImage(vec3 toward) {
    uint view = nearestImpostorView(toward);
    uint frame = shownFrame() + (withinFrame() >= 0.5 ? 1u : 0u);
    uint cell = nearestImpostorPose(posesAt(frame)) * PH_IMPOSTOR_VIEWS + view;
    return PlainImage(storedView(view), impostorBox(cell), cell);
}

// Cell coordinates, -1..1, to world space, in the plane of the image.
vec3 worldOfCell(ImpostorView axes, ImpostorBox box, vec2 at) {
    vec2 apart = at * box.half_size.xy;
    vec3 place = box.middle + vec3(apart, dot(box.slope, apart));
    return worldFromModelPoint(place.x * axes.right + place.y * axes.up + place.z * axes.toward);
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

// The two poses that the unit's moment lies between: the nearer one, the other one, and the weight of that, 0..0.5.
struct PoseBlend {
    uint pose;
    uint other;
    float share;
};
PoseBlend posesNow() {
    uint frame = shownFrame();
    uint poses = posesAt(frame);
    uint poses_then = posesAt(frame + 1u);
    uint before = impostorPoseBefore(poses);
    uint after = impostorPoseAfter(poses);
    // The next frame lies between the same two poses, or it is the second pose itself.
    float then = impostorPoseBefore(poses_then) == before ? impostorPoseShare(poses_then) : 1.0;
    float share = mix(impostorPoseShare(poses), then, withinFrame());
    if (share <= 0.5) return PoseBlend(before, after, share);
    return PoseBlend(after, before, 1.0 - share);
}

// The blended images of a unit that is nearer: nearest view and pose; the view beside it; the view above or below it; the
// pose before or after.
struct BlendedCells {
    uvec4 poses;
    uvec4 views;
    vec4 shares;
};
// Of the variant.
uvec4 cellsOf(BlendedCells which) { return which.poses * PH_IMPOSTOR_VIEWS + which.views; }
// toward: to the eye, model space.
BlendedCells blendedCells(vec3 toward) {
    PoseBlend now = posesNow();
    ImpostorViews views = nearestImpostorViews(toward);
    // Four of the eight products of trilinear blending, renormalized: all are >= 0 and sum to 1.
    vec3 moved = vec3(views.beside_share, views.above_share, now.share);
    vec3 kept = 1.0 - moved;
    vec4 shares = vec4(kept.x * kept.y * kept.z, moved.x * kept.y * kept.z, kept.x * moved.y * kept.z, kept.x * kept.y * moved.z);
    return BlendedCells(uvec4(now.pose, now.pose, now.pose, now.other),
                        uvec4(views.nearest, views.beside, views.above, views.nearest), shares / dot(shares, vec4(1.0)));
}

// All are drawn on one quad around them, perpendicular to the line of sight, each where its own plane is seen.
struct BlendedImages {
    BlendedCells which;
    ImpostorView axes;  // of the first
    ImpostorView seen;  // of the line of sight
    ImpostorBox box;    // of the first
    Shown shown[PH_IMPOSTOR_BLENDED];
    vec2 low;           // of the quad, metres along `seen`
    vec2 high;
};
BlendedImages blendedImages(vec3 toward) {
    BlendedImages b;
    b.which = blendedCells(toward);
    uvec4 cells = cellsOf(b.which);
    b.axes = storedView(b.which.views.x);
    b.seen = impostorViewFrom(toward);
    b.box = impostorBox(cells.x);
    b.low = vec2(1e30);
    b.high = vec2(-1e30);
    for (int i = 0; i < PH_IMPOSTOR_BLENDED; ++i) {
        b.shown[i] = shownAlong(b.seen, storedView(b.which.views[i]), impostorBox(cells[i]));
        b.low = min(b.low, b.shown[i].middle - reachOf(b.shown[i]));
        b.high = max(b.high, b.shown[i].middle + reachOf(b.shown[i]));
    }
    return b;
}

// Fraction of sunlight at the feet and at the head. Self-shadowing is left out: surfaces facing away from the sun are dark
// anyway. ends: how many of the two are needed, 2 or 0. Pass no constant: the compiler would write the loop out, and the
// driver link for longer.
vec2 sunlitEnds(ImpostorView axes, ImpostorBox box, int ends) {
    vec3 before = u_sun_direction.xyz * (unitScale() * box.half_size.z);
    vec2 sunlit = vec2(0.0);
    for (int end = 0; end < ends; ++end)
        sunlit[end] = sunVisibility(worldOfCell(axes, box, vec2(0.0, float(2 * end - 1))) + before, vec3(0.0));
    return sunlit;
}

// seen: the axes in which the image is drawn. corner: in world space.
ImpostorLight lightOn(ImpostorView seen, vec2 sunlit, vec3 to_eye, vec3 corner) {
    vec3 sun = turnedBack(u_sun_direction.xyz);
    return ImpostorLight(vec3(dot(sun, seen.right), dot(sun, seen.up), dot(sun, seen.toward)), seen.toward.y, sunlit,
                         hazeOf(to_eye, distance(u_camera.xyz, corner)));
}
