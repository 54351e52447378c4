// What soldier_check measures of a clip, and of a clip's crossfade with another. The same functions serve
// clips in memory and clips read back from a file.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "clips.h"
#include "soldier.h"

namespace phalanx::soldier {

// model_from_bind of every bone, in the skeleton's order: what moves a vertex or any point given at rest.
using BoneMatrices = std::vector<glm::mat4>;

// A clip as the check sees it. `at` takes times in [0, duration_s].
struct Track {
    std::string name;
    float duration_s = 0.0F;
    float rate_hz = 30.0F;  // at which it is measured
    bool loops = false;
    float stride_speed = 0.0F;
    std::function<BoneMatrices(float time_s)> at;
};

// Between its frames, matrices are blended linearly, as the GPU does.
Track trackOf(const Skeleton& skeleton, const Clip& clip);

enum class Quantity {
    kFootSlide,  // mm that a point of the sole moves over the ground while it is on it
    kFootUnder,  // mm that a point of the sole is under the ground
    kBodyUnder,  // mm that any other part is under the ground
    kLeftHand,   // mm from the middle of the grasp to the handguard's (or magazine's) axis
    kRightHand,  // mm from the middle of the grasp to the pistol grip's middle
    kDepth,      // mm that body, arms, legs and rifle are in each other: see bodyCapsules()
    kJerkPeak,   // m/s^3, the third derivative of a joint's position
    kJerkRms,    // m/s^3, over time, of the joint with most of it
    kSeam,  // mm between the last and the first frame of a loop; mm/s of speed over the seam beyond what its
            // neighbours have
};

struct Figure {
    Quantity quantity;
    float value;
    float time_s;        // when it was worst
    std::string detail;  // which joint or pair
};

struct Report {
    std::string clip;
    std::string with;  // the other clip of a crossfade; empty for a clip by itself
    std::vector<Figure> figures;
};

Report measureClip(const Skeleton& skeleton, const Track& track);

// Both ways at the weights 1/8 to 7/8, at several times of both clips.
Report measureCrossfade(const Skeleton& skeleton, const Track& track, const Track& other);

// Everything: each clip, and each clip with Idle.
std::vector<Report> measureAll(const Skeleton& skeleton, const std::vector<Track>& tracks);

}  // namespace phalanx::soldier
