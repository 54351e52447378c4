// The colours of the samples that impostors of one draw command cover, one thread per pixel.
#include "impostor_surface.glsl"

layout(local_size_x = PH_RASTER_BLOCK, local_size_y = PH_RASTER_BLOCK) in;

layout(std430, binding = STORAGE_RASTER_TILES) readonly buffer TilesIn { uint b_tiles[]; };
layout(std430, binding = STORAGE_RASTER_LIGHT) readonly buffer LightIn { uint b_light[]; };
layout(r32ui, binding = IMAGE_RASTER_NEAREST) uniform readonly uimage2DArray u_nearest;
layout(r32ui, binding = IMAGE_RASTER_ENTRIES) uniform readonly uimage2DArray u_entries;  // undefined where none is nearest
layout(rgba16f, binding = IMAGE_RASTER_COLORS) uniform writeonly image2DArray u_colors;

vec4 colorOf(uint entry, ivec2 pixel) {
    RasterUnit t = rasterUnit(entry, pixel);
    RasterPlace p = rasterPlace(t, pixel, vec2(0.0));
    vec4 color;
    vec4 surface;
    texelsAt(t, p.at, colorLod(pixelInCell(t, p)), color, surface);
    ImpostorLight light = rasterLight(t, pairOf(b_light[u_first_unit + s_index]));
    vec4 clip = vec4((vec2(pixel) + 0.5) / vec2(u_size) * 2.0 - 1.0, 0.0, 1.0);
    uvec2 look = uvec2(s_look.x, unitNumber(s_look.z));
    return vec4(impostorColor(color, surface, look, light, p.at.y, heightAt(t, p.at), clip), 1.0);
}

void main() {
    if (b_tiles[rasterTile(ivec2(gl_WorkGroupID.xy) * PH_RASTER_BLOCK)] == 0u) return;
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, u_size))) return;
    DrawCommand command = b_commands[u_command];
    uint before = PH_RASTER_NONE;
    vec4 color = vec4(0.0);
    for (int s = 0; s < u_samples; ++s) {
        if (imageLoad(u_nearest, ivec3(pixel, s)).x == PH_RASTER_NONE) continue;
        uint entry = imageLoad(u_entries, ivec3(pixel, s)).x;
        if (entry - command.base_instance >= command.instances) continue;
        if (entry != before) color = colorOf(entry, pixel);
        before = entry;
        imageStore(u_colors, ivec3(pixel, s), color);
    }
}
