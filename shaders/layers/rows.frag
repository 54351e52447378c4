// Third pass of layered poses: one row of a joint's matrix, from the product of the local transforms of its ancestors. It
// writes the palettes that technique `palette` reads.
#include "layouts.h"
#include "layers.h"
#include "rigid.glsl"
#include "rig.glsl"

uniform sampler2D u_local_turns;
uniform sampler2D u_local_places;
uniform sampler2D u_solved_turns;

flat in int v_first_column;
flat in ivec2 v_local;
flat in ivec2 v_solved;
out vec4 o_row;

void main() {
    int column = int(gl_FragCoord.x) - v_first_column;
    int entry = column / int(PH_PALETTE_TEXELS);
    int row = column - entry * int(PH_PALETTE_TEXELS);
    int skin = u_rig_tables.x + 4 * entry;

    int joint = int(rigTexel(skin + 3).x);
    Rigid model = Rigid(vec4(0.0, 0.0, 0.0, 1.0), vec3(0.0));
    while (joint >= 0) {
        ivec2 texel = v_local + ivec2(joint, 0);
        vec4 place = texelFetch(u_local_places, texel, 0);
        ivec2 link = linkOf(place);
        vec4 turn = link.y >= 0 ? texelFetch(u_solved_turns, v_solved + ivec2(link.y, 0), 0)
                                : texelFetch(u_local_turns, texel, 0);
        model = rigidProduct(Rigid(turn, place.xyz), model);
        joint = link.x;
    }
    model.turn = normalize(model.turn);

    // A row of a rotation is a unit vector turned back.
    vec3 unit = vec3(row == 0 ? 1.0 : 0.0, row == 1 ? 1.0 : 0.0, row == 2 ? 1.0 : 0.0);
    vec3 r = turned(turnBack(model.turn), unit);
    vec4 result = r.x * rigTexel(skin) + r.y * rigTexel(skin + 1) + r.z * rigTexel(skin + 2);
    result.w += dot(unit, model.place);
    // As the animation texture of this encoding stores rows: relative to two centres.
    result.w += dot(result.xyz, u_bind_center.xyz) - dot(unit, u_model_center.xyz);
    o_row = result;
}
