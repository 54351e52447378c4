// What C++ and GLSL must agree on: locations, units, bindings, limits, blocks, bit fields. Compiles as both.
// Sizes are asserted where they are used (src/render), and offsets against the driver in tests/gl.
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

// --- Vertex attributes: 24 bytes a vertex -------------------------------------------------------------------------
// A_SHAPE, uvec4: x = position.x | position.y << 16, y = position.z | (bits 8-9 of the four joints) << 16,
//                 z = bits 0-7 of the four joints, w = weights 1, 2, 3 in 10 bits each (weight 0 is what is left).
// A_SURFACE, uvec2: x = u | v << 16, y = octahedral normal, 16 bits a coordinate.
// Positions and uv are fractions of the model's bind box and uv box: u_position_*, u_uv_*.
#define A_SHAPE 0
#define A_SURFACE 1
#define PH_VERTEX_BYTES 24
#define PH_JOINT_BITS 10
#define PH_WEIGHT_MAX 1023u
#define PH_POSITION_MAX 65535.0
#define PH_NO_NORMAL 0xFFFFFFFFu

// --- Posed vertices: 16 bytes ---------------------------------------------------------------------------------------
// What the techniques `cpu` and `compute` write for each vertex of each unit: x, y, z = position in model space, metres,
// float bits; w = octahedral normal as in A_SURFACE. Where they are an attribute, they take A_SHAPE's place.
#define PH_POSED_BYTES 16

// --- Instance attributes: 64 bytes a unit -------------------------------------------------------------------------
// I_PLACEMENT, vec4: where he stands, world metres; w = heading, radians, 0 faces +Z, counter-clockwise from above.
// I_PLAYBACK, uvec4: x = start, ticks; y = clip A | clip B << 16; z, w = rate of A, of B, cycles a tick * 2^32.
// I_FADE,     uvec4: x, y = phase of A, of B at the start, cycles * 2^32; z = start of the fade, ticks; w = mode and value.
// I_LOOK,     uvec4: x = tint RGBA8 (a = strength); y = scale, float bits; z = unit's number; w = way gone at the
//                    start, laps * 2^32.
#define I_PLACEMENT 2
#define I_PLAYBACK 3
#define I_FADE 4
#define I_LOOK 5
#define PH_INSTANCE_BYTES 64

// --- What a unit shows now: 48 bytes --------------------------------------------------------------------------------
// unit_state.vert, or unit_state.comp, works it out from the 64 bytes above and the clock, once a frame; all that draws him reads only this.
// S_PLACEMENT, vec4: as I_PLACEMENT, after the march.
// S_FRAMES, uvec4: x, y = the baked frame before the moment, of clip A, of clip B; z, w = how far the moment lies between it
//                  and the next one, 0..1, float bits.
// S_LOOK,   uvec4: x, y, z = as I_LOOK; w = weight of B, 0..1, float bits.
#define S_PLACEMENT 2
#define S_FRAMES 3
#define S_LOOK 4
#define PH_STATE_BYTES 48
struct UnitShown {
    vec4 placement;
    uvec4 frames;
    uvec4 look;
};
// S_INDEX, uint: where only some units are drawn, which one; the three above are then fetched from u_units, a buffer
// texture over the same bytes. Where select_near.comp listed them, uvec2: y = where what was made ready for him lies.
#define S_INDEX 2

// I_FADE.w: two bits of mode, two flags, 28 bits of value.
#define PH_FADE_CONSTANT 0u   // value: weight of B * (2^28 - 1)
#define PH_FADE_PERIODIC 1u   // back and forth by the clock; value unused; I_FADE.z shifts the unit's cycle
#define PH_FADE_EVENT 2u      // from A to B once; value: length in ticks
#define PH_FADE_MODE_SHIFT 30
#define PH_FLAG_IN_STEP (1u << 29)  // B takes A's phase, and both go at the blended rate
#define PH_FLAG_MARCH (1u << 28)    // he moves along his path by his stride
#define PH_FADE_VALUE_MAX ((1u << 28) - 1u)

// --- The clock ------------------------------------------------------------------------------------------------------
// Ticks wrap after 2^32, 12 days. Loops and paths go on across the wrap; a one-shot or a fade that began before it
// would begin anew, so units are to be touched within 6 days.
#define PH_TICKS_PER_SECOND 4096.0

// --- Texture units and block bindings -------------------------------------------------------------------------------
#define UNIT_ANIMATION 0
#define UNIT_BASE_COLOR 1
#define UNIT_SHADOW 2
#define UNIT_SCENE 3
#define UNIT_MASK 4
#define UNIT_BIND_ORIGINS 5
#define UNIT_POSES 6  // what a technique prepared for each unit: palettes, skinned vertices
#define UNIT_UNITS 7
#define UNIT_OVERLAY 8
#define UNIT_IMPOSTOR_POSES 9
#define UNIT_IMPOSTOR_SHAPE 10
#define UNIT_IMPOSTOR_COLOR 11
#define UNIT_IMPOSTOR_NORMAL 12
#define UNIT_IMPOSTOR_CELLS 13
#define UNIT_DEPTH 14  // what a depth pyramid is made of, and the pyramid
#define UNIT_LATTICE 15  // random numbers that ground and sky are made of
#define PH_LATTICE 256   // numbers a side of it, a power of two
#define BLOCK_FRAME 0
#define BLOCK_MODEL 1
#define BLOCK_CLIPS 2
#define BLOCK_PALETTE 3
#define STORAGE_UNITS 0  // shader storage, GL 4.3: the 64 bytes a unit
#define STORAGE_STATES 0  // the 48 bytes
#define STORAGE_SHOWN 1   // the same, where they are worked out
#define STORAGE_MESH 1
#define STORAGE_USED 2
#define STORAGE_POSED 3
#define STORAGE_INDICES 4
#define STORAGE_NEAR 4         // a unit: his index, his slot; what select_near.comp lists, where skin.comp reads it
#define STORAGE_NEAR_PASSES 5  // likewise
#define PH_STATE_THREADS 128
#define PH_SKIN_THREADS 128  // of technique `compute`, a unit

// --- The choice of units by compute shaders -------------------------------------------------------------------------
// select*.comp: units are looked at in workgroups of PH_SELECT_THREADS. There is a list a view, and of the first view one
// more: who is drawn late, because he was hidden in the frame before (occlude.comp). A bucket is one level of one list, or
// of those who are hidden, of whom there is no list: list * PH_SELECT_LEVELS + level.
#define BLOCK_SELECTION 4
#define STORAGE_BOUNDS 1    // of clips, after the errors of the levels
#define STORAGE_CHOICES 2   // a unit: 1 + level, 0 where he is not shown, four bits a list; PH_CHOICE_SEEN
#define STORAGE_TALLIES 3   // units by bucket and workgroup; then how many come before that workgroup
#define STORAGE_TOTALS 5    // units by group and bucket
#define STORAGE_PLAN 6      // what each draw command shows
#define STORAGE_COMMANDS 7
#define STORAGE_NEAR_MADE 0         // the same as STORAGE_NEAR, where they are listed
#define STORAGE_NEAR_PASSES_MADE 1  // PH_NEAR_PASSES a group: one a level, then one for all of them
#define STORAGE_NEAR_COMMANDS 2     // of the near units, then of the rest, in the order of STORAGE_COMMANDS
#define PH_NEAR_PASSES 10           // PH_SELECT_LEVELS + 1
#define PH_SELECT_THREADS 256
#define PH_SHADOW_MAPS 3    // at most
#define PH_SHADOW_SHIFT 3   // each is as wide as the one before by this power of two
#define PH_SHADOW_RIM 0.9f  // of half a map's side: from here on the next one begins to show
#define PH_SELECT_VIEWS 4   // the picture's, then the shadow maps'
#define PH_SELECT_PLANES 12
#define PH_SELECT_LEVELS 9  // at most 15: a choice has four bits
#define PH_SELECT_LISTS 5
#define PH_LATE_LIST 4u
#define PH_SELECT_ROWS 6  // lists, and who is hidden
#define PH_SELECT_BUCKETS 54
#define PH_CHOICE_SEEN 0x80000000u  // nobody hid him when the picture was last drawn

// What makes near units ready: for a draw of a rectangle a unit, as glDrawArraysIndirect reads it, and for a workgroup a
// unit, as glDispatchComputeIndirect reads it.
struct NearPass {
    uint corners;
    uint units;
    uint first_corner;
    uint first_entry;  // among all near units
    uint workgroups;   // as many as units
    uint workgroups_y;
    uint workgroups_z;
    uint unused;
};

// What an overlay shows of a surface: the colour of each vertex, the direction of the normal, its triangles as lines.
#define OVERLAY_COLORS 0
#define OVERLAY_NORMALS 1
#define OVERLAY_LINES 2

#define PH_MAX_CLIPS 512  // 16 bytes each; 16 KiB of uniform block is all that GL 3.3 promises, and half of it serves

// --- Animation texture ----------------------------------------------------------------------------------------------
// Entry = frame * joints + joint. Encodings rgba32f and rgba16f: three RGBA texels an entry, the rows of
// model_from_bind; trs: two, a quaternion, and the posed origin with the scale (src/anim/bake/encode.h). A texture row holds
// 2^shift entries, so that no entry straddles rows and the address is a shift and a mask.
#define PH_TEXELS_PER_MATRIX 3u
#define PH_TEXELS_PER_TRS 2u

PH_FN uint entryColumn(uint entry, uint shift, uint texels) { return (entry & ((1u << shift) - 1u)) * texels; }
PH_FN uint entryRow(uint entry, uint shift) { return entry >> shift; }

// --- Palettes of units ----------------------------------------------------------------------------------------------
// Technique `palette`: the rows of one unit's blended matrices lie side by side in one row of a texture of this width. The
// next unit lies beside him, and none straddles rows. A row holds 2^shift units: shaders divide by shifting.
#define PH_PALETTE_WIDTH 6144
#define PH_PALETTE_TEXELS 3u

PH_FN uint paletteColumns(uint joints) { return joints * PH_PALETTE_TEXELS; }
PH_FN uint paletteShift(uint joints) {
    uint shift = 0u;
    while ((paletteColumns(joints) << (shift + 1u)) <= uint(PH_PALETTE_WIDTH)) ++shift;
    return shift;
}

// --- Uniform blocks, std140 -----------------------------------------------------------------------------------------
PH_BLOCK(FrameBlock) {
    mat4 u_clip_from_world;
    vec4 u_shadow_right;       // world, across the sun's rays; w = half a side of the first shadow map, metres
    vec4 u_shadow_up;          // world, across the rays and the above; w: shadow_maps.glsl
    vec4 u_shadow_centers[2];  // of each map, two numbers: along u_shadow_right, along u_shadow_up, metres
    vec4 u_camera;             // world position; w = exposure
    vec4 u_sun_direction;      // world, towards the sun; w = where along it the maps' depth is 0.5, metres
    vec4 u_sun_color;          // linear; w = how many shadow maps are drawn
    vec4 u_sky_zenith;         // linear; w = fog density, 1/m
    vec4 u_sky_horizon;        // linear; fog takes this colour; w = the maps' depth, 0..1, a metre
    vec4 u_ground_color;       // linear: what the ground throws back up; w = 0: a map holds whatever lies along its rays
    uvec4 u_clock;             // x = now, ticks; y = period, z = length of one fade of the periodic crossfade, ticks
    vec4 u_path;               // x = straight, y = radius of the turns, metres; z = length of a lap; w = its heading
};

PH_BLOCK(ModelBlock) {
    vec4 u_position_scale;   // bind box: position = scale * fraction + offset, file units
    vec4 u_position_offset;
    vec4 u_uv_scale_offset;  // uv box: xy scale, zw offset
    uvec4 u_animation;       // x = joints, y = entry shift, z = clips, w = vertices
    vec4 u_bind_center;      // file units; joint matrices act on points less this, and lead to points
    vec4 u_model_center;     // less this, metres: encoding rgba16f, else zero
    vec4 u_place_offset;     // encoding trs: posed origin = offset + scale * value, metres; w: the joint's scale,
    vec4 u_place_scale;      // metres a bind unit
};

// x = first frame, y = intervals, z = 1 where it loops, w = metres a cycle at scale 1, float bits.
PH_BLOCK(ClipBlock) { uvec4 u_clips[PH_MAX_CLIPS]; };

#ifdef __cplusplus
}  // namespace phalanx::layout
#endif
#endif
