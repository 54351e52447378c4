// A row of a joint's matrix in a frame that a single unit shows.
#include "layouts.h"
#include "layers.h"
#include "rigid.glsl"
#include "rig.glsl"
#include "hierarchy.glsl"
#include "rows.glsl"
#include "own_pose.glsl"

uniform float u_own_step;  // metres

flat in int v_pose;
flat in int v_entry;
flat in int v_row;
out vec4 o_row;

LocalJoint localJoint(int joint) {
    vec4 place = rigTexel(2 * joint);
    int track = int(place.w);
    if (track >= 0) place.xyz = u_own_step * ownTexel(v_pose, u_own_joints + track).xyz;
    vec4 turn = normalize(ownTexel(v_pose, joint));
    return LocalJoint(Rigid(turn, place.xyz), ivec2(rigTexel(2 * joint + 1).xy));
}

void main() {
    int skin = u_rig_tables.x + 4 * v_entry;
    Rigid model = modelOf(int(rigTexel(skin + 3).x));
    model.turn = normalize(model.turn);
    o_row = paletteRow(skin, model, v_row);
}
