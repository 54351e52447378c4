// The measurements of soldier_check: clips, and crossfades of two clips. They work on clips in memory and on
// clips read from a file.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "clips/clips.h"
#include "soldier.h"

namespace phalanx::soldier {

// model_from_bind of every bone, in the skeleton's order; transforms vertices and points given in the rest
// pose.
using BoneMatrices = std::vector<glm::mat4>;

// A clip to measure. `at` takes times in [0, duration_s].
struct Track {
    std::string name;
    float duration_s = 0.0F;
    float rate_hz = 30.0F;  // sampling rate of the measurements
    bool loops = false;
    float stride_speed = 0.0F;
    float side_speed = 0.0F;
    std::function<BoneMatrices(float time_s)> at;
};

// Between frames, matrices are blended linearly, as on the GPU.
Track trackOf(const Skeleton& skeleton, const Clip& clip);

enum class Quantity {
    kFootSlide,  // movement of a point of the sole over the ground while it touches it, mm
    kFootUnder,  // depth of a point of the sole under the ground, mm
    kBodyUnder,  // depth of any other part under the ground, mm
    kLeftHand,   // distance of the grasp's middle from the axis of the handguard or magazine, mm
    kRightHand,  // distance of the grasp's middle from the middle of the pistol grip, mm
    kDepth,      // penetration of body, arms, legs and rifle, mm; see bodyCapsules()
    kJerkPeak,   // largest third derivative of a joint's position, m/s^3
    kJerkRms,    // its root mean square over time, of the joint with the largest one, m/s^3
    kSeam,       // difference of positions between the last and the first frame of a loop, mm
};

struct Figure {
    Quantity quantity;
    float value;
    float time_s;        // the time of the largest value
    std::string detail;  // the joint or pair of it
};

struct Report {
    std::string clip;
    std::string with;  // the other clip of a crossfade; empty for a single clip
    std::vector<Figure> figures;
};

Report measureClip(const Skeleton& skeleton, const Track& track);

// Measures the crossfade at the weights 1/8 to 7/8, in both directions, at several times of both clips.
Report measureCrossfade(const Skeleton& skeleton, const Track& track, const Track& other);

// Measures each clip, and the crossfade of each clip with Idle, or with the clip that it is played beside.
std::vector<Report> measureAll(const Skeleton& skeleton, const std::vector<Track>& tracks);

}  // namespace phalanx::soldier
