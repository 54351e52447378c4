// Where the blended images of each near unit lie on the screen. Four threads per unit, each for one image and one corner of
// the quad around them.
#include "layouts.h"
#include "raster_list.glsl"
#include "raster_target.glsl"
#include "raster_placed.glsl"
#include "raster_setup.glsl"

layout(local_size_x = PH_RASTER_THREADS) in;

layout(std430, binding = STORAGE_RASTER_PLACED) writeonly buffer PlacedOut { PlacedImages b_placed[]; };

const uint kUnits = PH_RASTER_THREADS / PH_IMPOSTOR_BLENDED;  // per workgroup

// Of the first image of each unit.
shared Shown s_first[kUnits];
shared mat2 s_to_cell[kUnits];  // from metres along the line of sight's axes to cell coordinates
shared CellPlane s_plane[kUnits];

shared vec4 s_low_high[PH_RASTER_THREADS];  // bounds of each image in the axes of the line of sight, metres
shared vec4 s_reach[PH_RASTER_THREADS];     // bounds of each corner of the quads, pixels

// Bounds of the quad around the images of a unit. thread: the first of the unit's threads.
vec4 quadOf(uint thread) {
    vec4 quad = s_low_high[thread];
    for (uint i = 1u; i < uint(PH_IMPOSTOR_BLENDED); ++i) quad = wider(quad, s_low_high[thread + i]);
    return quad;
}
vec2 cornerOf(vec4 quad, uint i) { return vec2(i == 1u || i == 2u ? quad.z : quad.x, i >= 2u ? quad.w : quad.y); }

void main() {
    DrawCommand command = b_commands[u_command];
    uint thread = gl_LocalInvocationID.x;
    uint image = thread % uint(PH_IMPOSTOR_BLENDED);
    uint slot = thread / uint(PH_IMPOSTOR_BLENDED);
    for (uint before = gl_WorkGroupID.x * kUnits; before < command.instances; before += gl_NumWorkGroups.x * kUnits) {
        // The last threads repeat the last unit.
        s_index = b_indices[command.base_instance + min(before + slot, command.instances - 1u)];
        fetchUnit();
        vec3 to_eye = eyeFromUnit();
        vec3 toward = turnedBack(to_eye);
        BlendedCells which = blendedCells(toward);
        ImpostorView seen = impostorViewFrom(toward);
        ImpostorView axes = storedView(which.views[image]);
        ImpostorBox box = impostorBox(cellsOf(which)[image]);
        Shown own = shownAlong(seen, axes, box);
        mat2 to_own = inverse(own.across);
        WorldPlane world = worldPlane(axes, box);
        s_low_high[thread] = vec4(own.middle - reachOf(own), own.middle + reachOf(own));
        if (image == 0u) {
            s_first[slot] = own;
            s_to_cell[slot] = to_own;
            s_plane[slot] = cellPlane(world);
        }
        barrier();

        uint unit = u_first_unit + s_index;
        Shown first = s_first[slot];
        mat2 to_cell = s_to_cell[slot];
        CellPlane plane = s_plane[slot];
        vec4 quad = quadOf(thread - image);
        vec2 corner = to_cell * (cornerOf(quad, image) - first.middle);
        vec2 last = to_cell * (cornerOf(quad, (image + 3u) % 4u) - first.middle);
        s_reach[thread] = reachOfCorner(clipOf(plane, last), clipOf(plane, corner));
        barrier();

        if (image != 0u) {
            mat2 across = to_own * first.across;
            uint other = image - 1u;
            b_placed[unit].across[2u * other] = packHalf2x16(across[0]);
            b_placed[unit].across[2u * other + 1u] = packHalf2x16(across[1]);
            b_placed[unit].offset[other] = packHalf2x16(to_own * (first.middle - own.middle));
        } else {
            ivec4 bounds = pixelsOf(
                wider(wider(s_reach[thread], s_reach[thread + 1u]), wider(s_reach[thread + 2u], s_reach[thread + 3u])));
            mat3 rows = weightsOfPixels(
                mat3(pixelTimesW(plane.right, bounds.xy), pixelTimesW(plane.up, bounds.xy), pixelTimesW(plane.base, bounds.xy)));
            b_placed[unit].rows[0] = vec4(rows[0], world.right.y);
            b_placed[unit].rows[1] = vec4(rows[1], world.up.y);
            b_placed[unit].rows[2] = vec4(rows[2], world.base.y - s_placement.y);
            b_placed[unit].bounds = keptBounds(bounds);
            b_placed[unit].shares = uvec2(keptPair(which.shares.xy), keptPair(which.shares.zw));
            b_placed[unit].cells =
                uvec2(which.poses.x | which.poses.w << 12u | which.views.x << 24u, which.views.y | which.views.z << 8u);
            // As in impostor.vert: haze at the upper end of its triangle, which is twice as high as the quad.
            vec2 upper = to_cell * (vec2(quad.x, 2.0 * quad.w - quad.y) - first.middle);
            uvec4 light = keptLight(lightOn(seen, vec2(0.0), to_eye, worldOf(world, upper)));
            b_placed[unit].light = uint[3](light.x, light.y, light.w);
        }
        barrier();
    }
}
