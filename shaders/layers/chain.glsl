// IK of a chain by FABRIK: the steps of src/anim/evaluation/chain_ik.h, without limits of joints and without an early end.
// Positions are relative to the chain's root, in the axes of its parent.
struct Chain {
    int last;                    // its end
    float size;                  // length of all bones
    float lengths[PH_RIG_CHAIN];  // of bone i, from joint i to the next
    vec3 places[PH_RIG_CHAIN];
    vec3 hinge;
    vec3 across;  // perpendicular to it
    vec3 target;
    vec4 pole;  // w = 0: none
};

vec3 acrossOf(vec3 v, vec3 along) { return v - along * dot(v, along); }

vec3 perpendicularTo(vec3 v) {
    vec3 size = abs(v);
    vec3 other = size.x <= size.y && size.x <= size.z ? vec3(1.0, 0.0, 0.0)
                 : size.y <= size.z                   ? vec3(0.0, 1.0, 0.0)
                                                      : vec3(0.0, 0.0, 1.0);
    return normalize(cross(v, other));
}

// At a bone's length from a joint, in the direction of a point; `otherwise`: if that is the joint itself.
vec3 onBone(float bone, vec3 from, vec3 to, vec3 otherwise) {
    vec3 way = to - from;
    return from + normalize(dot(way, way) > 0.0 ? way : otherwise) * bone;
}

void bendIfStraight(inout Chain chain) {
    float least = PH_CHAIN_STRAIGHT * chain.size;
    vec3 line = chain.target;
    if (length(line) <= least) line = chain.places[chain.last];
    if (length(line) <= least) return;
    float away = length(chain.target);
    vec3 along = normalize(line);
    for (int i = 1; i <= chain.last; ++i) {
        if (length(acrossOf(chain.places[i], along)) > least) return;
    }
    vec3 side = acrossOf(chain.pole.w > 0.0 ? chain.pole.xyz : cross(chain.hinge, along), along);
    float unit = chain.pole.w > 0.0 ? chain.size : 1.0;
    side = length(side) > kStraight * unit ? normalize(side) : perpendicularTo(along);
    side *= PH_CHAIN_BEND * sqrt(max(0.0, (chain.size - away) * (chain.size + away)));
    float passed = 0.0;
    for (int i = 0; i < chain.last; ++i) {
        passed += chain.lengths[i] / chain.size;
        // The joints after this one are still as before.
        vec3 bent = chain.places[i + 1] + side * (4.0 * passed * (1.0 - passed));
        chain.places[i + 1] = onBone(chain.lengths[i], chain.places[i], bent, chain.across);
    }
}

// From the end to the root with the end at the target, then back with the root in its place.
void roundOfFabrik(inout Chain chain) {
    chain.places[chain.last] = chain.target;
    for (int i = chain.last - 1; i >= 1; --i)
        chain.places[i] = onBone(chain.lengths[i], chain.places[i + 1], chain.places[i], chain.across);
    for (int i = 0; i < chain.last; ++i)
        chain.places[i + 1] = onBone(chain.lengths[i], chain.places[i], chain.places[i + 1], chain.across);
}

// The turn about the line from root to end that brings the bend to the pole's side.
vec4 turnToPole(Chain chain) {
    vec4 none = vec4(0.0, 0.0, 0.0, 1.0);
    vec3 line = chain.places[chain.last];
    if (chain.pole.w == 0.0 || length(line) <= kStraight * chain.size) return none;
    vec3 along = normalize(line);
    vec3 bend = vec3(0.0);
    for (int i = 1; i < chain.last; ++i) bend += acrossOf(chain.places[i], along);
    vec3 side = acrossOf(chain.pole.xyz, along);
    if (length(bend) <= kStraight * chain.size || dot(side, side) == 0.0) return none;
    vec2 twist = vec2(dot(bend, side), dot(cross(bend, side), along));
    vec2 half_twist = halfAngle(twist / length(twist));
    return vec4(along * (twist.y < 0.0 ? -half_twist.y : half_twist.y), half_twist.x);
}

// target.w: weight. The chain leads from joint `end` over its parents.
void solveChain(int end, int count, int rounds, vec3 rest_hinge, vec4 target, vec4 pole) {
    Chain chain;
    chain.last = count - 1;
    int numbers[PH_RIG_CHAIN];
    LocalJoint locals[PH_RIG_CHAIN];
    int joint = end;
    for (int i = chain.last; i >= 0; --i) {
        numbers[i] = joint;
        locals[i] = localJoint(joint);
        joint = locals[i].link.x;
    }
    Rigid parent = modelOf(joint);
    vec3 root = parent.place + turned(parent.turn, locals[0].local.place);
    chain.target = turned(turnBack(parent.turn), target.xyz - root);
    chain.pole = vec4(turned(turnBack(parent.turn), pole.xyz - root), pole.w);
    vec4 turn = locals[0].local.turn;
    chain.size = 0.0;
    chain.places[0] = vec3(0.0);
    for (int i = 0; i < chain.last; ++i) {
        vec3 bone = locals[i + 1].local.place;
        chain.lengths[i] = length(bone);
        chain.size += chain.lengths[i];
        chain.places[i + 1] = chain.places[i] + turned(turn, bone);
        turn = turnProduct(turn, locals[i + 1].local.turn);
        if (i == 0) chain.hinge = turned(turn, rest_hinge);
    }

    chain.across = perpendicularTo(chain.hinge);

    float away = length(chain.target);
    if (away >= chain.size) {
        // Straight, if all bones together are too short; a chain without length stays as it is.
        for (int i = 0; i < chain.last && away > 0.0; ++i)
            chain.places[i + 1] = chain.places[i] + chain.target * (chain.lengths[i] / away);
    } else {
        bendIfStraight(chain);
        for (int round = 0; round < rounds; ++round) roundOfFabrik(chain);
    }

    turn = vec4(0.0, 0.0, 0.0, 1.0);  // of the joint above
    for (int i = 0; i < chain.last; ++i) {
        vec4 before = locals[i].local.turn;
        vec4 after = before;
        if (chain.lengths[i] > 0.0) {
            vec3 bone = turned(turnBack(turn), chain.places[i + 1] - chain.places[i]);
            vec4 shortest = shortestTurn(turned(before, locals[i + 1].local.place), bone,
                                         turned(turnBack(turn), chain.hinge));
            after = normalize(turnProduct(shortest, before));
        }
        turn = turnProduct(turn, after);
        if (i == 0) after = normalize(turnProduct(turnToPole(chain), after));
        if (target.w < 1.0) after = blendedTurn(before, after, target.w);
        setTurn(numbers[i], locals[i].link.y, after);
    }
}
