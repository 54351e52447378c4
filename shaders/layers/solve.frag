// Second pass of layered poses: the rotation of one joint after all aims and IK of the unit, in their order. Every texel of
// a unit solves all of them and keeps one rotation. The steps are those of src/anim/layers/aim.h and two_bone_ik.h.
#include "layouts.h"
#include "layers.h"
#include "playback.h"
#include "buffer_texture.glsl"
#include "rigid.glsl"
#include "exact_trig.glsl"
#include "rig.glsl"

uniform BUFFER_USAMPLER u_records;
uniform sampler2D u_local_turns;
uniform sampler2D u_local_places;
uniform BUFFER_USAMPLER u_target_units;

flat in int v_first_column;
flat in int v_record;
flat in ivec2 v_local;
flat in vec4 v_placement;
flat in float v_scale;
out vec4 o_turn;

vec4 g_solved[PH_RIG_SOLVED];

ivec2 parentAndSolved(int joint) { return ivec2(rigTexel(2 * joint + 1).xy); }

Rigid localOf(int joint, int solved) {
    ivec2 texel = v_local + ivec2(joint, 0);
    return Rigid(solved >= 0 ? g_solved[solved] : texelFetch(u_local_turns, texel, 0),
                 texelFetch(u_local_places, texel, 0).xyz);
}

// model_from_joint; of joint -1: the identity.
Rigid modelOf(int joint) {
    Rigid result = Rigid(vec4(0.0, 0.0, 0.0, 1.0), vec3(0.0));
    while (joint >= 0) {
        ivec2 texel = v_local + ivec2(joint, 0);
        vec4 place = texelFetch(u_local_places, texel, 0);
        ivec2 link = linkOf(place);
        vec4 turn = link.y >= 0 ? g_solved[link.y] : texelFetch(u_local_turns, texel, 0);
        result = rigidProduct(Rigid(turn, place.xyz), result);
        joint = link.x;
    }
    return result;
}

// Turns a joint, and all that follows it, by a rotation in model space.
void turnJoint(int joint, vec4 turn) {
    ivec2 link = parentAndSolved(joint);
    vec4 parent = modelOf(link.x).turn;
    vec4 in_parent = turnProduct(turnBack(parent), turnProduct(turn, parent));
    g_solved[link.y] = normalize(turnProduct(in_parent, g_solved[link.y]));
}

// x = from +Z towards +X, y = above the horizontal plane; radians.
vec2 headingOf(vec3 direction) {
    return vec2(exactAtan(direction.x, direction.z), exactAtan(direction.y, length(direction.xz)));
}

vec3 directionOf(vec2 heading) {
    vec2 sideways = exactSineCosine(heading.x);
    vec2 up = exactSineCosine(heading.y);
    return vec3(up.y * sideways.x, up.x, up.y * sideways.y);
}

float wrapped(float angle) { return angle - 2.0 * kPi * floor(angle * (0.5 / kPi) + 0.5); }

// How much of the roll of the shortest turn is taken out: all up to 45 degrees of steepness, none from 75.
float uprightness(float up) {
    float steep = clamp((abs(up) - kPi / 4.0) * (6.0 / kPi), 0.0, 1.0);
    return 1.0 - steep * steep * (3.0 - 2.0 * steep);
}

vec4 turnBetween(vec2 from, vec2 to) {
    vec4 upright = turnProduct(turnAbout(vec3(0.0, 1.0, 0.0), to.x),
                               turnProduct(turnAbout(vec3(1.0, 0.0, 0.0), from.y - to.y),
                                           turnAbout(vec3(0.0, 1.0, 0.0), -from.x)));
    float keep = uprightness(from.y);
    if (keep == 1.0) return upright;
    vec3 wanted = directionOf(to);
    vec4 shortest = shortestTurn(directionOf(from), wanted, vec3(1.0, 0.0, 0.0));
    vec4 roll = onSideOf(turnProduct(upright, turnBack(shortest)), vec4(0.0, 0.0, 0.0, 1.0));
    float angle = 2.0 * exactAtan(dot(roll.xyz, wanted), roll.w);
    return turnProduct(turnAbout(wanted, keep * angle), shortest);
}

// A rotation as axis and angle, 0..pi.
vec4 axisAngle(vec4 turn) {
    turn = onSideOf(turn, vec4(0.0, 0.0, 0.0, 1.0));
    float sine = length(turn.xyz);
    if (sine == 0.0) return vec4(1.0, 0.0, 0.0, 0.0);
    return vec4(turn.xyz / sine, 2.0 * exactAtan(sine, turn.w));
}

vec3 inModel(vec3 target, uvec4 kind) {
    if (kind.x == PH_TARGET_IN_MODEL) return target;
    if (kind.x == PH_TARGET_IS_UNIT) {
        int first = int(kind.y) * (PH_STATE_BYTES / 16);
        float scale = uintBitsToFloat(fetchBuffer(u_target_units, first + 2).y);
        target = uintBitsToFloat(fetchBuffer(u_target_units, first)).xyz + scale * target;
    }
    vec3 away = (target - v_placement.xyz) / v_scale;
    vec2 facing = exactSineCosine(wrapped(v_placement.w));
    return vec3(facing.y * away.x - facing.x * away.z, away.y, facing.x * away.x + facing.y * away.z);
}

void aim(int number) {
    vec4 wish = uintBitsToFloat(fetchBuffer(u_records, v_record + PH_RECORD_AIMS + 2 * number));
    float weight = wish.w;
    if (weight <= 0.0) return;
    vec3 target = inModel(wish.xyz, fetchBuffer(u_records, v_record + PH_RECORD_AIMS + 2 * number + 1));
    int table = u_rig_tables.w + PH_RIG_AIM_TEXELS * number;
    vec4 axis_joint = rigTexel(table);
    vec4 limits = rigTexel(table + 1);
    int count = int(limits.z);
    int chain[PH_RIG_CHAIN];
    for (int i = 0; i < PH_RIG_CHAIN; ++i) chain[i] = int(rigTexel(table + 2 + i / 4)[i & 3]);

    // Each joint of the chain turns by the same step in model space, so that the bone after joint i has been turned by
    // i + 1 steps about one axis.
    Rigid joint = modelOf(int(axis_joint.w));
    vec3 axis = turned(joint.turn, axis_joint.xyz);
    vec3 root = joint.place;
    vec3 bones[PH_RIG_CHAIN];
    vec3 end = joint.place;
    for (int i = count - 1; i >= 0; --i) {
        root = modelOf(chain[i]).place;
        bones[i] = end - root;
        end = root;
    }
    vec2 from = headingOf(axis);
    vec2 most = limits.xy;
    vec3 to_target = target - joint.place;
    vec2 goal = from;
    if (dot(to_target, to_target) > 0.0) goal = headingOf(to_target);
    goal = clamp(goal, -most, most);
    vec4 whole = axisAngle(turnBetween(from, goal));
    // A target right behind the unit may be at either limit in turn. The first turn is computed above.
    for (int round = 1; round < PH_AIM_ROUNDS; ++round) {
        vec3 place = root;
        for (int i = 0; i < count; ++i)
            place += turned(turnAbout(whole.xyz, whole.w * (float(i + 1) / float(count))), bones[i]);
        vec2 now = headingOf(turned(turnAbout(whole.xyz, whole.w), axis));
        vec2 wanted = now;
        to_target = target - place;
        if (dot(to_target, to_target) > 0.0) wanted = headingOf(to_target);
        wanted = clamp(wanted, -most, most);
        vec2 off = vec2(wrapped(wanted.x - now.x), wanted.y - now.y);
        if (abs(off.x) + abs(off.y) < 5e-7) break;
        goal = vec2(wrapped(goal.x + off.x), goal.y + off.y);
        whole = axisAngle(turnBetween(from, goal));
    }
    vec4 turn = turnAbout(whole.xyz, whole.w * weight / float(count));
    for (int i = 0; i < count; ++i) turnJoint(chain[i], turn);
}

// Sine below which a limb counts as straight: cross products of floats have no direction there.
const float kStraight = 1e-6;

// Half the angle whose cosine and sine (x, y) are those of a triangle's corner: its cosine and sine, 0..pi/2.
vec2 halfAngle(vec2 corner) {
    return normalize(corner.x < 0.0 ? vec2(abs(corner.y), 1.0 - corner.x) : vec2(1.0 + corner.x, abs(corner.y)));
}

// In the joints' own spaces, where bones are as long as limbs and not as far as the limb is from the model's origin:
// rounding errors are a tenth. upper, middle: numbers among the solved joints.
void reach(ivec3 limb, int upper, int middle, vec3 rest_hinge, vec3 target, vec4 pole) {
    vec3 bone = localOf(limb.y, middle).place;  // in the upper joint's space
    vec3 down = localOf(limb.z, -1).place;      // in the middle joint's space
    vec3 up = -turned(turnBack(g_solved[middle]), bone);
    float a = length(up);
    float b = length(down);
    if (a == 0.0 || b == 0.0) return;
    vec3 normal = cross(up, down);
    vec3 hinge = normal;
    if (length(normal) <= kStraight * a * b) hinge = rest_hinge - down * (dot(rest_hinge, down) / (b * b));
    hinge = normalize(hinge);
    vec3 hinge_of_upper = turned(g_solved[middle], hinge);

    Rigid parent = modelOf(parentAndSolved(limb.x).x);
    Rigid whole = rigidProduct(parent, localOf(limb.x, upper));
    vec3 line = turned(turnBack(whole.turn), target - whole.place);
    float wanted = clamp(length(line), abs(a - b), a + b);
    // Law of cosines by half angles: sine^2 and cosine^2 of half the wanted angle at the middle joint, which stay exact
    // for limbs that are almost straight.
    float sine = sqrt(max(0.0, (wanted - (a - b)) * (wanted + (a - b))));
    float cosine = sqrt(max(0.0, (a + b - wanted) * (a + b + wanted)));
    vec2 bent = normalize(vec2(cosine, sine));
    vec2 before = halfAngle(vec2(dot(up, down), dot(normal, hinge)) / (a * b));
    vec4 bend = vec4(hinge * (bent.y * before.x - bent.x * before.y), bent.x * before.x + bent.y * before.y);
    g_solved[middle] = normalize(turnProduct(g_solved[middle], bend));

    vec3 now = bone + turned(g_solved[middle], down);
    if (dot(line, line) == 0.0 || dot(now, now) == 0.0) return;
    g_solved[upper] = normalize(turnProduct(g_solved[upper], shortestTurn(now, line, hinge_of_upper)));

    // The distance of the middle joint from the line: the triangle's area by Heron.
    if (pole.w == 0.0 || cosine * sine <= 2.0 * kStraight * a * wanted) return;
    whole = rigidProduct(parent, localOf(limb.x, upper));
    vec3 along = normalize(now);
    vec3 side = turned(turnBack(whole.turn), pole.xyz - whole.place);
    side -= along * dot(side, along);
    if (dot(side, side) == 0.0) return;
    vec3 bend_side = cross(hinge_of_upper, along);
    vec2 twist = vec2(dot(bend_side, side), dot(cross(bend_side, side), along)) / length(side);
    vec2 half_twist = halfAngle(twist);
    if (twist.y < 0.0) half_twist.y = -half_twist.y;
    g_solved[upper] = normalize(turnProduct(g_solved[upper], vec4(along * half_twist.y, half_twist.x)));
}

void solveLimb(int number) {
    vec4 target = uintBitsToFloat(fetchBuffer(u_records, v_record + PH_RECORD_IKS + 2 * number));
    if (target.w <= 0.0) return;
    vec4 pole = uintBitsToFloat(fetchBuffer(u_records, v_record + PH_RECORD_IKS + 2 * number + 1));
    int table = u_rig_tables.w + PH_RIG_AIM_TEXELS * u_rig_solvers.x + PH_RIG_IK_TEXELS * number;
    ivec3 limb = ivec3(rigTexel(table).xyz);
    int upper = parentAndSolved(limb.x).y;
    int middle = parentAndSolved(limb.y).y;
    vec4 upper_before = g_solved[upper];
    vec4 middle_before = g_solved[middle];
    reach(limb, upper, middle, rigTexel(table + 1).xyz, target.xyz, pole);
    if (target.w >= 1.0) return;
    g_solved[upper] = blendedTurn(upper_before, g_solved[upper], target.w);
    g_solved[middle] = blendedTurn(middle_before, g_solved[middle], target.w);
}

void main() {
    int column = int(gl_FragCoord.x) - v_first_column;
    for (int s = 0; s < u_rig_size.z; ++s)
        g_solved[s] = texelFetch(u_local_turns, v_local + ivec2(int(rigTexel(u_rig_tables.z + s).x), 0), 0);
    for (int i = 0; i < u_rig_solvers.x; ++i) aim(i);
    for (int i = 0; i < u_rig_solvers.y; ++i) solveLimb(i);
    o_turn = g_solved[column];
}
