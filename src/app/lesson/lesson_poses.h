// The layered poses of the lesson: made of the clips and the parts of the body that a model has. No GL.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "anim/layers/layered_pose_json.h"
#include "app/army/army.h"

namespace phalanx {

enum class LessonPoseKind : std::uint8_t {
    kNone,      // the step has no layers
    kMix,       // the mean of several clips
    kMask,      // a clip for the upper body over a walk
    kAdditive,  // the same, and a flinch
    kInStep,    // a blend space between walk and run
    kAim,       // what the hands hold points at soldier 0
    kIk,        // a hand reaches a point
    kChain,     // and the spine helps
    kFeet,      // feet stand on the ground of the army
    kStack,     // kInStep, kMask, kAdditive and kAim: both hands hold the weapon
};

struct LessonPose {
    PoseFile file;
    std::string why_not;  // "": the models can do it
    bool ends = false;    // what it adds is a one-shot, which shows nothing after its end
};

// For an army of these models, at least one: made for the first of them. All of them must be able to play it.
LessonPose lessonPose(LessonPoseKind kind, std::span<const LoadedModel> models);

}  // namespace phalanx
