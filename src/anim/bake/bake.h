// Bakes clips to texels of floats, which encode.h converts to the format of the animation texture.
//
// A texel is a row of the 3x4 matrix model_from_bind (metres) of one joint in one frame; the 3 RGBA32F texels
// of a joint are one entry. Entries are numbered frame * joints + joint. Every clip has intervals + 1
// consecutive frames: frame i is at i / intervals of the clip's duration. The last frame closes the clip; in
// a looping clip it is a copy of the first.
//
// Source of the technique: B. Dudash, "Skinned Instancing", NVIDIA 2007; GPU Gems 3, chapter 2 "Animated
// Crowd Rendering".
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/switches.h"
#include "anim/pose/model.h"

namespace phalanx {

inline constexpr std::uint32_t kTexelsPerEntry = 3;
inline constexpr std::array<double, 4> kBakeRates_hz{15.0, 30.0, 60.0, 120.0};
// Further rates for clips with steps: between two frames a step becomes a ramp, and only more frames make it
// shorter.
inline constexpr std::array<double, 4> kStepRates_hz{240.0, 480.0, 960.0, 1920.0};

struct BakeError {
    double mean_mm = 0.0;
    double p99_mm = 0.0;
    double max_mm = 0.0;
    // Only a part of the moments and vertices was measured, spread evenly, because all would take too long.
    bool sampled = false;
    double worst_time_s = 0.0;      // the time of max_mm, since the clip's first key
    std::uint16_t worst_joint = 0;  // main joint of the vertex of max_mm, index into Model::palette

    friend bool operator==(const BakeError&, const BakeError&) = default;
};

struct BakedClip {
    std::string name;
    std::uint32_t first_frame = 0;
    std::uint32_t intervals = 1;  // at least 1; frames = intervals + 1
    double duration_s = 0.0;
    // intervals / duration_s: the requested rate, adjusted to a whole number of intervals.
    double rate_hz = 0.0;
    bool loops = false;
    double stride_speed = 0.0;  // m/s, see Clip
    // Error of the encoded frames against the exact poses between them, in BakedAnimation::encoding, scaled
    // to a model 1.8 m tall. nullopt if it was not measured: the rate was given, or a bound proved that the
    // error is under the limit.
    std::optional<BakeError> error;
};

// The weights of the morph targets in each frame. Linear between frames, like rows.
struct MorphFrames {
    std::uint32_t targets = 0;
    std::vector<float> weights;  // frame * targets + target; targets as in Model::morph_targets

    std::span<const float> at(std::size_t frame) const {
        return std::span(weights).subspan(frame * targets, targets);
    }
};

inline constexpr std::uint32_t kMostOwnFrames = 32768;

// Frames behind those of all clips, each shown by a single unit: the pose in which it falls or lies.
// How far a unit that shows a frame of its own reaches: while it falls, lying on slopes or in a heap, and
// lying flat.
enum class OwnFrame : std::uint8_t { kFalls, kLies, kLiesFlat };
inline constexpr std::size_t kOwnFrameKinds = 3;

struct OwnFrames {
    std::uint32_t first = 0;  // frame number of slot 0
    std::uint32_t count = 0;  // slots; 0: none
    // The clip whose last frame a slot shows that was never written, and that stands for all of them where
    // single poses cannot be drawn: in images of impostors.
    int stand_in = 0;

    bool any() const { return count > 0; }
    std::size_t clipEntries() const { return any() ? kOwnFrameKinds : 0; }  // of the clip table
    // All slots are one clip that stands still. It has an entry of the clip table for each of OwnFrame, with
    // bounds of its own. Its number of intervals is a power of two, so that each slot has an exact phase.
    std::uint32_t intervals() const { return std::bit_ceil(count); }
    glm::uvec4 clipEntry() const { return {first, intervals(), 0U, 0U}; }
    std::uint32_t phaseOf(std::uint32_t slot) const {  // cycles * 2^32
        return static_cast<std::uint32_t>((std::uint64_t{slot} << 32U) / intervals());
    }

    friend bool operator==(const OwnFrames&, const OwnFrames&) = default;
};

struct BakedAnimation {
    std::uint32_t joints = 0;
    std::uint32_t frames = 0;
    // The encoding for which the rates were chosen; the texels are floats in any case.
    Encoding encoding = Encoding::kRgba32f;
    std::vector<glm::vec4> texels;  // frames * joints * kTexelsPerEntry
    MorphFrames morphs;             // of all frames
    // In the order of Model::clips. A model without clips gets one clip, "rest", with two equal frames.
    std::vector<BakedClip> clips;
    bool mirrors = false;  // a joint mirrors its vertices in some frame, so back-face culling is not possible
    // Bounds of all vertices in all frames, model space, metres; may be slightly too large. Morph targets may
    // have any weights in morphRanges().
    glm::dvec3 bounds_min{0.0};
    glm::dvec3 bounds_max{0.0};
    double bake_ms = 0.0;

    std::size_t bytes() const {
        return texels.size() * sizeof(glm::vec4) + morphs.weights.size() * sizeof(float);
    }
};

// The result of a search for a clip's rate.
struct ChosenRate {
    std::uint32_t intervals = 1;     // BakedClip::intervals
    std::optional<BakeError> error;  // BakedClip::error

    friend bool operator==(const ChosenRate&, const ChosenRate&) = default;
};

// Of a bake whose rates were searched.
std::vector<ChosenRate> chosenRates(const BakedAnimation& baked);

struct BakeSettings {
    // nullopt: for each clip the lowest of kBakeRates_hz under the limit, or, if the clip has steps, of
    // kStepRates_hz, as far as max_frames and max_bytes permit.
    std::optional<double> rate_hz;
    // What such a search found with these settings for the first clips of this model; those of the others are
    // searched.
    std::vector<ChosenRate> chosen;
    double error_limit_mm = 1.0;             // limit of the 99th percentile, for a model 1.8 m tall
    Encoding encoding = Encoding::kRgba32f;  // its rounding and blending are part of the error
    std::uint32_t max_frames = 200'000;
    std::size_t max_bytes = std::size_t{2} << 30U;
    unsigned threads = 0;                 // 0: as many as the machine has
    std::function<void(float)> progress;  // 0..1, from any thread; may be empty
    std::function<bool()> cancelled;      // polled often, from any thread; may be empty
};

// Throws Error (kInput) with the numbers if max_frames or max_bytes would be exceeded, and, if rates are
// chosen automatically, like encodeAnimation() if the encoding cannot store the model. Throws Error
// "cancelled" if `cancelled` returns true. The texels do not depend on the number of threads.
BakedAnimation bakeAnimation(const Model& model, const BakeSettings& settings);

// The error of all vertices of one baked clip in baked.encoding against exact sampling, at 4 times the baked
// rate. For many clips in another encoding than rgba32f, encodedBakeError() in encode.h is faster.
BakeError measureBakeError(const Model& model, const BakedAnimation& baked, int clip);

// What a unit plays: positions inside the clips, not times.
struct BakedPose {
    int clip_a = 0;
    double phase_a = 0.0;  // position in the clip, 0..1
    int clip_b = 0;
    double phase_b = 0.0;
    double weight = 0.0;  // weight of clip B
};

// model_from_bind per joint as the technique `texture` blends it: the rows of two frames linearly, then clips
// A and B linearly.
std::vector<glm::dmat4> bakedPalette(const BakedAnimation& baked, const BakedPose& pose);

// The weights of the morph targets, blended in the same way: two frames linearly, then clips A and B.
// `clips`: BakedAnimation::clips. `switches.weights` and `bind_normals` have no effect.
std::vector<double> morphWeightsAt(const MorphFrames& morphs, std::span<const BakedClip> clips,
                                   const BakedPose& pose, const PoseSwitches& switches = {});

}  // namespace phalanx
