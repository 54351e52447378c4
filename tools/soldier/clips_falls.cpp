// Die and Die2: he falls, lets the rifle go, and lies.
#include "clips.h"
#include "clips_keys.h"

namespace phalanx::soldier {
namespace {

// A foot that no longer stands: its ankle at `ankle`.
void loosen(FootControl& foot, const glm::vec3& ankle, const glm::vec3& turn_degrees, float spin,
            const glm::vec3& knee) {
    foot.planted = 0.0F;
    foot.place = ankle - glm::vec3(0.0F, 0.09F, 0.0F);
    foot.turn = turn_degrees;
    foot.spin = spin;
    foot.knee = knee;
}

void release(HandControl& hand, float world, const glm::vec3& palm, const glm::vec3& fingers,
             const glm::vec3& normal, const glm::vec3& elbow, float curl) {
    hand.hold = 0.0F;
    hand.world = world;
    hand.palm = palm;
    hand.fingers = fingers;
    hand.normal = normal;
    hand.elbow = elbow;
    hand.curl = curl;
    hand.index = curl * 0.8F;
    hand.thumb = 10.0F;
}

constexpr float kDieSeconds = 2.3F;

// Backwards: thrown back, the knees give, he sits down hard, rolls onto his left side over the pack.
KeyedMotion backward() {
    const Rig start = standing();
    Rig hit = start;
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

    Rig buckle = hit;
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
    buckle.weapon_world = {0.10F, 0.98F, 0.30F};
    buckle.weapon_world_turn = {4.0F, 58.0F, 30.0F};
    buckle.foot[kLeft].turn.x = -4.0F;
    buckle.foot[kRight].turn.x = -2.0F;

    Rig sit = buckle;
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
    sit.hand[kRight].palm = {-0.42F, 1.30F, 0.24F};
    sit.weapon_world = {0.38F, 0.14F, 0.30F};
    sit.weapon_world_turn = {-6.0F, 70.0F, 78.0F};

    Rig back = sit;
    back.hips = {0.03F, -0.845F, -0.47F};
    back.hips_turn = {-74.0F, 10.0F, 0.0F};
    back.spin = 40.0F;
    back.spine = {4.0F, 0.0F, 0.0F};
    back.chest = {3.0F, 0.0F, 0.0F};
    back.upper_chest = {2.0F, 0.0F, 0.0F};
    back.nod = {14.0F, 6.0F, 0.0F};
    loosen(back.foot[kLeft], {0.20F, 0.10F, 0.27F}, {-50.0F, 20.0F, 0.0F}, 20.0F, {0.8F, 0.8F, 0.2F});
    loosen(back.foot[kRight], {-0.02F, 0.22F, 0.20F}, {-46.0F, 6.0F, 0.0F}, 14.0F, {0.35F, 1.0F, 0.2F});
    back.weapon_world = {0.47F, 0.045F, 0.27F};
    back.weapon_world_turn = {2.0F, 74.0F, 88.0F};
    release(back.hand[kLeft], 1.0F, {0.50F, 0.12F, -0.80F}, {1.0F, -0.1F, 0.1F}, {0.0F, 0.3F, 1.0F},
            {0.3F, -0.3F, -1.0F}, 26.0F);
    release(back.hand[kRight], 1.0F, {0.30F, 0.42F, -0.62F}, {0.8F, -0.3F, 0.5F}, {0.2F, -0.9F, 0.0F},
            {-0.9F, -0.5F, -0.2F}, 26.0F);

    Rig lie = back;
    lie.hips = {0.05F, -0.80F, -0.48F};
    lie.hips_turn = {-83.0F, 8.0F, 0.0F};
    lie.spin = 68.0F;
    lie.spine = {6.0F, -3.0F, 0.0F};
    lie.chest = {6.0F, -4.0F, 0.0F};
    lie.upper_chest = {4.0F, -3.0F, 0.0F};
    lie.nod = {12.0F, 10.0F, 12.0F};
    loosen(lie.foot[kLeft], {0.30F, 0.065F, 0.24F}, {-55.0F, 20.0F, 0.0F}, 60.0F, {1.0F, 0.05F, 0.1F});
    loosen(lie.foot[kRight], {0.16F, 0.085F, 0.30F}, {-50.0F, 10.0F, 0.0F}, 55.0F, {1.0F, 0.45F, 0.1F});
    lie.weapon_world = {0.49F, 0.026F, 0.26F};
    lie.weapon_world_turn = {0.0F, 76.0F, 90.0F};
    release(lie.hand[kLeft], 1.0F, {0.52F, 0.045F, -0.86F}, {1.0F, -0.05F, 0.05F}, {0.0F, 1.0F, 0.3F},
            {0.3F, -0.3F, -1.0F}, 34.0F);
    release(lie.hand[kRight], 1.0F, {0.44F, 0.045F, -0.60F}, {0.85F, -0.2F, 0.3F}, {-0.1F, -1.0F, 0.0F},
            {-0.9F, -0.3F, -0.2F}, 30.0F);

    Rig first = start;
    for (Rig* rig : {&first, &hit}) {
        rig->weapon_world = buckle.weapon_world;
        rig->weapon_world_turn = buckle.weapon_world_turn;
        rig->nod = hit.nod;
        for (const Side side : {kLeft, kRight}) {
            rig->hand[side].palm = buckle.hand[side].palm;
            rig->hand[side].fingers = buckle.hand[side].fingers;
            rig->hand[side].normal = buckle.hand[side].normal;
        }
    }
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

}  // namespace

void addFalls(std::vector<Motion>& motions) {
    const auto keyed = [](const KeyedMotion& motion) { return [motion](float t) { return motion.at(t); }; };
    motions.push_back({"Die", kDieSeconds, 30.0F, false, 0.0F, keyed(backward())});
}

}  // namespace phalanx::soldier
