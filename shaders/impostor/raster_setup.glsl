// From the plane of an impostor to pixels.
//
// Homogeneous rasterization (Olano and Greer, "Triangle Scan Conversion using 2D Homogeneous Coordinates", 1997): relative to
// the centre of pixel `base`, a sum of three corners is at a pixel with weights / w that are linear in the pixel. So no
// triangle is clipped.
#include "raster_target.glsl"
#include "impostor_unit.glsl"

// World and clip space are linear in cell coordinates: base + at.x * right + at.y * up.
struct WorldPlane {
    vec3 base;
    vec3 right;
    vec3 up;
};
WorldPlane worldPlane(ImpostorView axes, ImpostorBox box) {
    vec3 base = worldOfCell(axes, box, vec2(0.0));
    return WorldPlane(base, worldOfCell(axes, box, vec2(1.0, 0.0)) - base, worldOfCell(axes, box, vec2(0.0, 1.0)) - base);
}
vec3 worldOf(WorldPlane plane, vec2 at) { return plane.base + at.x * plane.right + at.y * plane.up; }

struct CellPlane {
    vec4 base;
    vec4 right;
    vec4 up;
};
CellPlane cellPlane(WorldPlane world) {
    return CellPlane(u_clip_from_world * vec4(world.base, 1.0), u_clip_from_world * vec4(world.right, 0.0),
                     u_clip_from_world * vec4(world.up, 0.0));
}
vec4 clipOf(CellPlane plane, vec2 at) { return plane.base + at.x * plane.right + at.y * plane.up; }

// A point in clip space as (x w, y w, w), with x and y in pixels from the centre of pixel `base`.
vec3 pixelTimesW(vec4 clip, ivec2 base) {
    return vec3((clip.xy * 0.5 + 0.5 * clip.w) * vec2(u_size) - (vec2(base) + 0.5) * clip.w, clip.w);
}
// Column i: dot(column, vec3(pixel, 1)) is the weight of column i of `corners`, divided by w. 0: the plane is seen from the side.
mat3 weightsOfPixels(mat3 corners) {
    mat3 edges = mat3(cross(corners[1], corners[2]), cross(corners[2], corners[0]), cross(corners[0], corners[1]));
    float area = dot(corners[0], edges[0]);
    return edges * (abs(area) > 1e-20 ? 1.0 / area : 0.0);
}

// Bounds of an outline in pixels: xy the minimum, zw the maximum.
vec4 noReach() { return vec4(vec2(u_size), vec2(-1.0)); }
vec4 wider(vec4 a, vec4 b) { return vec4(min(a.xy, b.xy), max(a.zw, b.zw)); }

// Bounds of a corner, and of the point where the edge from the previous corner crosses the near plane.
vec4 reachOfCorner(vec4 before, vec4 corner) {
    float near_w = -u_depth_of_w.y / u_depth_of_w.x;
    bool ahead = corner.w >= near_w;
    vec4 reach = noReach();
    if ((before.w >= near_w) != ahead) {
        vec4 cut = mix(before, corner, (near_w - before.w) / (corner.w - before.w));
        reach = ((cut.xy / near_w * 0.5 + 0.5) * vec2(u_size)).xyxy;
    }
    return ahead ? wider(reach, ((corner.xy / corner.w * 0.5 + 0.5) * vec2(u_size)).xyxy) : reach;
}

// The first and the last pixel.
ivec4 pixelsOf(vec4 reach) {
#ifdef EACH_SAMPLE
    const float kAround = 0.0;
#else
    const float kAround = 0.5;
#endif
    reach = clamp(reach, vec4(-1.0), vec2(u_size).xyxy);
    return ivec4(max(ivec2(floor(reach.xy + kAround)), ivec2(0)), min(ivec2(floor(reach.zw - kAround)), u_size - 1));
}
