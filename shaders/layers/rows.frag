// Third pass of layered poses: one row of a joint's matrix, from the product of the local transforms of its ancestors. It
// writes the palettes that technique `palette` reads.
#include "layouts.h"
#include "layers.h"
#include "rigid.glsl"
#include "rig.glsl"
#include "hierarchy.glsl"
#include "rows.glsl"

uniform sampler2D u_local_turns;
uniform sampler2D u_local_places;
uniform sampler2D u_solved_turns;

flat in int v_first_column;
flat in ivec2 v_local;
flat in ivec2 v_solved;
out vec4 o_row;

LocalJoint localJoint(int joint) {
    ivec2 texel = v_local + ivec2(joint, 0);
    vec4 place = texelFetch(u_local_places, texel, 0);
    ivec2 link = linkOf(place);
    vec4 turn = link.y >= 0 ? texelFetch(u_solved_turns, v_solved + ivec2(link.y, 0), 0)
                            : texelFetch(u_local_turns, texel, 0);
    return LocalJoint(Rigid(turn, place.xyz), link);
}

void main() {
    int column = int(gl_FragCoord.x) - v_first_column;
    int entry = column / int(PH_PALETTE_TEXELS);
    int skin = u_rig_tables.x + 4 * entry;
    Rigid model = modelOf(int(rigTexel(skin + 3).x));
    model.turn = normalize(model.turn);
    o_row = paletteRow(skin, model, column - entry * int(PH_PALETTE_TEXELS));
}
