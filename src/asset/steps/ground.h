// Finds the ground that a model stands on. Many files have their origin elsewhere, at the hips or in the
// middle of a fish: units of such models are lifted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "anim/pose/model.h"

namespace phalanx {

// Where the ground was found.
enum class GroundSource : std::uint8_t {
    kWalks,  // the soles of planted feet, in clips that walk
    kIdle,   // the soles of the feet in the idle clip
    kLoops,  // the lowest point of all looping clips
    kClips,  // the lowest point of all clips, since none loops
    kRest,   // the lowest point of the rest pose, since there are no clips
};

struct Ground {
    GroundSource source = GroundSource::kRest;
    std::size_t clips = 0;  // the number of clips that were measured; 0 with kRest
    double y_m = 0.0;       // height of the ground in model space, metres
    double lift_m = 0.0;    // brings it to y = 0; 0 if it is near enough or too far
};

// A ground up to this far from y = 0, of the model's height, is where the file's author wanted it: lift_m is
// 0.
inline constexpr double kGroundedWithin = 0.02;
// A ground farther than this from y = 0 is a fault of the file: lift_m is 0. Equal to the range of --lift.
inline constexpr double kFarthestGround_m = 100.0;

// One ground serves all clips of a model, so that units do not jump in a crossfade and a clip that lies down
// or leaps keeps its place relative to one that walks. It is, in this order:
// - if clips walk (stride_speed is not 0), the height of the soles while a foot is planted: the median over
//   these moments, or the lowest point if they are few, then the median over these clips;
// - the same height in the idle clip (idleClip());
// - the lowest point of the looping clips, without those named after an event (jump, attack ...);
// - the lowest point of all clips, or of the rest pose.
// Call it with an imported model, which has its strides. Takes some milliseconds per clip that is measured.
Ground findGround(const Model& model);

// "the planted feet of 2 walking clips are at y = -0.950 m; lifted by 0.950 m"
std::string textOf(const Ground& ground);

}  // namespace phalanx
