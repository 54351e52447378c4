// Idle, LookAround, and the pose in which they begin.
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "clips/clips.h"
#include "clips/clips_keys.h"

namespace phalanx::soldier {

PoseRig standing() {
    PoseRig rig;
    rig.hips = {0.0F, -0.010F, -0.006F};
    rig.hips_turn = {1.0F, -4.0F, 0.0F};
    rig.spine = {1.0F, 1.0F, 0.0F};
    rig.chest = {2.0F, 1.0F, 0.0F};
    rig.look = {3.0F, 2.0F, 0.0F};
    rig.raise = {0.0F, 0.0F};
    rig.reach = {6.0F, 2.0F};
    rig.weapon = {-0.100F, 1.215F, 0.235F};
    rig.weapon_turn = {33.0F, 46.0F, 4.0F};
    rig.foot[kLeft].place = {0.125F, 0.0F, 0.035F};
    rig.foot[kLeft].turn = {0.0F, 9.0F, 0.0F};
    rig.foot[kLeft].knee = {0.17F, 0.0F, 1.0F};
    rig.foot[kRight].place = {-0.135F, 0.0F, -0.055F};
    rig.foot[kRight].turn = {0.0F, -17.0F, 0.0F};
    rig.foot[kRight].knee = {-0.3F, 0.0F, 1.0F};
    rig.hand[kLeft].elbow = {1.0F, -0.75F, 0.0F};
    rig.hand[kLeft].curl = 48.0F;
    rig.hand[kLeft].index = 44.0F;
    rig.hand[kLeft].thumb = 25.0F;
    rig.hand[kRight].elbow = {-0.55F, -1.0F, -0.6F};
    rig.hand[kRight].curl = 62.0F;
    rig.hand[kRight].index = 16.0F;  // along the receiver, off the trigger
    rig.hand[kRight].thumb = 40.0F;
    // By default a free hand hangs beside the thigh.
    for (const Side side : {kLeft, kRight}) {
        const float x = side == kLeft ? 1.0F : -1.0F;
        rig.hand[side].palm = {x * 0.29F, 0.90F, 0.06F};
        rig.hand[side].fingers = {x * 0.05F, -1.0F, 0.15F};
        rig.hand[side].normal = {-x, 0.0F, 0.0F};
    }
    return rig;
}

namespace {

constexpr float kIdleSeconds = 4.0F;

// Breathes twice, and shifts the weight from the left leg to the right one and back. All motions are sums of
// sines with whole periods that are 0 at the start, so that the loop has no seam and begins in standing().
PoseRig idle(float time_s) {
    const float a = glm::two_pi<float>() * time_s / kIdleSeconds;
    const auto wave = [](float angle, float delay) { return std::sin(angle - delay) + std::sin(delay); };
    const float breath = 0.5F - 0.5F * std::cos(2.0F * a);
    const float shift = wave(a, 0.0F);
    const float follow = wave(a, 0.35F);
    PoseRig rig = standing();
    rig.hips += glm::vec3(0.024F * shift, 0.002F * breath - 0.003F * shift * shift, 0.003F * follow);
    rig.hips_turn += glm::vec3(0.0F, 1.6F * follow, 1.9F * shift);
    rig.spine += glm::vec3(-0.4F * breath, 0.0F, -1.4F * follow);
    rig.chest += glm::vec3(-1.3F * breath, -1.2F * follow, -0.8F * follow);
    rig.upper_chest += glm::vec3(-1.2F * breath, 0.0F, 0.0F);
    rig.raise[kLeft] += 2.4F * breath;
    rig.raise[kRight] += 2.4F * breath;
    rig.weapon.y += 0.006F * breath;
    rig.weapon_turn += glm::vec3(0.9F * wave(2.0F * a, 0.5F) * 0.6F, 0.8F * follow, 0.5F * follow);
    // A glance to the left and, shorter, to the right.
    rig.look +=
        glm::vec3(1.2F * wave(2.0F * a, 0.4F) * 0.5F, 7.0F * std::sin(a) + 3.5F * std::sin(2.0F * a), 0.0F);
    return rig;
}

constexpr float kLookSeconds = 4.0F;

// The head turns first, then the chest with the rifle.
KeyedMotion lookAround() {
    const PoseRig start = standing();
    PoseRig left = start;
    left.hips += glm::vec3(0.014F, -0.004F, 0.0F);
    left.hips_turn.y += 5.0F;
    left.spine.y += 6.0F;
    left.chest.y += 9.0F;
    left.upper_chest.y += 8.0F;
    left.look = {4.0F, 62.0F, -2.0F};
    PoseRig left_more = left;
    left_more.look = {1.0F, 66.0F, -2.0F};
    left_more.chest.y += 1.5F;
    PoseRig right = start;
    right.hips += glm::vec3(-0.016F, -0.004F, 0.0F);
    right.hips_turn.y -= 4.0F;
    right.spine.y -= 6.0F;
    right.chest.y -= 9.0F;
    right.upper_chest.y -= 8.0F;
    right.look = {4.0F, -60.0F, 2.0F};
    PoseRig right_more = right;
    right_more.look = {1.0F, -64.0F, 2.0F};
    right_more.chest.y -= 1.5F;
    KeyedMotion motion({{0.0F, start},
                        {0.70F, left},
                        {1.35F, left_more},
                        {2.15F, right},
                        {2.80F, right_more},
                        {3.60F, start},
                        {kLookSeconds, start}},
                       true);
    motion.lag(&PoseRig::spine, 0.10F).lag(&PoseRig::chest, 0.12F).lag(&PoseRig::upper_chest, 0.10F);
    motion.lag(&PoseRig::hips, 0.14F).lag(&PoseRig::hips_turn, 0.14F);
    return motion;
}

}  // namespace

void addLookAround(std::vector<Motion>& motions) {
    const auto look = [motion = lookAround()](float t) { return motion.at(t); };
    motions.push_back({"LookAround", kLookSeconds, 30.0F, true, 0.0F, look});
}

void addStanding(std::vector<Motion>& motions) {
    motions.push_back({"Idle", kIdleSeconds, 30.0F, true, 0.0F, idle});
}

}  // namespace phalanx::soldier
