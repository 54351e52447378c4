// First pass of layered poses: the local transform of one joint, or behind the joints what the feet want.
#include "layouts.h"
#include "layers.h"
#include "playback.h"
#include "buffer_texture.glsl"
#include "rigid.glsl"
#include "rig.glsl"
#include "change.glsl"
#ifdef MISTAKE_CHAINED_SLERPS
#include "exact_trig.glsl"
#endif
#include "blend.glsl"
#include "own_rows.glsl"
#ifdef FEET
#include "feet_wanted.glsl"
#endif

flat in int v_first_column;
flat in int v_record;
flat in float v_share;
flat in uint v_step;
#ifdef UNIT_CLIPS
flat in uvec4 v_unit_frames;
flat in float v_unit_weight;
#endif
layout(location = 0) out vec4 o_turn;
layout(location = 1) out vec4 o_place;

void main() {
#ifdef UNIT_CLIPS
    g_unit_frames = v_unit_frames;
#ifdef OWN_FRAMES
    if (showsOwnFrame(v_unit_frames)) g_unit_frames = uvec4(0u);  // what the pass makes is not shown
#endif
    g_unit_weight = v_unit_weight;
#endif
    int joint = int(gl_FragCoord.x) - v_first_column;
#ifdef FEET
    if (joint >= u_rig_size.x) {
        o_turn = feetWanted(joint - u_rig_size.x, v_record, Change(v_share, v_step));
        o_place = vec4(0.0);
        return;
    }
#endif
    Rigid local = blendedJoint(joint, v_record, Change(v_share, v_step));
    o_turn = local.turn;
    o_place = vec4(local.place, packedLink(rigTexel(2 * joint + 1).xy));
}
