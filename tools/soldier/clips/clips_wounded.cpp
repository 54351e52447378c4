// Wounded, DragBack and WoundedDie: the soldier is hit in the left leg, sits down, drags itself backwards,
// and dies. The right hand keeps the rifle, the left one and the right heel push.
#include "clips/clips.h"
#include "clips/clips_keys.h"
#include "clips/clips_steps.h"

namespace phalanx::soldier {
namespace {

constexpr float kWoundedSeconds = 2.2F;
constexpr float kDragSeconds = 1.4F;
constexpr float kDragSpeed = 0.3F;  // backwards, m/s
constexpr float kDragWay = kDragSpeed * kDragSeconds;
constexpr float kWoundedDieSeconds = 2.0F;

// The left palm on the ground.
void pressLeft(PoseRig& rig, float x, float z, const glm::vec3& elbow) {
    release(rig.hand[kLeft], 1.0F, {x, -0.002F, z}, {0.85F, 0.0F, -0.52F}, {0.0F, -1.0F, 0.0F}, elbow, 6.0F);
}

// The lean of the hips, and how far each joint of the spine bends forward from there. `yaw`: of the shoulders
// against the hips, positive with the left one back.
void trunk(PoseRig& rig, const glm::vec3& hips_turn, float spine, float chest, float upper_chest,
           float yaw = 0.0F) {
    rig.hips_turn = hips_turn;
    rig.spine = {spine, 0.3F * yaw, 0.0F};
    rig.chest = {chest, 0.4F * yaw, 0.0F};
    rig.upper_chest = {upper_chest, 0.3F * yaw, 0.0F};
}

// Sits on the ground, leans on the left hand, with the left leg stretched out and the right knee up: the end
// of Wounded, the begin of DragBack and of WoundedDie.
PoseRig sitting() {
    PoseRig rig = standing();
    rig.hips = {0.02F, -0.836F, -0.38F};
    trunk(rig, {-46.0F, -6.0F, -4.0F}, 8.0F, 7.0F, 4.0F, 10.0F);
    rig.look = {4.0F, 4.0F, 0.0F};
    rig.raise = {8.0F, 2.0F};
    rig.weapon = {-0.112F, 1.220F, 0.252F};
    rig.weapon_turn = {32.0F, 40.0F, 6.0F};
    loosen(rig.foot[kLeft], {0.22F, 0.101F, 0.35F}, {-52.0F, 26.0F, 0.0F}, 32.0F, {0.85F, 0.6F, 0.0F});
    rig.foot[kRight].knee = {-0.50F, 1.0F, 0.35F};
    pressLeft(rig, 0.35F, -0.815F, {0.8F, 0.0F, -1.0F});
    return rig;
}

KeyedMotion wounded() {
    const PoseRig start = standing();
    const PoseRig sit = sitting();
    PoseRig hit = start;  // the left knee gives way
    hit.hips += glm::vec3(0.025F, -0.045F, -0.015F);
    hit.hips_turn = {6.0F, 2.0F, -5.0F};
    hit.spine = {7.0F, 2.0F, 2.0F};
    hit.chest = {9.0F, 2.0F, 2.0F};
    hit.upper_chest = {5.0F, 1.0F, 0.0F};
    hit.look = {20.0F, 8.0F, -4.0F};
    hit.raise = {8.0F, 6.0F};
    hit.weapon.z += 0.01F;
    hit.weapon_turn = {26.0F, 46.0F, 4.0F};
    hit.foot[kLeft].turn.x = 14.0F;
    hit.foot[kLeft].knee = {-0.05F, 0.0F, 1.0F};
    PoseRig buckle = hit;  // the left hand leaves the rifle
    buckle.hips = {0.058F, -0.205F, -0.165F};
    buckle.hips_turn = {-11.0F, 0.0F, -9.0F};
    buckle.spine = {7.0F, 0.0F, 3.0F};
    buckle.chest = {8.0F, 0.0F, 3.0F};
    buckle.look = {22.0F, 12.0F, -3.0F};
    buckle.weapon = {-0.106F, 1.235F, 0.252F};
    buckle.weapon_turn = {18.0F, 42.0F, 4.0F};
    loosen(buckle.foot[kLeft], {0.14F, 0.145F, 0.085F}, {8.0F, 10.0F, 0.0F}, 0.0F, {0.15F, 0.3F, 1.0F});
    release(buckle.hand[kLeft], 1.0F, {0.42F, 0.86F, -0.06F}, {0.4F, -0.8F, -0.1F}, {-0.4F, -0.3F, -0.6F},
            {1.0F, -0.2F, -0.6F}, 16.0F);

    PoseRig fall = buckle;
    fall.hips = {0.045F, -0.545F, -0.310F};
    trunk(fall, {-29.0F, -4.0F, -8.0F}, 9.0F, 9.0F, 5.0F, 8.0F);
    fall.look = {14.0F, 10.0F, -2.0F};
    fall.raise = {8.0F, 4.0F};
    fall.weapon = {-0.108F, 1.245F, 0.255F};
    fall.weapon_turn = {6.0F, 38.0F, 5.0F};
    loosen(fall.foot[kLeft], {0.18F, 0.155F, 0.25F}, {-24.0F, 16.0F, 0.0F}, 10.0F, {0.3F, 0.8F, 0.6F});
    fall.foot[kRight].knee = {-0.45F, 0.5F, 0.8F};
    release(fall.hand[kLeft], 1.0F, {0.43F, 0.37F, -0.68F}, {0.75F, -0.35F, -0.5F}, {-0.2F, -0.9F, -0.3F},
            {0.9F, -0.1F, -0.9F}, 10.0F);

    PoseRig land = sit;  // on the seat and the hand
    land.hips = {0.025F, -0.830F, -0.372F};
    trunk(land, {-40.0F, -6.0F, -6.0F}, 4.0F, 5.0F, 4.0F, 12.0F);
    land.look = {8.0F, 8.0F, 0.0F};
    land.weapon_turn = {24.0F, 40.0F, 6.0F};
    land.foot[kLeft].place.z -= 0.02F;
    PoseRig press = land;  // the impact
    press.hips = {0.02F, -0.842F, -0.382F};
    trunk(press, {-48.0F, -6.0F, -6.0F}, 9.0F, 9.0F, 6.0F, 8.0F);
    press.look = {22.0F, 10.0F, 0.0F};
    press.raise = {18.0F, 10.0F};
    press.foot[kLeft].place.y += 0.02F;
    PoseRig pain = press;  // bent over the leg, the left hand on the wound
    pain.hips = {0.015F, -0.834F, -0.38F};
    trunk(pain, {-35.0F, -2.0F, -1.0F}, 12.0F, 11.0F, 8.0F, -8.0F);
    pain.look = {36.0F, 16.0F, -4.0F};
    pain.raise = {14.0F, 8.0F};
    pain.weapon = {-0.095F, 1.305F, 0.255F};
    pain.weapon_turn = {4.0F, 50.0F, 6.0F};
    pain.foot[kLeft] = sit.foot[kLeft];
    pain.foot[kLeft].knee = {0.75F, 0.75F, 0.0F};
    pain.foot[kRight].knee = {-0.75F, 1.0F, 0.35F};
    release(pain.hand[kLeft], 1.0F, {0.225F, 0.335F, -0.16F}, {-0.45F, -0.25F, 0.85F}, {-0.1F, -1.0F, -0.15F},
            {1.0F, -0.2F, -0.5F}, 26.0F);
    PoseRig leave = pain;  // on its way back to the ground
    trunk(leave, {-38.0F, -4.0F, -2.0F}, 12.0F, 12.0F, 8.0F, 0.0F);
    leave.look = {24.0F, 10.0F, -2.0F};
    leave.hand[kLeft].palm = {0.42F, 0.26F, -0.44F};
    leave.hand[kLeft].fingers = {0.5F, -0.4F, 0.2F};
    leave.hand[kLeft].curl = 16.0F;
    leave.weapon_turn = {16.0F, 42.0F, 6.0F};

    PoseRig first = start;
    copyFree(first, buckle);
    copyFree(hit, buckle);
    for (PoseRig* rig : {&first, &hit}) rig->hand[kLeft].world = 1.0F;
    return {{{0.0F, first},
             {0.13F, hit},
             {0.34F, buckle},
             {0.60F, fall},
             {0.79F, land},
             {0.92F, press},
             {1.28F, pain},
             {1.50F, pain},
             {1.72F, leave},
             {2.00F, sit},
             {kWoundedSeconds, sit}},
            false};
}

// Moves a pose along Z: all that is given in model space.
PoseRig shifted(PoseRig rig, float z) {
    rig.hips.z += z;
    for (FootControl& foot : rig.foot) foot.place.z += z;
    for (HandControl& hand : rig.hand) hand.palm.z += z * hand.world;
    rig.weapon_world.z += z * rig.weapon_free;
    return rig;
}

// In the space of the ground, where what is planted is constant.
KeyedMotion drag() {
    const PoseRig ready = sitting();
    const auto back = [&](PoseRig& rig, float way, float lift) {
        rig.hips.z = ready.hips.z - way;
        rig.hips.y = ready.hips.y + lift;
        rig.foot[kLeft].place.z = ready.foot[kLeft].place.z - way;
    };
    PoseRig heave = ready;  // the weight comes onto hand and heel
    back(heave, 0.05F, 0.018F);
    trunk(heave, {-47.0F, -5.0F, -5.0F}, 8.0F, 7.0F, 4.0F, 8.0F);
    heave.look = {0.0F, 4.0F, 2.0F};
    heave.raise = {12.0F, 8.0F};
    heave.foot[kRight].turn.x = -6.0F;
    PoseRig push = ready;
    back(push, 0.20F, 0.046F);
    trunk(push, {-52.0F, -2.0F, -9.0F}, 8.0F, 7.0F, 4.0F, 0.0F);
    push.look = {-7.0F, 2.0F, 3.0F};
    push.raise = {11.0F, 8.0F};
    push.foot[kRight].knee = {-0.65F, 1.0F, 0.35F};
    push.foot[kRight].turn.x = -14.0F;
    PoseRig late = push;  // the hand is about to leave the ground
    back(late, 0.30F, 0.022F);
    trunk(late, {-52.0F, 0.0F, -9.0F}, 9.0F, 9.0F, 5.0F, -7.0F);
    late.look = {4.0F, 2.0F, 1.0F};
    late.raise = {6.0F, 6.0F};
    late.foot[kRight].turn.x = -20.0F;
    PoseRig end = late;
    back(end, 0.365F, 0.002F);
    trunk(end, {-46.0F, -2.0F, -4.0F}, 11.0F, 11.0F, 6.0F, -4.0F);
    end.look = {12.0F, 3.0F, 0.0F};
    end.raise = {5.0F, 4.0F};
    end.foot[kRight].turn.x = -25.0F;
    end.foot[kRight].knee = {-0.90F, 1.0F, 0.35F};
    end.weapon_turn.x = 24.0F;
    end.weapon.z += 0.004F;
    const glm::vec3 planted = ready.hand[kLeft].palm;
    const glm::vec3 next = planted - glm::vec3(0.0F, 0.0F, kDragWay);
    end.hand[kLeft].palm = planted + glm::vec3(0.015F, 0.05F, -0.05F);
    PoseRig settle = end;
    back(settle, 0.385F, -0.005F);
    trunk(settle, {-40.0F, -4.0F, -2.0F}, 12.0F, 11.0F, 7.0F, 4.0F);
    settle.look = {21.0F, 6.0F, 0.0F};
    settle.raise = {4.0F, 2.0F};
    settle.weapon_turn.x = 18.0F;
    settle.weapon.z += 0.008F;
    settle.hand[kLeft].palm = glm::mix(planted, next, 0.60F) + glm::vec3(0.03F, 0.085F, 0.0F);
    PoseRig lean = settle;
    back(lean, 0.40F, 0.0F);
    trunk(lean, {-43.0F, -7.0F, -4.0F}, 8.0F, 7.0F, 4.0F, 13.0F);
    lean.look = {8.0F, 10.0F, 0.0F};
    lean.raise = {6.0F, 2.0F};
    lean.hand[kLeft].palm = next;
    lean.foot[kRight].turn.x = -12.0F;
    lean.foot[kRight].knee = {-0.65F, 1.0F, 0.35F};
    lean.weapon_turn.x = 28.0F;

    // Several cycles, so that the slopes continue at the seam.
    std::vector<Key> keys;
    for (const int cycle : {-1, 0, 1}) {
        const float from_s = static_cast<float>(cycle) * kDragSeconds;
        const float way = -static_cast<float>(cycle) * kDragWay;
        for (const Key& key : {Key{0.0F, ready}, Key{0.12F, heave}, Key{0.38F, push}, Key{0.54F, late},
                               Key{0.68F, end}, Key{0.86F, settle}, Key{1.06F, lean}}) {
            keys.push_back({from_s + key.time_s, shifted(key.rig, way)});
        }
    }
    return {keys, false};
}

Motion dragMotion() {
    const auto rig = [motion = drag(), ready = sitting()](float time_s) {
        PoseRig result = motion.at(time_s);
        // The heel is drawn in after the push.
        const glm::vec3 place = ready.foot[kRight].place;
        const std::vector<Step> steps{{kRight, 0.86F, 1.36F, place - glm::vec3(0.0F, 0.0F, kDragWay),
                                       ready.foot[kRight].turn.y, 0.055F}};
        const FootControl wounded = result.foot[kLeft];
        applySteps(ready, steps, time_s, result);
        // The wounded leg follows the hips; it begins where `ready` has it.
        constexpr float kLate = 0.07F;  // seconds
        result.foot[kLeft] = wounded;
        result.foot[kLeft].place.z = motion.at(time_s - kLate).foot[kLeft].place.z -
                                     motion.at(-kLate).foot[kLeft].place.z + ready.foot[kLeft].place.z;
        return shifted(result, kDragSpeed * time_s);
    };
    return {"DragBack", kDragSeconds, 30.0F, true, -kDragSpeed, rig};
}

KeyedMotion woundedDie() {
    const PoseRig sit = sitting();
    PoseRig faint = sit;  // the head drops, the arm gives way
    faint.hips = {0.02F, -0.838F, -0.385F};
    trunk(faint, {-52.0F, -6.0F, -9.0F}, 9.0F, 8.0F, 5.0F, 8.0F);
    faint.nod = {24.0F, 6.0F, -8.0F};
    faint.nod_weight = 1.0F;
    faint.raise = {16.0F, 0.0F};
    faint.weapon_turn = {34.0F, 48.0F, 4.0F};
    faint.foot[kRight].knee = {-0.6F, 1.0F, 0.2F};

    PoseRig back = faint;
    back.hips = {0.015F, -0.830F, -0.40F};
    trunk(back, {-57.0F, -4.0F, -6.0F}, 0.0F, 0.0F, 0.0F, 0.0F);
    back.spin = 6.0F;
    back.nod = {16.0F, 8.0F, -6.0F};
    back.raise = {6.0F, 0.0F};
    back.weapon = {-0.11F, 1.16F, 0.235F};
    back.weapon_turn = {32.0F, 66.0F, 2.0F};
    release(back.hand[kLeft], 1.0F, {0.54F, 0.06F, -0.76F}, {0.95F, 0.1F, -0.1F}, {0.1F, -0.9F, 0.3F},
            {0.1F, 0.86F, -0.5F}, 16.0F);
    loosen(back.foot[kRight], {-0.14F, 0.106F, -0.03F}, {-16.0F, -20.0F, 0.0F}, -6.0F, {-0.9F, 1.0F, 0.1F});

    PoseRig lie = back;
    lie.hips = {0.0F, -0.826F, -0.42F};
    trunk(lie, {-55.5F, -2.0F, 0.0F}, -6.0F, -9.0F, -10.0F, 0.0F);
    lie.spin = 6.0F;
    lie.nod = {-49.0F, 38.0F, -14.0F};
    lie.raise = {0.0F, 0.0F};
    lie.weapon = {-0.11F, 1.085F, 0.205F};
    lie.weapon_turn = {44.0F, 86.0F, 0.0F};
    loosen(lie.foot[kLeft], {0.23F, 0.102F, 0.35F}, {-56.0F, 30.0F, 0.0F}, 50.0F, {1.0F, 0.3F, 0.0F});
    loosen(lie.foot[kRight], {-0.20F, 0.110F, 0.16F}, {-44.0F, -34.0F, 0.0F}, -40.0F, {-1.0F, 0.45F, 0.1F});
    release(lie.hand[kLeft], 1.0F, {0.61F, 0.062F, -0.74F}, {1.0F, 0.0F, 0.25F}, {0.0F, 1.0F, 0.1F},
            {0.0F, 1.0F, -0.1F}, 26.0F);
    lie.hand[kRight].elbow = {-0.8F, -1.0F, -0.4F};
    lie.hand[kRight].curl = 48.0F;
    PoseRig press = lie;  // the impact; the right leg tips over after it
    press.hips.y -= 0.003F;
    press.nod = {-54.0F, 16.0F, -8.0F};
    loosen(press.foot[kRight], {-0.15F, 0.108F, 0.02F}, {-22.0F, -24.0F, 0.0F}, -14.0F, {-0.9F, 0.8F, 0.1F});

    PoseRig first = sit;
    first.nod = {12.0F, 2.0F, 0.0F};
    return {{{0.0F, first},
             {0.42F, faint},
             {0.80F, back},
             {1.06F, press},
             {1.46F, lie},
             {kWoundedDieSeconds, lie}},
            false};
}

}  // namespace

void addWounds(std::vector<Motion>& motions) {
    const auto keyed = [](const KeyedMotion& motion) { return [motion](float t) { return motion.at(t); }; };
    motions.push_back(
        {"Wounded", kWoundedSeconds, 30.0F, false, 0.0F, keyed(wounded()), 0.0F, "hit=0.03, fall=0.84"});
    motions.push_back(dragMotion());
    motions.push_back(
        {"WoundedDie", kWoundedDieSeconds, 30.0F, false, 0.0F, keyed(woundedDie()), 0.0F, "fall=1.03"});
}

}  // namespace phalanx::soldier
