// Aim, Fire, Reload, Hit: clips with the rifle, standing.
#include <string>

#include "clips/clips.h"
#include "clips/clips_keys.h"
#include "clips/clips_steps.h"

namespace phalanx::soldier {

PoseRig aiming() {
    PoseRig rig = standing();
    rig.hips = {0.012F, -0.050F, 0.035F};
    rig.hips_turn = {5.0F, -20.0F, 0.0F};
    rig.spine = {3.0F, -3.0F, 0.0F};
    rig.chest = {4.0F, -4.0F, 0.0F};
    rig.upper_chest = {4.0F, -4.0F, 0.0F};
    rig.look = {16.0F, -3.0F, 13.0F};
    rig.raise = {4.0F, 19.0F};
    rig.reach = {10.0F, 2.0F};
    rig.weapon_free = 1.0F;
    rig.weapon_world = {-0.096F, 1.490F, 0.333F};
    rig.weapon_world_turn = {0.0F, 0.0F, 0.0F};
    rig.foot[kLeft].place = {0.125F, 0.0F, 0.195F};
    rig.foot[kLeft].turn = {0.0F, 2.0F, 0.0F};
    rig.foot[kLeft].knee = {0.12F, 0.0F, 1.0F};
    rig.hand[kLeft].elbow = {0.45F, -1.0F, 0.10F};
    rig.hand[kRight].elbow = {-0.9F, -0.75F, -0.2F};
    rig.hand[kRight].index = 42.0F;
    return rig;
}

namespace {

constexpr float kAimSeconds = 1.2F;

KeyedMotion aimMotion() {
    const PoseRig start = standing();
    const PoseRig end = aiming();
    // The head turns to the target first, the weight moves to the right leg, the left foot steps, the rifle
    // is raised.
    PoseRig look = start;
    look.look = {0.0F, 0.0F, 0.0F};
    look.hips += glm::vec3(-0.020F, -0.012F, -0.008F);
    look.hips_turn.y -= 5.0F;
    look.weapon += glm::vec3(0.0F, 0.015F, 0.005F);

    PoseRig step = start;
    step.hips = {-0.016F, -0.040F, 0.010F};
    step.hips_turn = {3.0F, -13.0F, 0.0F};
    step.chest.y -= 3.0F;
    step.look = {5.0F, -1.0F, 4.0F};
    step.raise = {2.0F, 8.0F};
    step.foot[kLeft].turn.x = 5.0F;
    step.weapon_free = 0.45F;
    step.weapon_world = {-0.055F, 1.40F, 0.320F};
    step.weapon_world_turn = {12.0F, 10.0F, 0.0F};
    step.hand[kRight].elbow = {-0.8F, -0.85F, -0.4F};

    PoseRig overshoot = end;
    overshoot.hips.y -= 0.006F;
    overshoot.weapon_world += glm::vec3(0.0F, 0.004F, -0.004F);
    overshoot.weapon_world_turn.x = -1.2F;
    overshoot.hand[kRight].index = 20.0F;

    for (PoseRig* rig : {&look}) {
        rig->weapon_world = step.weapon_world;
        rig->weapon_world_turn = step.weapon_world_turn;
    }
    PoseRig first = start;
    first.weapon_world = step.weapon_world;
    first.weapon_world_turn = step.weapon_world_turn;
    return {
        {{0.0F, first}, {0.16F, look}, {0.38F, step}, {0.68F, overshoot}, {0.92F, end}, {kAimSeconds, end}},
        false};
}

constexpr float kFireSeconds = 1.0F;
constexpr int kRounds = 3;
constexpr float kFirstRound_s = 0.06F;
constexpr float kRound_s = 0.1F;

std::string roundsFired() {
    std::string text;
    for (int i = 0; i < kRounds; ++i)
        text += "fire=" + std::to_string(kFirstRound_s + kRound_s * static_cast<float>(i)) + ", ";
    return text;
}

// Three rounds at 600 per minute, then the rifle settles.
PoseRig fire(float time_s) {
    float kick = 0.0F, body = 0.0F, climb = 0.0F;
    for (int i = 0; i < kRounds; ++i) {
        const float since = time_s - kFirstRound_s - kRound_s * static_cast<float>(i);
        kick += bump(since / 0.15F, 0.25F);
        body += bump((since - 0.015F) / 0.30F, 0.28F);
        climb += bump((since - 0.01F) / 0.55F, 0.30F);
    }
    PoseRig rig = aiming();
    rig.weapon_world += glm::vec3(0.001F * climb, 0.0022F * climb, -0.016F * kick);
    rig.weapon_world_turn += glm::vec3(-0.7F * kick - 0.8F * climb, 0.25F * climb, 0.5F * kick);
    rig.hips += glm::vec3(0.0F, 0.0F, -0.006F * body);
    rig.hips_turn.x -= 0.4F * body;
    rig.spine.x -= 0.5F * body;
    rig.chest += glm::vec3(-0.7F * body, -0.8F * body, 0.0F);
    rig.upper_chest += glm::vec3(-0.5F * body, -0.8F * body, 0.0F);
    rig.reach[kRight] -= 4.0F * kick;
    rig.look += glm::vec3(-0.5F * body, 0.0F, 0.6F * kick);
    rig.hand[kRight].index += 8.0F * easeInOut(time_s / 0.06F) * (1.0F - easeInOut((time_s - 0.32F) / 0.15F));
    return rig;
}

constexpr float kReloadSeconds = 2.8F;

KeyedMotion reloadMotion() {
    const PoseRig start = standing();
    // The rifle is raised in front of the chest, with the magazine well towards the left hand; the head turns
    // to it.
    PoseRig ready = start;
    ready.weapon = {-0.105F, 1.275F, 0.265F};
    ready.weapon_turn = {-14.0F, 26.0F, -18.0F};
    ready.look = {20.0F, 4.0F, 0.0F};
    ready.chest.x += 2.0F;
    ready.raise = {2.0F, 3.0F};
    ready.hips.y -= 0.008F;
    ready.hand[kRight].elbow = {-0.75F, -0.9F, -0.35F};
    PoseRig grab = ready;
    grab.hand[kLeft].magazine = 1.0F;
    grab.hand[kLeft].curl = 58.0F;
    grab.hand[kLeft].elbow = {0.7F, -0.9F, -0.3F};
    PoseRig held = grab;
    held.magazine_in_hand = 1.0F;
    PoseRig pulled = held;
    pulled.hand[kLeft].hold = 0.0F;
    pulled.hand[kLeft].palm = {0.02F, 1.10F, 0.37F};
    pulled.hand[kLeft].fingers = {-0.65F, 0.1F, 0.7F};
    pulled.hand[kLeft].normal = {-0.7F, 0.1F, -0.65F};
    pulled.weapon_turn.x -= 4.0F;
    PoseRig pouch = pulled;
    pouch.hand[kLeft].palm = {0.110F, 1.185F, 0.275F};
    pouch.hand[kLeft].fingers = {-0.85F, 0.10F, 0.45F};
    pouch.hand[kLeft].normal = {-0.50F, 0.10F, -0.85F};
    pouch.hand[kLeft].elbow = {1.0F, -0.55F, -0.1F};
    pouch.look = {26.0F, 12.0F, 2.0F};
    pouch.chest.x += 3.0F;
    pouch.chest.y += 3.0F;
    PoseRig dip = pouch;
    dip.hand[kLeft].palm += glm::vec3(0.0F, -0.045F, -0.015F);
    dip.chest.x += 1.0F;
    PoseRig raised = pulled;
    raised.hand[kLeft].palm = {0.02F, 1.11F, 0.37F};
    raised.look = ready.look;
    PoseRig seated = held;
    seated.weapon.y += 0.012F;  // the palm hits the magazine
    seated.weapon_turn.x -= 3.0F;
    PoseRig settled = held;
    PoseRig let_go = grab;
    PoseRig back = ready;
    back.look = {8.0F, 2.0F, 0.0F};
    // The fields of a free hand are used only while the hand is off the rifle; they must not drift before
    // that.
    for (PoseRig* rig : {&grab, &held, &ready, &settled, &seated, &let_go, &back}) {
        rig->hand[kLeft].palm = pulled.hand[kLeft].palm;
        rig->hand[kLeft].fingers = pulled.hand[kLeft].fingers;
        rig->hand[kLeft].normal = pulled.hand[kLeft].normal;
    }
    KeyedMotion motion({{0.0F, start},
                        {0.40F, ready},
                        {0.66F, grab},
                        {0.72F, held},
                        {0.95F, pulled},
                        {1.22F, pouch},
                        {1.38F, dip},
                        {1.54F, pouch},
                        {1.82F, raised},
                        {2.02F, seated},
                        {2.12F, settled},
                        {2.18F, let_go},
                        {2.42F, back},
                        {kReloadSeconds, start}},
                       false);
    return motion;
}

constexpr float kHitSeconds = 0.9F;

KeyedMotion hitMotion() {
    const PoseRig start = standing();
    // A hit at the right shoulder: the chest is pushed back and rotated, the head follows later, the knees
    // bend.
    PoseRig struck = start;
    struck.hips += glm::vec3(-0.006F, -0.018F, -0.030F);
    struck.hips_turn += glm::vec3(-3.0F, -7.0F, -1.5F);
    struck.spine += glm::vec3(-5.0F, -5.0F, 2.0F);
    struck.chest += glm::vec3(-8.0F, -9.0F, 3.0F);
    struck.upper_chest += glm::vec3(-6.0F, -7.0F, 3.0F);
    struck.raise = {8.0F, 12.0F};
    struck.reach = {2.0F, -10.0F};
    struck.look = {-14.0F, -14.0F, 8.0F};
    struck.weapon += glm::vec3(0.005F, 0.03F, 0.005F);
    struck.weapon_turn += glm::vec3(-12.0F, 4.0F, -8.0F);
    PoseRig fold = start;
    fold.hips += glm::vec3(0.0F, -0.060F, -0.022F);
    fold.hips_turn += glm::vec3(6.0F, -3.0F, 0.0F);
    fold.spine += glm::vec3(5.0F, -1.0F, 0.0F);
    fold.chest += glm::vec3(6.0F, -2.0F, 1.0F);
    fold.upper_chest += glm::vec3(4.0F, -2.0F, 1.0F);
    fold.raise = {7.0F, 9.0F};
    fold.hand[kLeft].elbow = {1.0F, -0.45F, 0.25F};
    fold.look = {16.0F, -4.0F, 5.0F};
    fold.weapon += glm::vec3(0.0F, -0.005F, 0.015F);
    fold.weapon_turn += glm::vec3(3.0F, 1.0F, 0.0F);
    KeyedMotion motion({{0.0F, start}, {0.15F, struck}, {0.40F, fold}, {0.82F, start}, {kHitSeconds, start}},
                       false);
    motion.lag(&PoseRig::look, 0.035F).lag(&PoseRig::weapon, 0.02F).lag(&PoseRig::weapon_turn, 0.03F);
    return motion;
}

}  // namespace

void addCombat(std::vector<Motion>& motions) {
    const auto keyed = [](const KeyedMotion& motion) { return [motion](float t) { return motion.at(t); }; };
    const std::vector<Step> step{
        {kLeft, 0.14F, 0.46F, aiming().foot[kLeft].place, aiming().foot[kLeft].turn.y, 0.05F}};
    const auto aim = [motion = aimMotion(), step](float t) {
        PoseRig rig = motion.at(t);
        applySteps(standing(), step, t, rig);
        return rig;
    };
    motions.push_back({"Aim", kAimSeconds, 30.0F, false, 0.0F, aim});
    motions.push_back({"Fire", kFireSeconds, 60.0F, true, 0.0F, fire, 0.0F, roundsFired()});
    motions.push_back(
        {"Reload", kReloadSeconds, 30.0F, false, 0.0F, keyed(reloadMotion()), 0.0F, "grip=0.72, grip=2.18"});
    motions.push_back({"Hit", kHitSeconds, 60.0F, false, 0.0F, keyed(hitMotion()), 0.0F, "hit=0"});
}

}  // namespace phalanx::soldier
