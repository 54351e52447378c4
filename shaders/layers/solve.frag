// Second pass of layered poses: the rotation of one joint after feet, aims and IK of the unit, in their order. Every texel of
// a unit solves all of them and keeps one rotation. The last texel of a unit with feet has the way of its pelvis.
#include "layouts.h"
#include "layers.h"
#include "playback.h"
#include "buffer_texture.glsl"
#include "rigid.glsl"
#include "exact_trig.glsl"
#include "rig.glsl"
#include "hierarchy.glsl"
#include "change.glsl"
#ifdef JOINT_TARGETS
#include "blend.glsl"
#endif

uniform sampler2D u_local_turns;
uniform sampler2D u_local_places;

#include "solve.glsl"

flat in int v_first_column;
flat in int v_record;
flat in float v_share;
flat in ivec2 v_local;
flat in vec4 v_placement;
flat in float v_scale;
#ifdef FEET
flat in float v_feet;
#endif
out vec4 o_turn;

vec4 g_solved[PH_RIG_SOLVED];
#ifdef FEET
vec3 g_lowered = vec3(0.0);  // the pelvis
#endif

LocalJoint localJoint(int joint) {
    ivec2 texel = v_local + ivec2(joint, 0);
    vec4 place = texelFetch(u_local_places, texel, 0);
    ivec2 link = linkOf(place);
    vec4 turn = link.y >= 0 ? g_solved[link.y] : texelFetch(u_local_turns, texel, 0);
#ifdef FEET
    if (joint == u_rig_ground.y) place.xyz += g_lowered;
#endif
    return LocalJoint(Rigid(turn, place.xyz), link);
}

#ifdef FEET
vec4 feetTexel(int number) { return texelFetch(u_local_turns, v_local + ivec2(u_rig_size.x + number, 0), 0); }

void lowerPelvis(vec3 way) { g_lowered = way; }
#endif

void setTurn(int joint, int solved, vec4 turn) { g_solved[solved] = turn; }

void main() {
    int column = int(gl_FragCoord.x) - v_first_column;
    for (int s = 0; s < u_rig_size.z; ++s)
        g_solved[s] = texelFetch(u_local_turns, v_local + ivec2(int(rigTexel(u_rig_tables.z + s).x), 0), 0);
    g_record = v_record;
    g_share = v_share;
    g_placement = v_placement;
    g_scale = v_scale;
#ifdef FEET
    g_feet = v_feet;
#endif
    solveUnit();
#ifdef FEET
    o_turn = column < u_rig_size.z ? g_solved[column] : vec4(g_lowered, 0.0);
#else
    o_turn = g_solved[column];
#endif
}
