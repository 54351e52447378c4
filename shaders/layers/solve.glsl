// Feet, aims and IK of a unit. The steps are those of src/anim/evaluation/aim.h, two_bone_ik.h and chain_ik.h. Whoever includes this includes
// change.glsl, sets the unit and provides setTurn(), which changes a joint's rotation and has its number among the solved joints.
// IK_TARGETS: targets of IK are of all kinds, not only points of model space. JOINT_TARGETS: targets may be joints of other
// units; whoever includes this includes blend.glsl then, and u_records has the records of all units.
uniform BUFFER_USAMPLER u_target_units;

int g_record;      // first texel of the unit's record
float g_share;     // Change::share of its change
vec4 g_placement;  // as S_PLACEMENT
float g_scale;

void setTurn(int joint, int solved, vec4 turn);

// Turns a joint, and all that follows it, by a rotation in model space.
void turnJoint(int joint, vec4 turn) {
    LocalJoint each = localJoint(joint);
    vec4 parent = modelOf(each.link.x).turn;
    vec4 in_parent = turnProduct(turnBack(parent), turnProduct(turn, parent));
    setTurn(joint, each.link.y, normalize(turnProduct(in_parent, each.local.turn)));
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

#ifdef JOINT_TARGETS
// Where clips put a joint of a unit, in its model space: before feet, aims and IK.
vec3 placeByClips(int joint, int record) {
    Change change = changeOf(record);
    vec3 place = vec3(0.0);
    while (joint >= 0) {
        Rigid local = blendedJoint(joint, record, change);
        place = local.place + turned(local.turn, place);
        joint = int(rigTexel(2 * joint + 1).x);
    }
    return place;
}
#endif

// kind: of TargetKinds; own: the joint that reaches for the target.
vec3 inModel(vec3 target, uint kind, int own) {
    if (targetKind(kind) == PH_TARGET_IN_MODEL) return target;
    // From the unit's own place, in the axes of the world.
    vec3 away = target - g_placement.xyz;
    if (targetIsOfUnit(kind)) {
        int place = int(targetPlace(kind));
        int first = place * (PH_STATE_BYTES / 16);
        vec4 placement = uintBitsToFloat(fetchBuffer(u_target_units, first));
        float scale = uintBitsToFloat(fetchBuffer(u_target_units, first + 2).y);
        vec3 above = target;
#ifdef JOINT_TARGETS
        if (targetKind(kind) == PH_TARGET_IS_JOINT) {
            vec3 joint = placeByClips(int(target.x), place * PH_RECORD_TEXELS);
            vec2 ahead = exactSineCosine(wrapped(placement.w));
            above = vec3(ahead.y * joint.x + ahead.x * joint.z, joint.y, ahead.y * joint.z - ahead.x * joint.x);
        }
#endif
        away = placement.xyz - g_placement.xyz + scale * above;
    }
    away /= g_scale;
    vec2 facing = exactSineCosine(wrapped(g_placement.w));
    vec3 result = vec3(facing.y * away.x - facing.x * away.z, away.y, facing.x * away.x + facing.y * away.z);
#ifdef JOINT_TARGETS
    if (targetKind(kind) == PH_TARGET_IS_JOINT && target.y < 1.0)
        result = mix(placeByClips(own, g_record), result, target.y);
#endif
    return result;
}

// A target in model space, w = weight. first: its texel in the record; kinds: of its kinds; own: as inModel().
vec4 targetOf(int first, int kinds, int number, int own) {
    uvec4 of_two = fetchBuffer(u_records, g_record + kinds + number / 2);
    uvec2 kind = (number & 1) == 0 ? of_two.xy : of_two.zw;
    vec4 before = uintBitsToFloat(fetchBuffer(u_records, first));
    vec4 after = uintBitsToFloat(fetchBuffer(u_records, first + 1));
    float weight = mix(before.w, after.w, g_share);
    if (weight <= 0.0) return vec4(0.0);
    vec3 target = vec3(0.0);
    if (g_share > 0.0) target = inModel(after.xyz, kind.y, own);
    if (g_share < 1.0) target = mix(inModel(before.xyz, kind.x, own), target, g_share);
    return vec4(target, weight);
}

void aim(int number) {
    // An aim needs no joint of its own: it has no share.
    vec4 wanted = targetOf(g_record + PH_RECORD_AIMS + 2 * number, PH_RECORD_AIM_KINDS, number, -1);
    float weight = wanted.w;
    if (weight <= 0.0) return;
    vec3 target = wanted.xyz;
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

struct Limb {
    LocalJoint upper;
    LocalJoint middle;
    vec3 end;  // in the middle joint's space
};
struct LimbTurns {
    vec4 upper;
    vec4 middle;
};

// In the joints' own spaces, where bones are as long as limbs and not as far as the limb is from the model's origin:
// rounding errors are a tenth. Returns the rotations of the upper and the middle joint, both in their parents' spaces.
LimbTurns reach(Limb limb, vec3 rest_hinge, vec3 target, vec4 pole) {
    LimbTurns turns = LimbTurns(limb.upper.local.turn, limb.middle.local.turn);
    vec3 bone = limb.middle.local.place;  // in the upper joint's space
    vec3 down = limb.end;                 // in the middle joint's space
    vec3 up = -turned(turnBack(turns.middle), bone);
    float a = length(up);
    float b = length(down);
    if (a == 0.0 || b == 0.0) return turns;
    vec3 normal = cross(up, down);
    vec3 hinge = normal;
    if (length(normal) <= kStraight * a * b) hinge = rest_hinge - down * (dot(rest_hinge, down) / (b * b));
    hinge = normalize(hinge);
    vec3 hinge_of_upper = turned(turns.middle, hinge);

    Rigid parent = modelOf(limb.upper.link.x);
    Rigid whole = rigidProduct(parent, limb.upper.local);
    vec3 line = turned(turnBack(whole.turn), target - whole.place);
    float wanted = clamp(length(line), abs(a - b), a + b);
    // Law of cosines by half angles: sine^2 and cosine^2 of half the wanted angle at the middle joint, which stay exact
    // for limbs that are almost straight.
    float sine = sqrt(max(0.0, (wanted - (a - b)) * (wanted + (a - b))));
    float cosine = sqrt(max(0.0, (a + b - wanted) * (a + b + wanted)));
    vec2 bent = normalize(vec2(cosine, sine));
    vec2 before = halfAngle(vec2(dot(up, down), dot(normal, hinge)) / (a * b));
    vec4 bend = vec4(hinge * (bent.y * before.x - bent.x * before.y), bent.x * before.x + bent.y * before.y);
    turns.middle = normalize(turnProduct(turns.middle, bend));

    vec3 now = bone + turned(turns.middle, down);
    if (dot(line, line) == 0.0 || dot(now, now) == 0.0) return turns;
    turns.upper = normalize(turnProduct(turns.upper, shortestTurn(now, line, hinge_of_upper)));

    // The distance of the middle joint from the line: the triangle's area by Heron.
    if (pole.w == 0.0 || cosine * sine <= 2.0 * kStraight * a * wanted) return turns;
    whole = rigidProduct(parent, Rigid(turns.upper, limb.upper.local.place));
    vec3 along = normalize(now);
    vec3 side = turned(turnBack(whole.turn), pole.xyz - whole.place);
    side -= along * dot(side, along);
    if (dot(side, side) == 0.0) return turns;
    vec3 bend_side = cross(hinge_of_upper, along);
    vec2 twist = vec2(dot(bend_side, side), dot(cross(bend_side, side), along)) / length(side);
    vec2 half_twist = halfAngle(twist);
    if (twist.y < 0.0) half_twist.y = -half_twist.y;
    turns.upper = normalize(turnProduct(turns.upper, vec4(along * half_twist.y, half_twist.x)));
    return turns;
}

#ifdef CHAINS
#include "chain.glsl"
#endif

void solveLimb(int number) {
    int first = g_record + PH_RECORD_IKS + 2 * number;
    int table = u_rig_tables.w + PH_RIG_AIM_TEXELS * u_rig_solvers.x + PH_RIG_IK_TEXELS * number;
#ifdef IK_TARGETS
    ivec4 joints = ivec4(rigTexel(table));  // w: rounds
    vec4 target = targetOf(first, PH_RECORD_IK_KINDS, number, joints.z);
    if (target.w <= 0.0) return;
#else
    vec4 target = mix(uintBitsToFloat(fetchBuffer(u_records, first)),
                      uintBitsToFloat(fetchBuffer(u_records, first + 1)), g_share);
    if (target.w <= 0.0) return;
    ivec4 joints = ivec4(rigTexel(table));
#endif
    vec4 pole = uintBitsToFloat(fetchBuffer(u_records, g_record + PH_RECORD_POLES + number));
    vec4 hinge_count = rigTexel(table + 1);
#ifdef CHAINS
    if (joints.w > 0) {
        solveChain(joints.z, int(hinge_count.w), joints.w, hinge_count.xyz, target, pole);
        return;
    }
#endif
    Limb limb = Limb(localJoint(joints.x), localJoint(joints.y), localJoint(joints.z).local.place);
    LimbTurns turns = reach(limb, hinge_count.xyz, target.xyz, pole);
    if (target.w < 1.0) {
        turns.upper = blendedTurn(limb.upper.local.turn, turns.upper, target.w);
        turns.middle = blendedTurn(limb.middle.local.turn, turns.middle, target.w);
    }
    setTurn(joints.x, limb.upper.link.y, turns.upper);
    setTurn(joints.y, limb.middle.link.y, turns.middle);
}

#ifdef FEET
#include "feet.glsl"
#endif

// All of the unit, in their order. FEET_ONLY: it has neither aims nor IK, and drivers build the program in less time.
void solveUnit() {
#ifdef FEET
    plantFeet();
#endif
#ifndef FEET_ONLY
    for (int i = 0; i < u_rig_solvers.x; ++i) aim(i);
    for (int i = 0; i < u_rig_solvers.y; ++i) solveLimb(i);
#endif
}
