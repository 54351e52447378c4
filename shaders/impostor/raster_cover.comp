// Which impostors cover which pixels: GPUs have more processors for compute than for triangles of a few pixels. Two steps: the
// nearest distance of each sample, then (NAME_UNITS) the unit that has it. A thread takes one unit; those that cover many
// pixels are left to the whole workgroup.
#include "layouts.h"
#include "raster_unit.glsl"

layout(local_size_x = PH_RASTER_THREADS) in;

// One layer per sample. Distances along the view direction, float bits.
layout(r32ui, binding = IMAGE_RASTER_NEAREST) uniform coherent uimage2DArray u_nearest;
layout(r32ui, binding = IMAGE_RASTER_PLACES) uniform coherent uimage2DArray u_places;  // of units, in b_indices
#ifndef NAME_UNITS
layout(std430, binding = STORAGE_RASTER_TILES) writeonly buffer TilesOut { uint b_tiles[]; };
// Depths of what was drawn before.
#ifdef EACH_SAMPLE
uniform sampler2DMS u_depth;
#else
uniform sampler2D u_depth;
#endif
uniform vec2 u_depth_of_w;  // depth = x + y / w
#endif

const int kAlone = 96;  // samples that one thread goes through

shared uint s_large[PH_RASTER_THREADS];
shared uint s_larges;

void coverPixel(RasterTriangle t, uint place, ivec2 pixel) {
    RasterPlace middle = rasterPlace(t, pixel, vec2(0.0));
    float lod = shapeLod(pixelInCell(t, middle));
    float grain = grainAt(uvec2(pixel), unitNumber(s_look.z));
    for (int s = 0; s < u_samples; ++s) {
        RasterPlace p = u_samples == 1 ? middle : rasterPlace(t, pixel, u_sample_places[s]);
        if (!p.covered) continue;
        ivec3 sample_place = ivec3(pixel, s);
        uint distance_bits = floatBitsToUint(p.w);
        uint nearest = imageLoad(u_nearest, sample_place).x;
#ifdef NAME_UNITS
        // The same distance, give or take how compilers round. Of equal ones, the first unit.
        if (distance_bits > nearest + 4u) continue;
#else
        if (distance_bits >= nearest) continue;
        float depth = u_depth_of_w.x + u_depth_of_w.y / p.w;
        if (depth < 0.0 || depth >= texelFetch(u_depth, pixel, s).x) continue;
#endif
        if (shareAt(t, p.at, lod) + fract(grain + float(s) / float(u_samples)) < 1.0) continue;
#ifdef NAME_UNITS
        imageAtomicMin(u_places, sample_place, place);
#else
        imageAtomicMin(u_nearest, sample_place, distance_bits);
        imageStore(u_places, sample_place, uvec4(PH_RASTER_NONE));
        b_tiles[rasterTile(pixel)] = 1u;
#endif
    }
}

// The threads `thread`, thread + threads, ... of the pixels of a unit.
void coverPixels(RasterTriangle t, uint place, int thread, int threads) {
    ivec2 span = t.bounds.zw - t.bounds.xy + 1;
    for (int i = thread; i < span.x * span.y; i += threads)
        coverPixel(t, place, t.bounds.xy + ivec2(i % span.x, i / span.x));
}

void main() {
    DrawCommand command = b_commands[u_command];
    uint thread = gl_LocalInvocationID.x;
    uint threads = gl_NumWorkGroups.x * uint(PH_RASTER_THREADS);
    for (uint first = gl_WorkGroupID.x * uint(PH_RASTER_THREADS); first < command.instances; first += threads) {
        if (thread == 0u) s_larges = 0u;
        barrier();
        uint larges = 0u;
        for (uint i = 0u; i <= larges; ++i) {  // the thread's own unit, then the large ones
            bool own = i == 0u;
            uint place = own ? command.base_instance + first + thread : s_large[i - 1u];
            if (!own || first + thread < command.instances) {
                RasterTriangle t = rasterTriangle(place);
                ivec2 span = t.bounds.zw - t.bounds.xy + 1;
                bool large = span.x * span.y * u_samples > kAlone;
                if (any(lessThan(span, ivec2(1)))) {
                } else if (own && large) {
                    s_large[atomicAdd(s_larges, 1u)] = place;
                } else {
                    coverPixels(t, place, own ? 0 : int(thread), own ? 1 : PH_RASTER_THREADS);
                }
            }
            barrier();
            larges = s_larges;
        }
        barrier();
    }
}
