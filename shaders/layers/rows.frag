// Third pass of layered poses: one row of a joint's matrix, from the product of the local transforms of its ancestors. It
// writes the palettes that technique `palette` reads.
#include "layouts.h"
#include "layers.h"
#include "playback.h"
#include "buffer_texture.glsl"
#include "rigid.glsl"
#include "rig.glsl"
#include "hierarchy.glsl"
#include "rows.glsl"
#include "own_rows.glsl"
#ifdef BLENDS_IN_ROWS
#include "exact_trig.glsl"
#include "change.glsl"
#include "blend.glsl"
#include "mistaken_rows.glsl"
#endif

uniform sampler2D u_local_turns;
uniform sampler2D u_local_places;
uniform sampler2D u_solved_turns;

flat in int v_first_column;
flat in ivec2 v_local;
flat in ivec2 v_solved;
#if defined(OWN_FRAMES) || (defined(BLENDS_IN_ROWS) && defined(UNIT_CLIPS))
flat in uvec4 v_unit_frames;
#endif
#ifdef BLENDS_IN_ROWS
flat in int v_record;
flat in float v_share;
flat in uint v_step;
#ifdef UNIT_CLIPS
flat in float v_unit_weight;
#endif
#endif
out vec4 o_row;

LocalJoint localJoint(int joint) {
    ivec2 texel = v_local + ivec2(joint, 0);
    vec4 place = texelFetch(u_local_places, texel, 0);
    ivec2 link = linkOf(place);
    vec4 turn = link.y >= 0 ? texelFetch(u_solved_turns, v_solved + ivec2(link.y, 0), 0)
                            : texelFetch(u_local_turns, texel, 0);
#ifdef FEET
    if (joint == u_rig_ground.y) place.xyz += texelFetch(u_solved_turns, v_solved + ivec2(u_rig_size.z, 0), 0).xyz;
#endif
    Rigid local = Rigid(turn, place.xyz);
#ifdef MISTAKE_AIM_BEFORE_LAYERS
    local = blendedOver(local, kLocalOperators, joint, v_record, Change(v_share, v_step));
#endif
    return LocalJoint(local, link);
}

void main() {
#if defined(BLENDS_IN_ROWS) && defined(UNIT_CLIPS)
    g_unit_frames = v_unit_frames;
    g_unit_weight = v_unit_weight;
#endif
    int column = int(gl_FragCoord.x) - v_first_column;
    int entry = column / int(PH_PALETTE_TEXELS);
#ifdef OWN_FRAMES
    if (showsOwnFrame(v_unit_frames)) {
        o_row = ownRow(v_unit_frames, entry, column - entry * int(PH_PALETTE_TEXELS));
        return;
    }
#endif
    int skin = u_rig_tables.x + 4 * entry;
    int joint = int(rigTexel(skin + 3).x);
    Rigid model = modelOf(joint);
    model.turn = normalize(model.turn);
    int row = column - entry * int(PH_PALETTE_TEXELS);
#ifdef BLENDS_IN_ROWS
    o_row = mistakenRow(skin, model, row, joint, v_record, Change(v_share, v_step));
#else
    o_row = paletteRow(skin, model, row);
#endif
}
