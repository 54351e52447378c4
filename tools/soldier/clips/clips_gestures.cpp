// Crouch, Salute, Cheer.
#include "clips/clips.h"
#include "clips/clips_keys.h"
#include "clips/clips_steps.h"

namespace phalanx::soldier {
namespace {

constexpr float kCrouchSeconds = 1.5F;

// Kneels on the right knee and sits on the right heel: the left foot steps forward, the right one back.
KeyedMotion crouchMotion() {
    const PoseRig start = standing();
    PoseRig shift = start;
    shift.hips = {-0.030F, -0.060F, 0.0F};
    shift.hips_turn = {5.0F, -5.0F, 0.0F};
    shift.spine.x += 3.0F;
    shift.look = {8.0F, 2.0F, 0.0F};
    shift.foot[kLeft].turn.x = 3.0F;
    PoseRig stepped = shift;
    stepped.hips = {0.030F, -0.150F, 0.02F};
    stepped.hips_turn = {10.0F, -7.0F, 0.0F};
    stepped.spine.x += 2.0F;
    stepped.foot[kLeft].turn.x = 0.0F;
    stepped.foot[kRight].turn.x = 24.0F;
    PoseRig back = stepped;
    back.hips = {0.024F, -0.320F, -0.06F};
    back.hips_turn = {9.0F, -9.0F, 0.0F};
    back.foot[kRight].turn.x = 52.0F;
    back.look = {3.0F, 2.0F, 0.0F};
    back.weapon = {-0.105F, 1.27F, 0.25F};
    back.weapon_turn = {20.0F, 34.0F, 2.0F};
    PoseRig kneel = back;
    kneel.hips = {0.0F, -0.535F, -0.16F};
    kneel.hips_turn = {4.0F, -12.0F, 0.0F};
    kneel.spine = {4.0F, 1.0F, 0.0F};
    kneel.chest = {4.0F, 2.0F, 0.0F};
    kneel.upper_chest = {2.0F, 2.0F, 0.0F};
    kneel.look = {1.0F, 2.0F, 0.0F};
    kneel.foot[kRight].turn.x = 72.0F;
    kneel.foot[kRight].knee = {-0.25F, -0.2F, 1.0F};
    kneel.foot[kLeft].knee = {0.05F, 0.3F, 1.0F};
    kneel.weapon = {-0.110F, 1.30F, 0.25F};
    kneel.weapon_turn = {8.0F, 24.0F, 0.0F};
    PoseRig sink = kneel;
    sink.hips.y -= 0.012F;
    sink.spine.x += 1.5F;
    sink.look.x += 2.0F;
    sink.weapon_turn.x += 3.0F;
    KeyedMotion motion({{0.0F, start},
                        {0.18F, shift},
                        {0.36F, stepped},
                        {0.62F, back},
                        {0.92F, sink},
                        {1.20F, kneel},
                        {kCrouchSeconds, kneel}},
                       false);
    return motion;
}

constexpr float kSaluteSeconds = 2.6F;

KeyedMotion saluteMotion() {
    const PoseRig start = standing();
    PoseRig upright = start;  // straightens up, with the rifle upright in front of the left side
    upright.hips = {0.004F, -0.010F, 0.0F};
    upright.hips_turn = {0.0F, 0.0F, 0.0F};
    upright.spine = {-1.0F, 0.0F, 0.0F};
    upright.chest = {-1.0F, 0.0F, 0.0F};
    upright.upper_chest = {-1.0F, 0.0F, 0.0F};
    upright.look = {-1.0F, 0.0F, 0.0F};
    upright.raise = {1.0F, 3.0F};
    upright.weapon = {0.055F, 1.04F, 0.285F};
    upright.weapon_turn = {-52.0F, 24.0F, 0.0F};
    upright.hand[kLeft].elbow = {0.8F, -1.0F, -0.3F};
    upright.hand[kRight].hold = 0.0F;
    upright.hand[kRight].palm = {-0.28F, 1.22F, 0.26F};
    upright.hand[kRight].fingers = {0.35F, 0.55F, 0.75F};
    upright.hand[kRight].normal = {0.9F, -0.3F, -0.1F};
    upright.hand[kRight].curl = 12.0F;
    upright.hand[kRight].index = 8.0F;
    upright.hand[kRight].thumb = 12.0F;
    PoseRig swing = start;  // the rifle moves around the chest, not through it
    swing.weapon = {-0.030F, 1.125F, 0.272F};
    swing.weapon_turn = {-4.0F, 38.0F, 2.0F};
    swing.hips_turn = {0.5F, -2.0F, 0.0F};
    swing.hand[kRight] = upright.hand[kRight];
    swing.hand[kRight].hold = 0.30F;
    PoseRig brow = upright;
    brow.raise[kRight] = 12.0F;
    brow.hand[kRight].palm = {-0.195F, 1.640F, 0.105F};
    brow.hand[kRight].fingers = {0.78F, 0.60F, -0.10F};
    brow.hand[kRight].normal = {0.50F, -0.75F, 0.40F};
    brow.hand[kRight].elbow = {-1.0F, -0.35F, 0.05F};
    brow.hand[kRight].curl = 3.0F;
    brow.hand[kRight].index = 3.0F;
    PoseRig first = start;
    first.hand[kRight].palm = upright.hand[kRight].palm;
    first.hand[kRight].fingers = upright.hand[kRight].fingers;
    first.hand[kRight].normal = upright.hand[kRight].normal;
    KeyedMotion motion({{0.0F, first},
                        {0.20F, swing},
                        {0.40F, upright},
                        {0.74F, brow},
                        {1.65F, brow},
                        {1.98F, upright},
                        {2.20F, swing},
                        {2.44F, first},
                        {kSaluteSeconds, first}},
                       false);
    return motion;
}

constexpr float kCheerSeconds = 3.0F;

// Raises the arms three times; begins and ends in standing(), so that it loops.
KeyedMotion cheerMotion() {
    const PoseRig start = standing();
    PoseRig gather = start;  // a dip before the arms are raised
    gather.hips += glm::vec3(0.0F, -0.050F, -0.005F);
    gather.hips_turn.x += 5.0F;
    gather.chest.x += 4.0F;
    gather.look = {6.0F, 0.0F, 0.0F};
    gather.weapon += glm::vec3(-0.06F, 0.02F, 0.035F);
    gather.weapon_turn = {-8.0F, 22.0F, 0.0F};
    gather.hand[kRight].elbow = {-1.0F, -0.6F, -0.25F};
    gather.hand[kLeft].hold = 0.0F;
    gather.hand[kLeft].palm = {0.30F, 1.17F, 0.33F};
    gather.hand[kLeft].fingers = {0.0F, 0.35F, 0.9F};
    gather.hand[kLeft].normal = {-0.9F, 0.3F, -0.1F};
    gather.hand[kLeft].curl = 70.0F;
    gather.hand[kLeft].index = 68.0F;
    gather.hand[kLeft].thumb = 45.0F;
    // Forward and up, not overhead: compared to Idle no bone rotates so far that a crossfade, which blends
    // matrices, shrinks it much.
    PoseRig up = gather;
    up.hips = {0.0F, -0.006F, 0.0F};
    up.hips_turn = {-2.0F, 0.0F, 0.0F};
    up.spine = {-3.0F, 0.0F, 0.0F};
    up.chest = {-5.0F, 0.0F, 0.0F};
    up.upper_chest = {-4.0F, 0.0F, 0.0F};
    up.look = {-16.0F, 4.0F, 0.0F};
    up.raise = {20.0F, 22.0F};
    up.weapon = {-0.260F, 1.85F, 0.26F};
    up.weapon_turn = {-53.0F, 11.0F, -4.0F};
    up.hand[kRight].elbow = {-0.92F, -0.19F, 0.68F};
    up.hand[kLeft].palm = {0.200F, 1.86F, 0.38F};
    up.hand[kLeft].fingers = {0.27F, 0.82F, 0.22F};
    up.hand[kLeft].normal = {-0.72F, 0.14F, 0.48F};
    up.hand[kLeft].elbow = {0.91F, -0.19F, 0.71F};
    up.hand[kRight].index = 30.0F;
    PoseRig rise = up;  // the arms swing outwards and up, not between the shoulders
    rise.hips = {0.0F, -0.022F, 0.0F};
    rise.hips_turn = {1.0F, 0.0F, 0.0F};
    rise.spine.x = 0.0F;
    rise.chest.x = -1.0F;
    rise.upper_chest.x = -1.0F;
    rise.look.x = -6.0F;
    rise.raise = {9.0F, 10.0F};
    rise.weapon = {-0.360F, 1.58F, 0.300F};
    rise.weapon_turn = {-40.0F, -8.0F, -4.0F};
    rise.hand[kRight].elbow = {-1.0F, -0.5F, 0.15F};
    rise.hand[kLeft].palm = {0.385F, 1.55F, 0.300F};
    rise.hand[kLeft].fingers = {-0.05F, 0.8F, 0.6F};
    rise.hand[kLeft].normal = {-0.85F, 0.2F, 0.4F};
    rise.hand[kLeft].elbow = {1.0F, -0.5F, 0.15F};
    PoseRig down = up;
    down.hips = {0.0F, -0.034F, 0.0F};
    down.hips_turn = {1.0F, 0.0F, 0.0F};
    down.spine.x = -1.0F;
    down.chest.x = -2.0F;
    down.look.x = -9.0F;
    down.raise = {11.0F, 12.0F};
    down.weapon = {-0.320F, 1.70F, 0.21F};
    down.weapon_turn = {-43.0F, 11.0F, -2.0F};
    down.hand[kLeft].palm = {0.298F, 1.62F, 0.25F};
    PoseRig first = start;
    first.hand[kLeft].palm = gather.hand[kLeft].palm;
    first.hand[kLeft].fingers = gather.hand[kLeft].fingers;
    first.hand[kLeft].normal = gather.hand[kLeft].normal;
    PoseRig lower = gather;
    lower.hips = {0.0F, -0.03F, 0.0F};
    lower.chest.x = 2.0F;
    lower.look = {2.0F, 0.0F, 0.0F};
    KeyedMotion motion({{0.0F, first},
                        {0.34F, gather},
                        {0.56F, rise},
                        {0.80F, up},
                        {1.04F, down},
                        {1.30F, up},
                        {1.54F, down},
                        {1.80F, up},
                        {2.08F, rise},
                        {2.38F, lower},
                        {kCheerSeconds, first}},
                       false);
    motion.lag(&PoseRig::look, 0.04F);
    return motion;
}

}  // namespace

void addGestures(std::vector<Motion>& motions) {
    const auto keyed = [](const KeyedMotion& motion) { return [motion](float t) { return motion.at(t); }; };
    const std::vector<Step> steps{{kLeft, 0.06F, 0.36F, {0.125F, 0.0F, 0.215F}, 5.0F, 0.05F},
                                  {kRight, 0.36F, 0.76F, {-0.125F, 0.0F, -0.405F}, -3.0F, 0.06F}};
    const auto crouch = [motion = crouchMotion(), steps](float t) {
        PoseRig rig = motion.at(t);
        applySteps(standing(), steps, t, rig);
        return rig;
    };
    motions.push_back({"Crouch", kCrouchSeconds, 30.0F, false, 0.0F, crouch});
    motions.push_back({"Salute", kSaluteSeconds, 30.0F, false, 0.0F, keyed(saluteMotion())});
    motions.push_back({"Cheer", kCheerSeconds, 30.0F, true, 0.0F, keyed(cheerMotion())});
}

}  // namespace phalanx::soldier
