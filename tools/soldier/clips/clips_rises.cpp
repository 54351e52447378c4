// GetUp and GetUp2: the soldier rises from its back or from its belly, with the rifle that lies beside it.
#include "clips/clips.h"
#include "clips/clips_keys.h"
#include "clips/clips_steps.h"

namespace phalanx::soldier {
namespace {

constexpr glm::vec3 kUp{0.0F, 1.0F, 0.0F};
// The point of the right sole below the ankle while the soldier kneels on that knee.
constexpr glm::vec3 kKneelingFoot{-0.125F, 0.0F, -0.70F};

// Every control at a fraction of the way from one pose to another.
PoseRig between(const PoseRig& from, const PoseRig& to, float fraction) {
    const auto a = std::bit_cast<RigFloats>(from);
    const auto b = std::bit_cast<RigFloats>(to);
    RigFloats mixed{};
    for (std::size_t i = 0; i < kRigFloats; ++i) mixed[i] = glm::mix(a[i], b[i], fraction);
    return std::bit_cast<PoseRig>(mixed);
}

// The rifle lies on its left side, its sights towards the soldier, its muzzle ahead.
void layRifle(PoseRig& rig, const glm::vec3& place, float yaw) {
    rig.weapon_free = 1.0F;
    rig.weapon_world = place;
    rig.weapon_world_turn = {0.0F, yaw, -90.0F};
}

void plantLeftFoot(PoseRig& rig) {
    const glm::vec3 knee = rig.foot[kLeft].knee;
    rig.foot[kLeft] = standing().foot[kLeft];
    rig.foot[kLeft].knee = knee;
}

// The right foot on its toes behind the soldier.
void tuckRightToes(PoseRig& rig, float pitch) {
    FootControl& foot = rig.foot[kRight];
    foot = FootControl{};
    foot.place = kKneelingFoot;
    foot.turn = {pitch, -8.0F, 0.0F};
    foot.knee = {-0.12F, -0.2F, 1.0F};
}

// The palm of a pressed hand is this high.
float pressedHeight(Side side) {
    return side == kLeft ? -0.002F : 0.006F;
}

void press(HandControl& hand, Side side, const glm::vec3& place, const glm::vec3& fingers,
           const glm::vec3& elbow) {
    release(hand, 1.0F, {place.x, pressedHeight(side), place.z}, fingers, -kUp, elbow, 5.0F);
}

// The left hand on the left knee.
void restOnKnee(PoseRig& rig, const glm::vec3& palm) {
    release(rig.hand[kLeft], 1.0F, palm, {-0.65F, -0.30F, 0.70F}, {-0.2F, -0.95F, -0.2F}, {1.0F, -0.4F, 0.3F},
            14.0F);
}

// The right hand lifts the rifle off the ground, muzzle first.
PoseRig raisedFrom(const PoseRig& held, const glm::vec3& place) {
    PoseRig raised = held;
    raised.hips = glm::mix(held.hips, glm::vec3(-0.02F, -0.458F, -0.240F), 0.5F);
    raised.hips_turn = {34.0F, -14.0F, 4.0F};
    raised.spine = {10.0F, 3.0F, 2.0F};
    raised.chest = {9.0F, 4.0F, 2.0F};
    raised.upper_chest = {4.0F, 3.0F, 1.0F};
    raised.hand[kRight].curl = standing().hand[kRight].curl;
    raised.hand[kRight].index = standing().hand[kRight].index;
    raised.hand[kRight].thumb = standing().hand[kRight].thumb;
    raised.hand[kRight].elbow = {-1.0F, -0.3F, -0.3F};
    raised.weapon_world = place;
    raised.weapon_world_turn = {8.0F, 4.0F, -50.0F};
    return raised;
}

// Kneels on the right knee, the rifle in the right hand at first and then in both. `grasp`: the key before.
struct Upright {
    PoseRig kneel, lift, half;
};

Upright uprightFrom(const PoseRig& grasp) {
    Upright up;
    const PoseRig end = standing();
    PoseRig& kneel = up.kneel;
    kneel = end;
    copyFree(kneel, grasp);
    kneel.hips = {-0.02F, -0.458F, -0.240F};
    kneel.hips_turn = {14.0F, -10.0F, 2.0F};
    kneel.spine = {8.0F, 1.0F, 0.0F};
    kneel.chest = {7.0F, 2.0F, 0.0F};
    kneel.upper_chest = {3.0F, 2.0F, 0.0F};
    kneel.look = {8.0F, 4.0F, 0.0F};
    kneel.weapon = {-0.130F, 1.235F, 0.255F};
    kneel.weapon_turn = {14.0F, 30.0F, 0.0F};
    kneel.foot[kLeft].knee = {0.12F, 0.3F, 1.0F};
    tuckRightToes(kneel, 72.0F);
    kneel.hand[kLeft] = grasp.hand[kLeft];  // leaves the knee
    kneel.hand[kLeft].palm += glm::vec3(-0.01F, 0.12F, 0.03F);

    // The weight is above the left foot; the right toes are about to leave the ground.
    PoseRig& lift = up.lift;
    lift = kneel;
    lift.hand = end.hand;
    for (const Side side : {kLeft, kRight}) {
        lift.hand[side].palm = kneel.hand[side].palm;
        lift.hand[side].world = 1.0F;
    }
    lift.hips = {0.035F, -0.330F, -0.130F};
    lift.hips_turn = {24.0F, -8.0F, 2.0F};
    lift.spine = {7.0F, 1.0F, 0.0F};
    lift.chest = {6.0F, 2.0F, 0.0F};
    lift.look = {6.0F, 3.0F, 0.0F};
    lift.foot[kRight].turn.x = 58.0F;
    lift.weapon = {-0.115F, 1.235F, 0.250F};
    lift.weapon_turn = {22.0F, 38.0F, 2.0F};

    PoseRig& half = up.half;
    half = lift;
    half.hips = {0.040F, -0.150F, -0.030F};
    half.hips_turn = {14.0F, -6.0F, 0.0F};
    half.spine = {4.0F, 1.0F, 0.0F};
    half.chest = {4.0F, 1.0F, 0.0F};
    half.upper_chest = {1.0F, 1.0F, 0.0F};
    half.look = {4.0F, 2.0F, 0.0F};
    half.foot[kRight].turn.x = 16.0F;
    half.foot[kRight].knee = {-0.25F, 0.0F, 1.0F};
    half.weapon = {-0.105F, 1.220F, 0.242F};
    half.weapon_turn = {28.0F, 42.0F, 3.0F};
    return up;
}

PoseRig stand(const PoseRig& before) {
    PoseRig end = standing();
    copyFree(end, before);
    for (const Side side : {kLeft, kRight}) end.hand[side].world = before.hand[side].world;
    return end;
}

constexpr float kGetUpSeconds = 2.6F;

// From the back: rolls up to sit on one hand, draws the left foot in, rolls over the folded right leg onto
// the knee.
KeyedMotion fromBack() {
    const PoseRig end = standing();
    PoseRig lie = end;
    lie.hips = {-0.01F, -0.827F, -0.42F};
    lie.hips_turn = {-58.0F, 0.0F, 0.0F};  // arched over the pack
    lie.spine = {-6.0F, 0.0F, 0.0F};
    lie.chest = {-8.0F, 0.0F, 0.0F};
    lie.upper_chest = {-6.0F, 0.0F, 0.0F};
    lie.nod = {-34.0F, 8.0F, 0.0F};
    lie.nod_weight = 1.0F;
    lie.reach = {0.0F, 0.0F};
    loosen(lie.foot[kLeft], {0.17F, 0.094F, 0.426F}, {-62.0F, 24.0F, 0.0F}, 22.0F, {0.5F, 1.0F, 0.0F});
    loosen(lie.foot[kRight], {-0.18F, 0.094F, 0.422F}, {-60.0F, -28.0F, 0.0F}, -26.0F, {-0.6F, 1.0F, 0.0F});
    release(lie.hand[kLeft], 1.0F, {0.37F, 0.030F, -0.36F}, {0.15F, -0.05F, 1.0F}, {-0.4F, -1.0F, 0.0F},
            {1.0F, 0.1F, -0.7F}, 20.0F);
    release(lie.hand[kRight], 1.0F, {-0.37F, 0.030F, -0.335F}, {-0.12F, -0.05F, 1.0F}, {0.4F, -1.0F, 0.0F},
            {-1.0F, 0.1F, -0.7F}, 20.0F);
    layRifle(lie, {-0.51F, 0.026F, 0.02F}, 4.0F);

    PoseRig curl = lie;  // the head comes up first, the left knee follows
    curl.hips_turn = {-56.0F, -2.0F, 0.0F};
    curl.spine = {4.0F, -2.0F, 0.0F};
    curl.chest = {6.0F, -2.0F, 0.0F};
    curl.upper_chest = {4.0F, 0.0F, 0.0F};
    curl.nod = {18.0F, 4.0F, 0.0F};
    loosen(curl.foot[kLeft], {0.15F, 0.110F, 0.26F}, {-24.0F, 14.0F, 0.0F}, 4.0F, {0.3F, 1.0F, 0.2F});
    loosen(curl.foot[kRight], {-0.18F, 0.110F, 0.40F}, {-40.0F, -24.0F, 0.0F}, -20.0F, {-0.6F, 1.0F, 0.0F});
    release(curl.hand[kLeft], 1.0F, {0.37F, 0.22F, -0.34F}, {0.05F, 0.1F, 1.0F}, {-0.8F, -0.6F, 0.0F},
            {1.0F, 0.0F, -0.5F}, 24.0F);
    press(curl.hand[kRight], kRight, {-0.40F, 0.0F, -0.50F}, {-0.7F, 0.0F, 0.7F}, {-0.8F, 0.0F, -1.0F});

    PoseRig sit = curl;  // on the right hand
    sit.hips = {-0.02F, -0.838F, -0.41F};
    sit.hips_turn = {-42.0F, -8.0F, 2.0F};
    sit.spine = {10.0F, -3.0F, 0.0F};
    sit.chest = {10.0F, -4.0F, 2.0F};
    sit.upper_chest = {6.0F, -2.0F, 2.0F};
    sit.nod = {14.0F, 6.0F, 0.0F};
    sit.foot[kLeft].knee = {0.22F, 1.0F, 0.4F};
    plantLeftFoot(sit);
    loosen(sit.foot[kRight], {-0.12F, 0.128F, 0.06F}, {4.0F, 25.0F, 30.0F}, 0.0F, {-1.0F, 0.7F, 0.3F});
    release(sit.hand[kLeft], 1.0F, {0.28F, 0.46F, -0.12F}, {0.0F, 0.0F, 1.0F}, {-0.6F, -0.8F, 0.0F},
            {1.0F, -0.4F, -0.2F}, 22.0F);
    press(sit.hand[kRight], kRight, {-0.40F, 0.0F, -0.56F}, {-0.9F, 0.0F, 0.3F}, {-0.6F, 0.0F, -1.0F});

    PoseRig tip = sit;  // over the right thigh
    tip.hips = {-0.05F, -0.575F, -0.375F};
    tip.hips_turn = {2.0F, -14.0F, 8.0F};
    tip.spine = {12.0F, -4.0F, 2.0F};
    tip.chest = {12.0F, -4.0F, 3.0F};
    tip.upper_chest = {6.0F, -2.0F, 2.0F};
    tip.nod = {6.0F, 0.0F, 0.0F};
    loosen(tip.foot[kRight], {-0.12F, 0.185F, -0.47F}, {74.0F, -20.0F, 0.0F}, 0.0F, {-0.7F, 0.1F, 0.75F});
    tip.foot[kRight].toe = 76.0F;
    restOnKnee(tip, {0.17F, 0.580F, -0.10F});
    release(tip.hand[kRight], 1.0F, {-0.53F, 0.25F, -0.34F}, {-0.5F, -0.2F, 0.8F}, {0.0F, -1.0F, -0.2F},
            {-0.8F, 0.0F, -1.0F}, 16.0F);

    PoseRig fold = between(sit, tip, 0.45F);  // the right foot passes below, toes down
    loosen(fold.foot[kRight], {-0.14F, 0.164F, -0.09F}, {25.0F, 15.0F, 15.0F}, 0.0F, {-1.0F, -0.25F, 0.15F});
    fold.foot[kRight].toe = 56.0F;
    fold.hand[kLeft].palm = {0.21F, 0.60F, -0.11F};
    fold.hand[kRight].palm = {-0.46F, 0.10F, -0.51F};

    PoseRig grasp = tip;  // on the right knee, the hand at the rifle's grip
    grasp.hips = {-0.04F, -0.525F, -0.30F};
    grasp.hips_turn = {48.0F, -20.0F, 6.0F};
    grasp.spine = {14.0F, 5.0F, 3.0F};
    grasp.chest = {12.0F, 8.0F, 3.0F};
    grasp.upper_chest = {6.0F, 6.0F, 2.0F};
    grasp.reach = {0.0F, 12.0F};
    grasp.nod = {0.0F, -10.0F, 0.0F};
    grasp.raise = {0.0F, -8.0F};
    tuckRightToes(grasp, 72.0F);
    restOnKnee(grasp, {0.20F, 0.590F, 0.05F});
    release(grasp.hand[kRight], 1.0F, {-0.575F, 0.045F, -0.01F}, {-0.30F, -0.12F, 0.93F},
            {-0.05F, -1.0F, -0.13F}, {-0.9F, 0.0F, -0.8F}, 24.0F);
    PoseRig held = grasp;
    held.hand[kRight].hold = 1.0F;

    const PoseRig raised = raisedFrom(held, {-0.34F, 0.40F, 0.02F});
    const Upright up = uprightFrom(raised);
    return {{{0.0F, lie},
             {0.10F, lie},
             {0.40F, curl},
             {0.78F, sit},
             {0.95F, fold},
             {1.15F, tip},
             {1.42F, grasp},
             {1.52F, held},
             {1.70F, raised},
             {1.90F, up.kneel},
             {2.08F, up.lift},
             {2.30F, up.half},
             {kGetUpSeconds, stand(up.half)}},
            false};
}

constexpr float kGetUp2Seconds = 2.6F;

// From the belly: presses up on both hands, draws the left foot in between them, kneels.
KeyedMotion fromBelly() {
    const PoseRig end = standing();
    PoseRig lie = end;
    lie.hips = {0.0F, -0.822F, 0.30F};
    lie.hips_turn = {81.5F, 0.0F, 0.0F};
    lie.spine = {-3.0F, 0.0F, 0.0F};
    lie.chest = {-3.0F, 0.0F, 0.0F};
    lie.upper_chest = {13.0F, 0.0F, 0.0F};
    lie.nod = {30.0F, 44.0F, 26.0F};
    lie.nod_weight = 1.0F;
    lie.raise = {4.0F, 4.0F};
    loosen(lie.foot[kLeft], {0.17F, 0.100F, -0.570F}, {157.0F, 16.0F, 0.0F}, 0.0F, {0.7F, -0.3F, 0.1F});
    loosen(lie.foot[kRight], {-0.16F, 0.100F, -0.570F}, {157.0F, -14.0F, 0.0F}, 0.0F, {-0.7F, -0.3F, 0.1F});
    release(lie.hand[kLeft], 1.0F, {0.40F, 0.020F, 0.80F}, {0.1F, -0.05F, 1.0F}, {0.0F, -1.0F, 0.0F},
            {0.7F, -1.0F, 0.3F}, 16.0F);
    release(lie.hand[kRight], 1.0F, {-0.38F, 0.020F, 0.74F}, {-0.1F, -0.05F, 1.0F}, {0.0F, -1.0F, 0.0F},
            {-0.7F, -1.0F, 0.3F}, 16.0F);
    layRifle(lie, {-0.46F, 0.026F, 0.42F}, -3.0F);

    PoseRig gather = lie;  // the head comes up, the hands press
    gather.hips_turn = {78.0F, 0.0F, 0.0F};
    gather.chest = {-6.0F, 0.0F, 0.0F};
    gather.upper_chest = {0.0F, 0.0F, 0.0F};
    gather.nod = {-6.0F, 14.0F, 6.0F};
    press(gather.hand[kLeft], kLeft, {0.36F, 0.0F, 0.64F}, {0.05F, 0.0F, 1.0F}, {1.0F, -0.5F, -0.6F});
    press(gather.hand[kRight], kRight, {-0.34F, 0.0F, 0.62F}, {-0.05F, 0.0F, 1.0F}, {-1.0F, -0.5F, -0.6F});

    PoseRig arms = gather;  // on both hands and the right knee
    arms.hips = {0.0F, -0.590F, 0.19F};
    arms.hips_turn = {68.0F, 0.0F, 0.0F};
    arms.spine = {2.0F, 0.0F, 0.0F};
    arms.chest = {4.0F, 0.0F, 0.0F};
    arms.upper_chest = {2.0F, 0.0F, 0.0F};
    arms.nod = {-20.0F, 4.0F, 0.0F};
    tuckRightToes(arms, 78.0F);
    arms.foot[kRight].knee = {-0.15F, -0.8F, 0.4F};
    loosen(arms.foot[kLeft], {0.18F, 0.250F, -0.38F}, {95.0F, 8.0F, 0.0F}, 0.0F, {0.8F, -0.1F, 0.5F});

    PoseRig tuck = between(gather, arms, 0.45F);  // the right toes are drawn in
    loosen(tuck.foot[kRight], {-0.15F, 0.213F, -0.56F}, {108.0F, -10.0F, 0.0F}, 0.0F, {-0.6F, -0.5F, 0.3F});
    tuck.foot[kRight].toe = 50.0F;
    loosen(tuck.foot[kLeft], {0.17F, 0.150F, -0.54F}, {125.0F, 12.0F, 0.0F}, 0.0F, {0.8F, -0.2F, 0.3F});

    PoseRig draw = arms;  // the left foot in front of the knee
    draw.hips = {-0.02F, -0.512F, 0.07F};
    draw.hips_turn = {73.0F, -4.0F, 0.0F};
    draw.spine = {8.0F, 0.0F, 0.0F};
    draw.chest = {8.0F, 0.0F, 0.0F};
    draw.upper_chest = {4.0F, 0.0F, 0.0F};
    draw.nod = {-24.0F, 0.0F, 0.0F};
    plantLeftFoot(draw);
    draw.foot[kLeft].knee = {0.35F, 0.3F, 1.0F};
    draw.foot[kRight].turn.x = 74.0F;

    PoseRig grasp = draw;  // the right hand moves to the rifle's grip, the left one to the knee
    grasp.hips = {-0.03F, -0.482F, -0.02F};
    grasp.hips_turn = {62.0F, -12.0F, 4.0F};
    grasp.spine = {10.0F, 4.0F, 2.0F};
    grasp.chest = {8.0F, 6.0F, 2.0F};
    grasp.reach = {0.0F, 8.0F};
    grasp.nod = {-10.0F, -8.0F, 0.0F};
    tuckRightToes(grasp, 72.0F);
    restOnKnee(grasp, {0.22F, 0.500F, 0.30F});
    release(grasp.hand[kRight], 1.0F, {-0.53F, 0.045F, 0.39F}, {-0.30F, -0.12F, 0.93F},
            {-0.05F, -1.0F, -0.13F}, {-0.9F, -0.2F, -0.8F}, 30.0F);
    PoseRig reach = between(draw, grasp, 0.5F);  // over the butt of the rifle
    reach.hand[kRight].palm.y = 0.13F;
    reach.hand[kLeft].palm += glm::vec3(0.06F, 0.04F, 0.0F);
    PoseRig held = grasp;
    held.hand[kRight].hold = 1.0F;

    const PoseRig raised = raisedFrom(held, {-0.36F, 0.42F, 0.22F});
    const Upright up = uprightFrom(raised);
    return {{{0.0F, lie},
             {0.08F, lie},
             {0.34F, gather},
             {0.50F, tuck},
             {0.70F, arms},
             {1.04F, draw},
             {1.20F, reach},
             {1.36F, grasp},
             {1.46F, held},
             {1.66F, raised},
             {1.90F, up.kneel},
             {2.08F, up.lift},
             {2.30F, up.half},
             {kGetUp2Seconds, stand(up.half)}},
            false};
}

// The right foot steps to its place when the soldier rises.
Motion rising(const char* name, float duration_s, const KeyedMotion& motion) {
    constexpr float kFrom = 2.04F, kTo = 2.46F;
    PoseRig kneeling = standing();
    kneeling.foot[kRight].place = kKneelingFoot;
    kneeling.foot[kRight].turn.y = -8.0F;
    const FootControl last = standing().foot[kRight];
    const std::vector<Step> steps{{kRight, kFrom, kTo, last.place, last.turn.y, 0.07F}};
    const auto at = [motion, kneeling, steps](float t) {
        PoseRig rig = motion.at(t);
        if (t >= kFrom) applySteps(kneeling, steps, t, rig);
        return rig;
    };
    return {name, duration_s, 30.0F, false, 0.0F, at};
}

}  // namespace

void addRises(std::vector<Motion>& motions) {
    motions.push_back(rising("GetUp", kGetUpSeconds, fromBack()));
    motions.push_back(rising("GetUp2", kGetUp2Seconds, fromBelly()));
}

}  // namespace phalanx::soldier
