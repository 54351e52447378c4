// Everything that C++ and GLSL must agree on: locations, texture units, bindings, limits, blocks, bit fields.
// Compiles as both. Sizes are asserted in src/render where they are used, and offsets are compared with the
// driver's in tests/gl.
#ifndef PHALANX_LAYOUTS_H
#define PHALANX_LAYOUTS_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/glm.hpp>
namespace phalanx::layout {
using uint = std::uint32_t;
using glm::mat4;
using glm::uvec2;
using glm::uvec4;
using glm::vec2;
using glm::vec3;
using glm::vec4;
#define PH_FN inline
#define PH_BLOCK(Name) struct Name
#else
#define PH_FN
#define PH_BLOCK(Name) layout(std140) uniform Name
#endif

// Vertex attributes: 24 bytes per vertex.
// A_SHAPE, uvec4: x = position.x | position.y << 16
//                 y = position.z | (bits 8-9 of the four joints) << 16 | (bits 6-12 of weight 3) << 24
//                 z = bits 0-7 of the four joints
//                 w = weight 1 | weight 2 << 13 | (bits 0-5 of weight 3) << 26
// Bit 31 of y: morph targets move the vertex (PH_HAS_MORPHS). Weight 0 is the remainder to 1.
// A_SURFACE, uvec2: x = u | v << 16, y = octahedral normal, 16 bits per coordinate.
// Positions and uv are fractions of the model's bind box and uv box: u_position_*, u_uv_*.
#define A_SHAPE 0
#define A_SURFACE 1
#define PH_VERTEX_BYTES 24
#define PH_JOINT_BITS 10
#define PH_HAS_MORPHS 0x80000000u
#define PH_WEIGHT_BITS 13
#define PH_WEIGHT_MAX 8191u
#define PH_POSITION_MAX 65535.0
#define PH_NO_NORMAL 0xFFFFFFFFu

// Posed vertices: 16 bytes. The techniques `cpu` and `compute` write them per vertex and unit: x, y, z =
// position in model space, metres, float bits; w = octahedral normal as in A_SURFACE. As a vertex attribute
// they use A_SHAPE's location.
#define PH_POSED_BYTES 16

// Instance attributes: 64 bytes per unit.
// I_PLACEMENT, vec4: xyz = position, world metres; w = heading, radians: 0 faces +Z, counter-clockwise from
// above. I_PLAYBACK, uvec4: x = start, ticks; y = clip A | clip B << 16; z, w = rate of A, of B, cycles per
// tick * 2^32. I_FADE, uvec4: x, y = phase of A, of B at the start, cycles * 2^32; z = start of the fade,
// ticks;
//                w = mode and value.
// I_LOOK, uvec4: x = tint RGBA8 (a = strength); y = scale, float bits; z = unit's number | morph row << 20;
//                w = distance along the path at the start, laps * 2^32.
#define I_PLACEMENT 2
#define I_PLAYBACK 3
#define I_FADE 4
#define I_LOOK 5
#define PH_INSTANCE_BYTES 64
#define PH_UNIT_BITS 20
// Morph rows: weights of morph targets set by hand for single units, a table per group of units. Row 0: the
// unit has none. At most PH_MORPH_ROWS units of a crowd have a row.
#define PH_MORPH_ROWS 1024

PH_FN uint unitNumber(uint look_z) {
    return look_z & ((1u << PH_UNIT_BITS) - 1u);
}
PH_FN uint morphRow(uint look_z) {
    return look_z >> PH_UNIT_BITS;
}

// State of a unit: 48 bytes. unit_state.comp, .frag or .vert computes it once per frame from the 64 bytes
// above and the clock; all draws read only this. S_PLACEMENT, vec4: as I_PLACEMENT, after marching. S_FRAMES,
// uvec4: x, y = baked frame before the current time, of clip A, of clip B;
//                  z, w = position between that frame and the next one, 0..1, float bits.
// S_LOOK, uvec4: x, y, z = as I_LOOK; w = weight of B, 0..1, float bits.
#define S_PLACEMENT 2
#define S_FRAMES 3
#define S_LOOK 4
#define PH_STATE_BYTES 48
struct UnitShown {
    vec4 placement;
    uvec4 frames;
    uvec4 look;
};
// S_INDEX, uint: index of the unit, where only selected units are drawn; the state is then fetched from
// u_units, a buffer texture over the same bytes. uvec2 for lists of select_near.comp: y = slot of the unit's
// prepared pose.
#define S_INDEX 2

// I_FADE.w: two bits of mode, two flags, 28 bits of value.
#define PH_FADE_CONSTANT 0u  // value: weight of B * (2^28 - 1)
#define PH_FADE_PERIODIC \
    1u                     // periodic crossfade by the clock; value unused; I_FADE.z shifts the unit's cycle
#define PH_FADE_EVENT 2u   // from A to B once; value: duration in ticks
#define PH_FADE_STRIDE 3u  // as EVENT, by strides of its own; value: duration in ticks, and a turn, see below
#define PH_FADE_MODE_SHIFT 30
#define PH_FLAG_IN_STEP (1u << 29)  // B uses A's phase, and both advance at the blended rate
#define PH_FLAG_MARCH (1u << 28)    // the unit moves along its path by its clips' stride
#define PH_FADE_VALUE_MAX ((1u << 28) - 1u)
// PH_FADE_STRIDE: metres per cycle at scale 1, in two parts that strideOf() reads. With PH_FLAG_MARCH, along
// the path: I_FADE.y = before and after the fade. Without, over the ground in any direction: I_FADE.y = x and
// z, in the unit's axes, before the fade, I_LOOK.w after it. Without PH_FLAG_IN_STEP, B begins at phase 0, and
// the unit stands before the fade: I_FADE.y is 0. The value: the fade in ticks, then 9 bits with the turn that
// the unit makes meanwhile (turnLeft()), from where it faced to where I_PLACEMENT says.
#define PH_STRIDE_FADE_BITS 19
#define PH_STRIDE_FADE_MAX ((1u << PH_STRIDE_FADE_BITS) - 1u)
#define PH_STRIDE_MOST 16.0f  // metres per cycle

// The clock.
// Ticks wrap after 2^32, 12 days. Loops and paths continue across the wrap; a one-shot or a fade that began
// before it would restart, so units should be written again within 6 days.
#define PH_TICKS_PER_SECOND 4096.0

// Texture units and block bindings.
#define UNIT_ANIMATION 0
#define UNIT_BASE_COLOR 1
#define UNIT_SHADOW 2
#define UNIT_SCENE 3
#define UNIT_MASK 4
#define UNIT_BIND_ORIGINS 5
#define UNIT_POSES 6  // poses that a technique prepared: palettes, posed vertices
#define UNIT_UNITS 7
#define UNIT_OVERLAY 8
#define UNIT_IMPOSTOR_POSES 9
#define UNIT_IMPOSTOR_SHAPE 10
#define UNIT_IMPOSTOR_COLOR 11
#define UNIT_IMPOSTOR_NORMAL 12
#define UNIT_IMPOSTOR_CELLS 13
#define UNIT_DEPTH 14    // source of a depth pyramid, and the pyramid
#define UNIT_LATTICE 15  // random numbers for ground and sky
// Vertex and compute shaders only. OpenGL 3.3 guarantees 48 units, of which a shader may use 16.
#define UNIT_MORPHS 16
#define UNIT_MORPH_WEIGHTS 17
#define UNIT_MORPH_ROWS 18
// Passes of layered poses only.
#define UNIT_RIG 19
#define UNIT_RIG_FRAMES 20
#define UNIT_RECORDS 21
#define UNIT_LOCAL_TURNS 22
#define UNIT_LOCAL_PLACES 23
#define UNIT_SOLVED_TURNS 24
#define UNIT_TARGET_UNITS 25
#define UNIT_TERRAIN 26  // heights of the ground
#define UNIT_OWN_POSES 27
#define UNIT_CLOUDS 28
#define UNIT_RASTER_TILES 29  // impostors by compute shaders
#define UNIT_RASTER_NEAREST 30
#define UNIT_RASTER_COLORS 31
#define PH_LATTICE 256  // numbers per side, a power of two
#define BLOCK_FRAME 0
#define BLOCK_MODEL 1
#define BLOCK_CLIPS 2
#define BLOCK_PALETTE 3
#define STORAGE_UNITS 0   // shader storage, GL 4.3: UnitInstance, 64 bytes per unit
#define STORAGE_STATES 0  // UnitShown, 48 bytes per unit, where it is read
#define STORAGE_SHOWN 1   // UnitShown where it is written
#define STORAGE_MESH 1
#define STORAGE_USED 2
#define STORAGE_POSED 3
#define STORAGE_INDICES 4
#define STORAGE_NEAR 4         // per near unit: index and slot, read by skin.comp
#define STORAGE_NEAR_PASSES 5  // NearPass, read by skin.comp
#define PH_STATE_THREADS 128
// unit_state.frag: the texture that it draws into holds three texels per unit, so many units per row.
#define PH_STATE_ROW_UNITS 256
#define PH_SKIN_THREADS 128  // of technique `compute`, per unit

// Unit selection by compute shaders: select*.comp test units in workgroups of PH_SELECT_THREADS. There is one
// list per view, and a late list for the first view: units hidden in the previous frame that are visible now
// (occlude.comp). A bucket is one LOD of one list, or of the hidden units, which have no list: list *
// PH_SELECT_LEVELS + LOD.
#define BLOCK_SELECTION 4
#define STORAGE_BOUNDS 1     // LOD errors, then clip bounds
#define STORAGE_SELECTION 2  // per unit: four bits per list, 1 + level or 0: not selected; PH_SELECTION_SEEN
#define STORAGE_TALLIES 3    // units by bucket and workgroup; then units in the workgroups before
#define STORAGE_TOTALS 5     // units by group and bucket
#define STORAGE_PLAN 6       // list and level of each draw command
#define STORAGE_COMMANDS 7
#define STORAGE_NEAR_MADE 0         // the data of STORAGE_NEAR, where it is written
#define STORAGE_NEAR_PASSES_MADE 1  // PH_NEAR_PASSES per group: one per level, then one for all levels
#define STORAGE_NEAR_COMMANDS 2     // of near units, then of the rest, in the order of STORAGE_COMMANDS
#define PH_NEAR_PASSES 10           // PH_SELECT_LEVELS + 1
#define PH_SELECT_THREADS 256

// Impostors by compute shaders (impostor/raster_*).
#define STORAGE_RASTER_TILES 1   // by tile of the image: whether impostors cover a part of it
#define STORAGE_RASTER_LIGHT 2   // by unit: sunlight at feet and head, keptPair()
#define STORAGE_RASTER_PLACED 3  // by unit: PlacedImages (impostor/raster_placed.glsl)
#define PH_RASTER_PLACED_BYTES 128
#define IMAGE_RASTER_NEAREST 0  // image units
#define IMAGE_RASTER_ENTRIES 1
#define IMAGE_RASTER_COLORS 2
#define PH_RASTER_THREADS 64
#define PH_RASTER_TILE 32   // pixels per side
#define PH_RASTER_BLOCK 8   // pixels per side that a workgroup shades
#define PH_RASTER_NONE 0xFFFFFFFFu
#define PH_SHADOW_MAPS 3    // largest number of maps
#define PH_SHADOW_SHIFT 2   // each map is 2^this times as wide as the one before
#define PH_SHADOW_RIM 0.9f  // fraction of half a map's side from which on the next map blends in
#define PH_SELECT_VIEWS 4   // the main view, then the shadow maps
#define PH_SELECT_PLANES 12
#define PH_SELECT_LEVELS 9  // at most 15: a list has four bits per unit
#define PH_SELECT_LISTS 5
#define PH_LATE_LIST 4u
#define PH_SELECT_ROWS 6  // the lists, and the hidden units
#define PH_SELECT_BUCKETS 54
#define PH_SELECTION_SEEN 0x80000000u  // set if visible in the last occlusion test

// Size of the pre-pass of near units, for glDrawArraysIndirect (one rectangle per unit) and
// glDispatchComputeIndirect (one workgroup per unit).
struct NearPass {
    uint corners;
    uint units;
    uint first_corner;
    uint first_entry;  // index of the first entry among all near units
    uint workgroups;   // equal to units
    uint workgroups_y;
    uint workgroups_z;
    uint unused;
};

// A draw command as glDrawElementsIndirect and glMultiDrawElementsIndirect read it.
struct DrawCommand {
    uint count;
    uint instances;
    uint first_index;
    uint base_vertex;
    uint base_instance;
};

// What an overlay shows: vertex colours, the direction of the normal, or triangle edges.
#define OVERLAY_COLORS 0
#define OVERLAY_NORMALS 1
#define OVERLAY_LINES 2

#define PH_MAX_CLIPS 512  // 16 bytes each; GL 3.3 guarantees 16 KiB of uniform block, half of which is enough

// Animation texture. Entry = frame * joints + joint. Encodings rgba32f and rgba16f: three RGBA texels per
// entry, the rows of model_from_bind; trs: two texels, a quaternion, and the posed origin with the scale
// (src/anim/bake/encode.h). A texture row holds 2^shift entries, so that no entry crosses rows and addressing
// needs a shift and a mask only.
#define PH_TEXELS_PER_MATRIX 3u
#define PH_TEXELS_PER_TRS 2u

PH_FN uint entryColumn(uint entry, uint shift, uint texels) {
    return (entry & ((1u << shift) - 1u)) * texels;
}
PH_FN uint entryRow(uint entry, uint shift) {
    return entry >> shift;
}

// Morph targets.
// u_morphs, RGBA32UI, a texture row of 2^u_morph.y texels. First the number of the first delta of each
// vertex, four vertices per texel. Then, from texel u_morph.w on, one texel per delta, those of a vertex in
// succession: x = position.x | position.y << 16, y = position.z | normal.x << 16, z = normal.y | normal.z <<
// 16, w = target | PH_LAST_DELTA. Components are (bits - 32768) * u_morph_scale: x for positions, y for
// normals. u_morph_weights, R32F: the weights of frame f from column (f mod 2^u_morph.z) * targets in row f
// >> u_morph.z. u_morph_rows, R32F: the weights of morph row r in row r - 1; PH_WEIGHT_OF_CLIP: the target
// follows the clips.
#define PH_LAST_DELTA 0x80000000u
#define PH_TARGET_MASK 0xFFFFu
#define PH_DELTA_ZERO 32768.0
#define PH_WEIGHT_OF_CLIP 3.0e38f

// Palettes of units, technique `palette`: the matrix rows of a unit's palette lie side by side in one row of
// a texture of this width, and the next unit's palette beside them; no palette crosses rows. A row holds
// 2^shift units, so shaders divide by shifting.
#define PH_PALETTE_WIDTH 7168
#define PH_PALETTE_TEXELS 3u

PH_FN uint paletteColumns(uint joints) {
    return joints * PH_PALETTE_TEXELS;
}
// For units of so many texels each.
PH_FN uint slotShift(uint columns) {
    uint shift = 0u;
    while ((columns << (shift + 1u)) <= uint(PH_PALETTE_WIDTH)) ++shift;
    return shift;
}
PH_FN uint paletteShift(uint joints) {
    return slotShift(paletteColumns(joints));
}

// Uniform blocks, std140.
PH_BLOCK(FrameBlock) {
    mat4 u_clip_from_world;
    // World, perpendicular to the sun's rays; w = half the side of the first shadow map, metres.
    vec4 u_shadow_right;
    vec4 u_shadow_up;  // world, perpendicular to both; w = ShadowMaps::ahead
    // Two numbers per map: centre along u_shadow_right, along u_shadow_up, metres. The last one is the
    // strength of the last map's shadows, 0..1.
    vec4 u_shadow_centers[2];
    vec4 u_camera;         // world position; w = exposure
    vec4 u_sun_direction;  // world, towards the sun; w = place along it where shadow map depth is 0.5, metres
    vec4 u_sun_color;      // linear; w = number of shadow maps drawn
    vec4 u_sky_zenith;     // linear; w = fog density, 1/m
    vec4 u_sky_horizon;    // linear; also the colour of fog; w = shadow map depth, 0..1, per metre
    // Linear: light reflected upwards; w = 0: a shadow map serves all points along its rays.
    vec4 u_ground_color;
    uvec4 u_clock;  // x = now, ticks; y = period, z = length of one fade of the periodic crossfade, ticks
    vec4 u_path;  // x = straight, y = radius of the turns, z = length of a lap, metres; w = heading, radians
};

PH_BLOCK(ModelBlock) {
    vec4 u_position_scale;  // bind box: position = scale * fraction + offset, file units
    vec4 u_position_offset;
    vec4 u_uv_scale_offset;  // uv box: xy scale, zw offset
    uvec4 u_animation;       // x = joints, y = entry shift, z = clips, w = vertices of LOD 0
    vec4 u_bind_center;      // file units; subtracted from positions before joint matrices are applied
    vec4 u_model_center;     // added to the result, metres; zero except with encoding rgba16f
    vec4 u_place_offset;     // encoding trs: offset + scale * texel; xyz: posed origin, metres; w: metres per
                             // bind unit
    vec4 u_place_scale;      // encoding trs: see u_place_offset
    uvec4 u_morph;           // x = morph targets, y, z, w: see u_morphs
    vec4 u_morph_scale;      // x = file units per step, y = of normals
};

// x = first frame, y = intervals, z = 1 if it loops, w = metres per cycle at scale 1, float bits.
PH_BLOCK(ClipBlock) {
    uvec4 u_clips[PH_MAX_CLIPS];
};

#ifdef __cplusplus
}  // namespace phalanx::layout
#endif
#endif
