// HitFront, HitBack, HitLeft, HitRight: flinches by the side from which the soldier is struck.
#include "clips/clips.h"
#include "clips/clips_keys.h"

namespace phalanx::soldier {
namespace {

constexpr float kFlinchSeconds = 0.5F;

// From standing() to `struck`, past standing() to `rebound`, and back. The head and the rifle follow later.
KeyedMotion flinch(const PoseRig& struck, const PoseRig& rebound) {
    const PoseRig start = standing();
    KeyedMotion motion(
        {{0.0F, start}, {0.10F, struck}, {0.26F, rebound}, {0.46F, start}, {kFlinchSeconds, start}}, false);
    motion.lag(&PoseRig::look, 0.025F).lag(&PoseRig::weapon, 0.015F).lag(&PoseRig::weapon_turn, 0.02F);
    return motion;
}

KeyedMotion hitFront() {
    PoseRig struck = standing();
    struck.hips += glm::vec3(0.0F, -0.014F, -0.030F);
    struck.hips_turn.x -= 3.0F;
    struck.spine.x -= 5.0F;
    struck.chest.x -= 6.0F;
    struck.upper_chest.x -= 4.0F;
    struck.raise = {7.0F, 7.0F};
    struck.look.x = -10.0F;
    struck.weapon += glm::vec3(0.0F, 0.015F, 0.008F);
    struck.weapon_turn.x -= 7.0F;
    PoseRig rebound = standing();
    rebound.hips += glm::vec3(0.0F, -0.022F, -0.006F);
    rebound.hips_turn.x += 3.0F;
    rebound.spine.x += 2.0F;
    rebound.chest.x += 3.0F;
    rebound.raise = {4.0F, 4.0F};
    rebound.look.x = 10.0F;
    return flinch(struck, rebound);
}

KeyedMotion hitBack() {
    PoseRig struck = standing();
    struck.hips += glm::vec3(0.0F, -0.016F, 0.034F);
    struck.hips_turn.x += 5.0F;
    struck.spine.x += 2.0F;
    struck.chest.x -= 3.0F;  // the chest arches
    struck.upper_chest.x -= 4.0F;
    struck.raise = {6.0F, 6.0F};
    struck.reach[kLeft] -= 5.0F;
    struck.reach[kRight] -= 6.0F;
    struck.look.x = -9.0F;
    struck.weapon += glm::vec3(0.0F, 0.012F, 0.010F);
    struck.weapon_turn.x -= 5.0F;
    PoseRig rebound = standing();
    rebound.hips += glm::vec3(0.0F, -0.026F, 0.012F);
    rebound.hips_turn.x += 5.0F;
    rebound.spine.x += 4.0F;
    rebound.chest.x += 5.0F;
    rebound.upper_chest.x += 3.0F;
    rebound.raise = {5.0F, 5.0F};
    rebound.look.x = 13.0F;
    return flinch(struck, rebound);
}

// `away`: 1 if the body is pushed to the right, -1 to the left.
KeyedMotion hitBeside(float away) {
    const Side near = away > 0.0F ? kLeft : kRight;
    PoseRig struck = standing();
    struck.hips += glm::vec3(-0.026F * away, -0.014F, 0.0F);
    struck.hips_turn += glm::vec3(0.0F, -2.0F * away, 2.5F * away);
    struck.spine += glm::vec3(0.0F, -3.0F * away, 4.0F * away);
    struck.chest += glm::vec3(1.0F, -4.0F * away, 5.5F * away);
    struck.upper_chest += glm::vec3(1.0F, -3.0F * away, 3.5F * away);
    struck.raise[near] += 9.0F;
    struck.look += glm::vec3(4.0F, -5.0F * away, 9.0F * away);
    struck.weapon.y += 0.010F;
    struck.weapon_turn.x -= 4.0F;
    PoseRig rebound = standing();
    rebound.hips += glm::vec3(0.004F * away, -0.022F, 0.0F);
    rebound.hips_turn += glm::vec3(2.0F, 1.0F * away, -0.5F * away);
    rebound.spine += glm::vec3(1.0F, 1.0F * away, -1.0F * away);
    rebound.chest += glm::vec3(2.0F, 1.0F * away, -2.0F * away);
    rebound.raise[near] += 4.0F;
    rebound.look += glm::vec3(5.0F, 4.0F * away, -4.0F * away);
    return flinch(struck, rebound);
}

}  // namespace

void addFlinches(std::vector<Motion>& motions) {
    const auto add = [&](const char* name, const KeyedMotion& motion) {
        motions.push_back(
            {name, kFlinchSeconds, 60.0F, false, 0.0F, [motion](float t) { return motion.at(t); }});
    };
    add("HitFront", hitFront());
    add("HitBack", hitBack());
    add("HitLeft", hitBeside(1.0F));
    add("HitRight", hitBeside(-1.0F));
}

}  // namespace phalanx::soldier
