#include "clips/clips.h"

#include <cmath>

#include "clips/clips_face.h"

namespace phalanx::soldier {
namespace {

Clip bake(const Skeleton& skeleton, const Motion& motion) {
    Clip clip;
    clip.name = motion.name;
    clip.rate_hz = motion.rate_hz;
    clip.loops = motion.loops;
    clip.stride_speed = motion.stride_speed;
    clip.side_speed = motion.side_speed;
    clip.markers = motion.markers;
    const int steps = static_cast<int>(std::lround(motion.duration_s * motion.rate_hz));
    for (int i = 0; i <= steps; ++i) {
        if (motion.loops && i == steps) {
            clip.frames.push_back(clip.frames.front());
            break;
        }
        const float time_s = static_cast<float>(i) / motion.rate_hz;
        clip.frames.push_back(solveRig(skeleton, motion.rig(time_s)).pose);
        clip.frames.back().morphs = faceAt(motion.name, time_s);
    }
    // q and -q are the same rotation; neighbours must be in one hemisphere for readers that blend their
    // components.
    for (std::size_t i = 1; i < clip.frames.size(); ++i) {
        for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
            glm::quat& q = clip.frames[i].rotation[b];
            if (glm::dot(q, clip.frames[i - 1].rotation[b]) < 0.0F) q = -q;
        }
    }
    return clip;
}

}  // namespace

std::vector<Motion> soldierMotions(const Skeleton& skeleton) {
    std::vector<Motion> motions;
    addStanding(motions);
    addLocomotion(skeleton, motions);
    addCombat(motions);
    addGestures(motions);
    addFalls(motions);
    addRises(motions);
    return motions;
}

std::vector<Motion> moveMotions(const Skeleton& skeleton) {
    std::vector<Motion> motions;
    addSteps(skeleton, motions);
    addAims(skeleton, motions);
    addFlinches(motions);
    addLookAround(motions);
    addWounds(motions);
    addStepOver(skeleton, motions);
    return motions;
}

const std::vector<Release>& releases() {
    using enum Release::What;
    static const std::vector<Release> kReleases{
        {"Reload", kLeftHand, 0.40F, 2.42F},    {"Salute", kRightHand, 0.0F, 2.45F},
        {"Cheer", kLeftHand, 0.0F, 3.00F},      {"Die", kLeftHand, 0.18F, 10.0F},
        {"Die", kRightHand, 0.18F, 10.0F},      {"Die", kFeet, 0.50F, 10.0F},
        {"Die2", kLeftHand, 0.15F, 10.0F},      {"Die2", kRightHand, 0.15F, 10.0F},
        {"Die2", kFeet, 0.15F, 10.0F},          {"GetUp", kLeftHand, 0.0F, 2.08F},
        {"GetUp", kRightHand, 0.0F, 1.52F},     {"GetUp", kFeet, 0.0F, 1.42F},
        {"GetUp2", kLeftHand, 0.0F, 2.08F},     {"GetUp2", kRightHand, 0.0F, 1.46F},
        {"GetUp2", kFeet, 0.0F, 1.36F},         {"Wounded", kLeftHand, 0.13F, 10.0F},
        {"Wounded", kFeet, 0.13F, 0.90F},       {"DragBack", kLeftHand, 0.0F, 10.0F},
        {"WoundedDie", kLeftHand, 0.0F, 10.0F}, {"WoundedDie", kFeet, 0.30F, 10.0F},
    };
    return kReleases;
}

std::vector<Clip> buildClips(const Skeleton& skeleton) {
    std::vector<Clip> clips;
    for (const Motion& motion : soldierMotions(skeleton)) clips.push_back(bake(skeleton, motion));
    return clips;
}

std::vector<Clip> buildMoves(const Skeleton& skeleton) {
    std::vector<Clip> clips;
    for (const Motion& motion : moveMotions(skeleton)) clips.push_back(bake(skeleton, motion));
    return clips;
}

}  // namespace phalanx::soldier
