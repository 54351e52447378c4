// Die and Die2: the soldier falls, releases the rifle, and lies still.
#include "clips/clips.h"
#include "clips/clips_keys.h"

namespace phalanx::soldier {
namespace {

constexpr float kDieSeconds = 2.3F;

// Backwards: pushed back, the knees bend, the soldier falls to a sitting position with a hand on the belly,
// and rolls onto the left side over the pack.
KeyedMotion backward() {
    const PoseRig start = standing();
    PoseRig hit = start;
    hit.hips += glm::vec3(-0.01F, -0.030F, -0.055F);
    hit.hips_turn = {-7.0F, 2.0F, 0.0F};
    hit.spine = {-7.0F, 4.0F, 0.0F};
    hit.chest = {-9.0F, 6.0F, 0.0F};
    hit.upper_chest = {-6.0F, 5.0F, 0.0F};
    hit.nod = {-16.0F, -4.0F, 3.0F};
    hit.nod_weight = 0.7F;
    hit.raise = {10.0F, 8.0F};
    hit.weapon += glm::vec3(0.0F, 0.045F, 0.02F);
    hit.weapon_turn += glm::vec3(-16.0F, 2.0F, 0.0F);

    PoseRig buckle = hit;
    buckle.hips = {0.0F, -0.225F, -0.175F};
    buckle.hips_turn = {-18.0F, 8.0F, 0.0F};
    buckle.spine = {2.0F, 3.0F, 0.0F};
    buckle.chest = {4.0F, 3.0F, 0.0F};
    buckle.upper_chest = {2.0F, 2.0F, 0.0F};
    buckle.nod = {12.0F, 0.0F, 0.0F};
    buckle.nod_weight = 1.0F;
    release(buckle.hand[kLeft], 0.0F, {0.36F, 1.22F, 0.30F}, {0.5F, 0.2F, 0.85F}, {-0.3F, -0.9F, 0.3F},
            {0.8F, -0.8F, -0.5F}, 22.0F);
    release(buckle.hand[kRight], 0.0F, {-0.36F, 1.20F, 0.28F}, {-0.5F, 0.1F, 0.85F}, {0.3F, -0.9F, 0.3F},
            {-0.8F, -0.8F, -0.5F}, 22.0F);
    buckle.weapon_free = 1.0F;
    buckle.weapon_world = {0.28F, 0.98F, 0.38F};
    buckle.weapon_world_turn = {4.0F, 26.0F, 30.0F};
    buckle.foot[kLeft].turn.x = -4.0F;
    buckle.foot[kRight].turn.x = -2.0F;

    PoseRig sit = buckle;
    sit.hips = {0.02F, -0.80F, -0.44F};
    sit.hips_turn = {-38.0F, 10.0F, 0.0F};
    sit.spin = 10.0F;
    sit.spine = {8.0F, 0.0F, 0.0F};
    sit.chest = {8.0F, 0.0F, 0.0F};
    sit.upper_chest = {4.0F, 0.0F, 0.0F};
    sit.nod = {16.0F, 4.0F, 0.0F};
    loosen(sit.foot[kLeft], {0.17F, 0.11F, 0.16F}, {-26.0F, 14.0F, 0.0F}, 0.0F, {0.35F, 1.0F, 0.3F});
    loosen(sit.foot[kRight], {-0.12F, 0.13F, 0.14F}, {-30.0F, -8.0F, 0.0F}, 0.0F, {-0.1F, 1.0F, 0.3F});
    sit.hand[kLeft].palm = {0.48F, 1.22F, 0.16F};
    sit.hand[kRight].palm = {-0.14F, 1.24F, 0.27F};
    sit.weapon_world = {0.52F, 0.15F, 0.10F};
    sit.weapon_world_turn = {-6.0F, 14.0F, 78.0F};

    PoseRig back = sit;
    back.hips = {0.03F, -0.742F, -0.47F};
    back.hips_turn = {-66.0F, 10.0F, 0.0F};
    back.spin = 40.0F;
    back.spine = {4.0F, 0.0F, 0.0F};
    back.chest = {3.0F, 0.0F, 0.0F};
    back.upper_chest = {2.0F, 0.0F, 0.0F};
    back.nod = {14.0F, 6.0F, 0.0F};
    loosen(back.foot[kLeft], {0.20F, 0.10F, 0.27F}, {-50.0F, 20.0F, 0.0F}, 20.0F, {0.8F, 0.8F, 0.2F});
    loosen(back.foot[kRight], {-0.02F, 0.22F, 0.20F}, {-46.0F, 6.0F, 0.0F}, 14.0F, {0.35F, 1.0F, 0.2F});
    back.weapon_world = {0.61F, 0.040F, -0.09F};
    back.weapon_world_turn = {1.5F, 17.0F, 88.0F};
    release(back.hand[kLeft], 1.0F, {0.56F, 0.14F, -0.88F}, {1.0F, -0.1F, 0.1F}, {0.0F, 0.5F, 1.0F},
            {0.0F, -1.0F, 0.0F}, 26.0F);
    // The right hand moves to the belly and stays there. Relative to the chest, this arm is placed as in
    // Idle, so that a crossfade between the two, which blends matrices, keeps it in front of the body.
    release(back.hand[kRight], 0.0F, {-0.06F, 1.08F, 0.23F}, {0.95F, -0.21F, 0.1F}, {0.0F, 0.0F, -1.0F},
            {-1.0F, -0.6F, -0.1F}, 26.0F);

    PoseRig lie = back;
    lie.hips = {0.05F, -0.752F, -0.48F};
    lie.hips_turn = {-87.0F, 8.0F, 0.0F};
    lie.spin = 76.0F;
    lie.spine = {7.0F, -2.0F, -3.0F};
    lie.chest = {7.0F, -2.0F, -3.0F};
    lie.upper_chest = {4.0F, -2.0F, -3.0F};
    lie.nod = {12.0F, 8.0F, -30.0F};
    loosen(lie.foot[kLeft], {0.30F, 0.078F, 0.24F}, {-55.0F, 20.0F, 0.0F}, 60.0F, {1.0F, 0.05F, 0.1F});
    loosen(lie.foot[kRight], {0.16F, 0.085F, 0.30F}, {-50.0F, 10.0F, 0.0F}, 55.0F, {1.0F, 0.45F, 0.1F});
    lie.weapon_world = {0.63F, 0.026F, -0.12F};
    lie.weapon_world_turn = {0.0F, 20.0F, 90.0F};
    release(lie.hand[kLeft], 1.0F, {0.60F, 0.060F, -0.97F}, {1.0F, -0.02F, 0.10F}, {0.0F, 1.0F, 0.3F},
            {-0.3F, -1.0F, 0.2F}, 34.0F);
    release(lie.hand[kRight], 0.0F, {-0.02F, 1.10F, 0.208F}, {0.95F, -0.25F, 0.1F}, {0.0F, 0.0F, -1.0F},
            {-1.0F, -0.7F, -0.1F}, 30.0F);

    PoseRig first = start;
    copyFree(first, buckle);
    copyFree(hit, buckle);
    first.nod = hit.nod;
    KeyedMotion motion({{0.0F, first},
                        {0.18F, hit},
                        {0.50F, buckle},
                        {0.84F, sit},
                        {1.12F, back},
                        {1.50F, lie},
                        {kDieSeconds, lie}},
                       false);
    return motion;
}

constexpr float kDie2Seconds = 2.3F;

// Forwards: the rifle falls in front of the soldier and slides away, the soldier kneels for a moment, topples
// over and lies face down.
KeyedMotion forward() {
    const PoseRig start = standing();
    PoseRig hit = start;
    hit.hips += glm::vec3(0.01F, -0.035F, 0.035F);
    hit.hips_turn = {-4.0F, 3.0F, 0.0F};
    hit.spine = {-6.0F, -3.0F, 0.0F};
    hit.chest = {-8.0F, -4.0F, 0.0F};
    hit.upper_chest = {-5.0F, -4.0F, 0.0F};
    hit.nod = {-18.0F, 6.0F, -4.0F};
    hit.nod_weight = 0.7F;
    hit.raise = {9.0F, 9.0F};
    hit.weapon += glm::vec3(-0.01F, 0.02F, 0.025F);
    hit.weapon_turn += glm::vec3(-12.0F, -6.0F, 0.0F);
    PoseRig open = hit;  // the hands release the rifle, which falls
    open.hips = {0.0F, -0.120F, 0.030F};
    open.hips_turn = {2.0F, 3.0F, -1.0F};
    open.spine = {-1.0F, -2.0F, 0.0F};
    open.chest = {-2.0F, -3.0F, 0.0F};
    open.upper_chest = {-1.0F, -3.0F, 0.0F};
    open.weapon_free = 1.0F;
    open.weapon_world = {-0.16F, 1.03F, 0.36F};
    open.weapon_world_turn = {22.0F, 26.0F, -10.0F};
    release(open.hand[kLeft], 0.0F, {0.17F, 1.10F, 0.42F}, {-0.2F, 0.1F, 0.9F}, {-0.7F, 0.6F, 0.0F},
            {1.0F, -0.7F, -0.2F}, 26.0F);
    release(open.hand[kRight], 0.0F, {-0.24F, 1.14F, 0.30F}, {0.1F, -0.2F, 0.9F}, {0.9F, -0.2F, 0.0F},
            {-0.8F, -0.9F, -0.6F}, 26.0F);

    PoseRig kneel = open;
    kneel.hips = {-0.01F, -0.450F, -0.010F};
    kneel.hips_turn = {6.0F, 4.0F, -3.0F};
    kneel.spine = {6.0F, -1.0F, -1.0F};
    kneel.chest = {7.0F, -2.0F, -1.0F};
    kneel.upper_chest = {5.0F, -1.0F, 0.0F};
    kneel.nod = {20.0F, 2.0F, 4.0F};
    kneel.nod_weight = 1.0F;
    kneel.raise = {0.0F, 0.0F};
    loosen(kneel.foot[kLeft], {0.14F, 0.184F, -0.345F}, {64.0F, 6.0F, 0.0F}, 0.0F, {0.12F, 0.0F, 1.0F});
    loosen(kneel.foot[kRight], {-0.14F, 0.184F, -0.365F}, {66.0F, -8.0F, 0.0F}, 0.0F, {-0.16F, 0.0F, 1.0F});
    kneel.foot[kLeft].toe = 62.0F;
    kneel.foot[kRight].toe = 62.0F;
    release(kneel.hand[kLeft], 0.0F, {0.34F, 1.04F, 0.24F}, {0.1F, -0.6F, 0.8F}, {-0.9F, -0.2F, 0.0F},
            {0.8F, -0.4F, -0.8F}, 24.0F);
    release(kneel.hand[kRight], 0.0F, {-0.40F, 1.015F, 0.27F}, {-0.1F, -0.6F, 0.8F}, {0.9F, -0.2F, 0.0F},
            {-0.8F, -0.4F, -0.8F}, 24.0F);
    kneel.weapon_free = 1.0F;
    kneel.weapon_world = {-0.18F, 0.40F, 0.462F};
    kneel.weapon_world_turn = {19.5F, -11.5F, -48.5F};

    PoseRig sway = kneel;  // just before the soldier topples
    sway.hips = {0.0F, -0.462F, 0.045F};
    sway.hips_turn = {16.0F, 6.0F, -3.0F};
    sway.nod = {26.0F, 4.0F, 4.0F};
    sway.weapon_world = {-0.19F, 0.045F, 0.485F};
    sway.weapon_world_turn = {2.0F, -32.0F, -86.0F};

    PoseRig topple = sway;
    topple.hips = {0.01F, -0.598F, 0.39F};
    topple.hips_turn = {64.0F, 8.0F, 0.0F};
    topple.spin = 6.0F;
    topple.spine = {0.0F, -2.0F, 0.0F};
    topple.chest = {0.0F, -2.0F, 0.0F};
    topple.upper_chest = {-2.0F, -1.0F, 0.0F};
    topple.nod = {-8.0F, 22.0F, 4.0F};
    topple.raise = {8.0F, 4.0F};
    loosen(topple.foot[kLeft], {0.16F, 0.205F, -0.355F}, {102.0F, 8.0F, 0.0F}, 0.0F, {0.3F, -0.5F, 0.8F});
    loosen(topple.foot[kRight], {-0.16F, 0.205F, -0.375F}, {104.0F, -8.0F, 0.0F}, 0.0F, {-0.4F, -0.3F, 0.8F});
    topple.foot[kLeft].toe = 66.0F;
    topple.foot[kRight].toe = 66.0F;
    release(topple.hand[kLeft], 1.0F, {0.40F, 0.20F, 1.06F}, {0.1F, -0.3F, 0.9F}, {-0.2F, -0.9F, -0.3F},
            {0.9F, -0.3F, -0.5F}, 20.0F);
    release(topple.hand[kRight], 1.0F, {-0.53F, 0.23F, 0.93F}, {-0.2F, -0.4F, 0.9F}, {0.2F, -0.9F, -0.3F},
            {-0.9F, -0.3F, -0.5F}, 20.0F);
    topple.weapon_world = {-0.365F, 0.026F, 0.64F};
    topple.weapon_world_turn = {0.0F, -31.0F, -90.0F};

    PoseRig lie = topple;
    lie.hips = {0.015F, -0.822F, 0.44F};
    lie.hips_turn = {81.5F, 9.0F, 0.0F};
    lie.spin = 10.0F;
    lie.spine = {-3.0F, -2.0F, 2.0F};
    lie.chest = {-3.0F, -2.0F, 2.0F};
    lie.upper_chest = {13.0F, -1.0F, 2.0F};
    lie.nod = {36.0F, 50.0F, 30.0F};
    lie.raise = {10.0F, 0.0F};
    loosen(lie.foot[kLeft], {0.20F, 0.100F, -0.435F}, {157.0F, 12.0F, 0.0F}, 0.0F, {0.7F, -0.3F, 0.1F});
    loosen(lie.foot[kRight], {-0.27F, 0.100F, -0.310F}, {157.0F, -30.0F, 0.0F}, 0.0F, {-1.0F, -0.08F, 0.1F});
    lie.foot[kLeft].toe = 0.0F;
    lie.foot[kRight].toe = 0.0F;
    release(lie.hand[kLeft], 1.0F, {0.45F, 0.040F, 1.20F}, {-0.1F, 0.0F, 1.0F}, {0.0F, -1.0F, 0.0F},
            {1.0F, -0.3F, -0.25F}, 22.0F);
    release(lie.hand[kRight], 1.0F, {-0.61F, 0.040F, 0.85F}, {-0.75F, -0.05F, 0.65F}, {0.0F, -1.0F, 0.0F},
            {-0.6F, -0.9F, 0.1F}, 28.0F);

    PoseRig first = start;
    copyFree(first, open);
    copyFree(hit, open);
    first.nod = hit.nod;
    for (const Side side : {kLeft, kRight}) lie.hand[side].thumb = 12.0F;
    PoseRig press = lie;  // the impact on the ground
    press.hips.y -= 0.003F;
    press.chest.x += 1.0F;
    return {{{0.0F, first},
             {0.15F, hit},
             {0.29F, open},
             {0.58F, kneel},
             {0.76F, sway},
             {1.14F, topple},
             {1.36F, press},
             {1.56F, lie},
             {kDie2Seconds, lie}},
            false};
}

}  // namespace

void addFalls(std::vector<Motion>& motions) {
    const auto keyed = [](const KeyedMotion& motion) { return [motion](float t) { return motion.at(t); }; };
    motions.push_back({"Die", kDieSeconds, 30.0F, false, 0.0F, keyed(backward()), 0.0F, "fall=1.3"});
    motions.push_back({"Die2", kDie2Seconds, 30.0F, false, 0.0F, keyed(forward()), 0.0F, "fall=1.36"});
}

}  // namespace phalanx::soldier
