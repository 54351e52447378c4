// Sampling the frames of a clip, and the search for the rate at which it is baked. Internal to
// bakeAnimation().
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/bake_error.h"
#include "anim/bake/clip_encoder.h"
#include "anim/pose/model.h"

namespace phalanx {

// At least 1.
std::uint32_t intervalsAt(const Clip& clip, double rate_hz);

// Throws Error "cancelled" if settings.cancelled() returns true. Called at every frame, because one clip may
// take a minute and cancelling must be immediate.
void checkIn(const Model& model, const BakeSettings& settings);

struct SampledFrames {
    ClipFrames joints;
    std::vector<float> morph_weights;
};

// intervals + 1 frames.
SampledFrames sampleFrames(const Model& model, const Clip& clip, std::uint32_t intervals,
                           const BakeSettings& settings);

struct BakedFrames {
    SampledFrames frames;
    std::uint32_t intervals = 1;
    std::optional<BakeError> error;
};

// Counts the frames that the clips are certain to need while their rates are searched, so that a model that
// exceeds the limits is refused early and before memory is allocated. The message does not depend on the
// order in which clips are processed. Model, clips and settings must outlive it.
class FrameBudget {
  public:
    // Throws Error (kInput) if the limits do not permit even the lowest rate.
    FrameBudget(const Model& model, const std::vector<Clip>& clips, const BakeSettings& settings);

    // The most intervals of a clip with steps at kStepRates_hz. They never make a bake exceed its limits.
    std::uint64_t stepIntervals() const { return step_intervals_; }

    // Adds frames when a clip needs a higher rate. Throws Error (kInput) if there are too many. From any
    // thread.
    void add(std::uint64_t frames);

  private:
    // What the limits leave above all clips at the highest of kBakeRates_hz is divided evenly.
    void shareForSteps(std::uint64_t clips);
    std::string advice(double below_hz) const;

    const Model& model_;
    const std::vector<Clip>& clips_;
    const BakeSettings& settings_;
    std::atomic<std::uint64_t> needed_{0};
    std::uint64_t step_intervals_ = 0;
};

// Bakes clips at the lowest rates under the limit. Model and settings must outlive it.
class RateSearch {
  public:
    RateSearch(const Model& model, const std::vector<Clip>& clips, const BakeSettings& settings);

    BakedFrames bake(const Clip& clip, FrameBudget& budget) const;

  private:
    const Model& model_;
    const BakeSettings& settings_;
    BakeErrorMeter meter_;
    ClipEncoder encoder_;
    double limit_mm_;
};

}  // namespace phalanx
