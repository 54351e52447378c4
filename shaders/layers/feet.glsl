// Puts the feet of a unit on the ground. The steps are those of src/anim/evaluation/plant_feet.h and src/anim/feet/foot_goal.h.
// Whoever includes this includes solve.glsl's limbs, sets the unit and provides feetTexel() and lowerPelvis().
// TERRAIN: the army stands on hills. MISTAKE_*: see src/anim/rig/layer_mistakes.h.
#ifdef TERRAIN
#include "height_grid.h"
#endif

float g_feet;  // weight of the ground, 0..1

// As feetWanted().
vec4 feetTexel(int number);
// way: in the space of the pelvis' parent.
void lowerPelvis(vec3 way);

struct Ground {
    float height;  // above the unit's origin, model space
    vec3 normal;
};

// place: x and z of model space.
Ground groundAt(vec2 place) {
    if (u_rig_ground.w == PH_GROUND_PLANE) {
        vec4 plane = rigTexel(u_rig_ground.z + PH_RIG_LEG_TEXELS * u_rig_ground.x);
        return Ground(plane.w - dot(place, plane.xz) / plane.y, plane.xyz);
    }
#ifdef TERRAIN
    vec2 facing = exactSineCosine(wrapped(g_placement.w));
    vec2 turned_place = vec2(facing.y * place.x + facing.x * place.y, facing.y * place.y - facing.x * place.x);
    TerrainPoint point = terrainAt(g_placement.xz + g_scale * turned_place);
    vec2 slope = vec2(facing.y * point.slope.x - facing.x * point.slope.y,
                      facing.x * point.slope.x + facing.y * point.slope.y);
    return Ground((point.height - g_placement.y) / g_scale, normalize(vec3(-slope.x, 1.0, -slope.y)));
#else
    return Ground(0.0, vec3(0.0, 1.0, 0.0));
#endif
}

// PelvisDrop::at().
float pelvisDrop(vec3 normal) {
    vec2 slope = -normal.xz / normal.y;
    float size = length(slope);
    if (size == 0.0) return 0.0;
    float turn = exactAtan(slope.y, slope.x) * (float(PH_PELVIS_DIRECTIONS) / (2.0 * kPi));
    float low = floor(turn);
    int first = int(low) & (PH_PELVIS_DIRECTIONS - 1);
    int second = (first + 1) & (PH_PELVIS_DIRECTIONS - 1);
    float a = feetTexel(u_rig_ground.x + (first >> 2))[first & 3];
    float b = feetTexel(u_rig_ground.x + (second >> 2))[second & 3];
    return mix(a, b, turn - low) * size / PH_PELVIS_SLOPE;
}

void plantFeet() {
    if (g_feet <= 0.0) return;
    const vec3 up = vec3(0.0, 1.0, 0.0);
    vec3 goals[PH_RIG_LEGS];   // not lifted
    vec2 lifts[PH_RIG_LEGS];   // share and height of the ground
    vec4 turns[PH_RIG_LEGS];   // wanted of the feet, in model space
    float drop = g_feet * pelvisDrop(groundAt(vec2(0.0)).normal);
    float longest = 0.0;
    for (int l = 0; l < u_rig_ground.x; ++l) {
        ivec3 joints = ivec3(rigTexel(u_rig_ground.z + PH_RIG_LEG_TEXELS * l).xyz);
        Rigid hip = modelOf(joints.x);
        Rigid knee = rigidProduct(hip, localJoint(joints.y).local);
        Rigid ankle = rigidProduct(knee, localJoint(joints.z).local);
        vec4 mark = feetTexel(l);
#ifdef MISTAKE_FEET_SWITCH
        mark.w = mark.w < 0.5 ? 0.0 : 1.0;
#endif
        float contact = g_feet * mark.w;
        vec3 flat_place = mix(ankle.place, mark.xyz, contact);
        Ground ground = groundAt(flat_place.xz);
        ground.height *= g_feet;
        ground.normal = normalize(mix(up, ground.normal / ground.normal.y, g_feet));
        float above = flat_place.y;
        float leg = length(knee.place - hip.place) + length(ankle.place - knee.place);
        float low = min(above, PH_LIFT_BEGINS * leg);
        vec3 goal = vec3(flat_place.x, ground.height, flat_place.z) + ground.normal * low + up * ((above - low) / ground.normal.y);
        float lift = clamp((above - PH_LIFT_BEGINS * leg) / ((PH_LIFT_ENDS - PH_LIFT_BEGINS) * leg), 0.0, 1.0);
        lift = (1.0 - contact) * PH_MOST_LIFT * lift * lift * (3.0 - 2.0 * lift);
        vec3 way = goal - hip.place;
        float reach = max(PH_MOST_STRETCH * leg, length(ankle.place - hip.place));
        float most_down = sqrt(max(0.0, reach * reach - dot(way.xz, way.xz)));
        drop = max(drop, (-way.y - most_down + lift * ground.height) / (1.0 - lift));
        longest = max(longest, leg);
        goals[l] = goal;
        lifts[l] = vec2(lift, ground.height);
        turns[l] = turnProduct(shortestTurn(up, ground.normal, vec3(1.0, 0.0, 0.0)), ankle.turn);
    }
    drop = min(drop, PH_MOST_PELVIS_DROP * longest);
#ifdef MISTAKE_NO_PELVIS_DROP
    drop = 0.0;
#endif
    vec4 over_pelvis = modelOf(localJoint(u_rig_ground.y).link.x).turn;
    lowerPelvis(turned(turnBack(over_pelvis), vec3(0.0, -drop, 0.0)));

    for (int l = 0; l < u_rig_ground.x; ++l) {
        int table = u_rig_ground.z + PH_RIG_LEG_TEXELS * l;
        ivec3 joints = ivec3(rigTexel(table).xyz);
        vec3 goal = goals[l] - up * (lifts[l].x * (drop + lifts[l].y));
        LocalJoint ankle = localJoint(joints.z);
        Limb limb = Limb(localJoint(joints.x), localJoint(joints.y), ankle.local.place);
        LimbTurns bent = reach(limb, rigTexel(table + 1).xyz, goal, vec4(0.0));
        setTurn(joints.x, limb.upper.link.y, bent.upper);
        setTurn(joints.y, limb.middle.link.y, bent.middle);
        vec4 knee = modelOf(joints.y).turn;
        setTurn(joints.z, ankle.link.y, normalize(turnProduct(turnBack(knee), turns[l])));
    }
}
