// Sampled poses as texels: rows of floats, which encode.h turns into what the GPU reads.
//
// A texel row is a row of the 3x4 matrix model_from_bind (metres) of one joint in one frame; 3 RGBA32F texels
// a joint make one entry. Entries are numbered frame * joints + joint. Every clip owns intervals + 1 frames
// that follow each other: frame i lies at i / intervals of the clip, and the last one closes it (a copy of
// the first where it loops).
//
// Source of the idea: B. Dudash, "Skinned Instancing", NVIDIA 2007; GPU Gems 3, chapter 2 "Animated Crowd
// Rendering".
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "anim/bake/switches.h"
#include "anim/pose/model.h"

namespace phalanx {

inline constexpr std::uint32_t kTexelsPerEntry = 3;
inline constexpr std::array<double, 4> kBakeRates_hz{15.0, 30.0, 60.0, 120.0};

struct BakeError {
    double mean_mm = 0.0;
    double p99_mm = 0.0;
    double max_mm = 0.0;
    // A part of the moments and vertices was measured, spread evenly: all of them would take too long.
    bool sampled = false;
    // Where max_mm is: seconds from the clip's first key on, and the joint that weighs most there (into
    // Model::palette).
    double worst_time_s = 0.0;
    std::uint16_t worst_joint = 0;
};

struct BakedClip {
    std::string name;
    std::uint32_t first_frame = 0;
    std::uint32_t intervals = 1;  // at least 1; frames = intervals + 1
    double duration_s = 0.0;
    double rate_hz =
        0.0;  // intervals / duration_s: the rate asked for, stretched to a whole number of intervals
    bool loops = false;
    double stride_speed = 0.0;  // m/s, see Clip
    // Against the exact pose between the frames, as BakedAnimation::encoding has it; scaled to a model 1.8 m
    // tall. The baker measures only as much as it needs to choose a rate: nullopt where a bound was enough
    // (then p99 is under the limit).
    std::optional<BakeError> error;
};

struct BakedAnimation {
    std::uint32_t joints = 0;
    std::uint32_t frames = 0;
    Encoding encoding =
        Encoding::kRgba32f;         // that the rates were chosen for; the texels are floats in any case
    std::vector<glm::vec4> texels;  // frames * joints * kTexelsPerEntry
    std::vector<BakedClip>
        clips;             // as Model::clips; a model without clips gets one, "rest", of two equal frames
    bool mirrors = false;  // some joint in some frame turns the surface inside out: do not cull by winding
    glm::dvec3 bounds_min{
        0.0};  // of all vertices in all frames, model space, metres; may be a little generous
    glm::dvec3 bounds_max{0.0};
    double bake_ms = 0.0;

    std::size_t bytes() const { return texels.size() * sizeof(glm::vec4); }
};

struct BakeSettings {
    std::optional<double> rate_hz;  // nullopt: per clip, the lowest of kBakeRates_hz under the limit
    double error_limit_mm = 1.0;    // 99th percentile, for a model 1.8 m tall
    Encoding encoding =
        Encoding::kRgba32f;  // whose rounding and blending count as errors, beside the frames'
    std::uint32_t max_frames = 200'000;
    std::size_t max_bytes = std::size_t{2} << 30U;
    unsigned threads = 0;                 // 0: as many as the machine has
    std::function<void(float)> progress;  // 0..1, from any thread; may be empty
    std::function<bool()> cancelled;      // asked often, from any thread; may be empty
};

// Throws Error (kInput) where max_frames or max_bytes would be passed, with the numbers, and where a rate is
// to be chosen for an encoding that cannot hold the model (as encodeAnimation() does); Error "cancelled" when
// `cancelled` says so. The same arguments give the same texels, whatever the number of threads.
BakedAnimation bakeAnimation(const Model& model, const BakeSettings& settings);

// The error of one baked clip against exact sampling, all vertices, at 4 times the baked rate, with
// baked.encoding; see BakeError. For many clips in another encoding than rgba32f, encodedBakeError() in
// encode.h is quicker.
BakeError measureBakeError(const Model& model, const BakedAnimation& baked, int clip);

// What a unit plays, as the texels see it: positions inside the clips, not times.
struct BakedPose {
    int clip_a = 0;
    double phase_a = 0.0;  // 0..1 of the clip
    int clip_b = 0;
    double phase_b = 0.0;
    double weight = 0.0;  // of B
};

// model_from_bind per joint as the technique `texture` blends it: rows of two frames linearly, then A and B
// linearly.
std::vector<glm::dmat4> bakedPalette(const BakedAnimation& baked, const BakedPose& pose);

}  // namespace phalanx
