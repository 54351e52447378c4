#include "anim/bake/bake.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>

#include "anim/bake/bake_error.h"
#include "anim/bake/clip_encoder.h"
#include "anim/bake/encode.h"
#include "anim/bake/frame_lookup.h"
#include "anim/bake/joint_boxes.h"
#include "anim/pose/finite.h"
#include "anim/pose/pose_sampler.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

std::uint32_t intervalsAt(const Clip& clip, double rate_hz) {
    constexpr double kMost = 4e9;  // far above every limit, and still fits into 32 bits
    return static_cast<std::uint32_t>(std::clamp(std::round(clip.duration_s * rate_hz), 1.0, kMost));
}

// Called at every frame, because one clip may take a minute and cancelling must be immediate.
void checkIn(const Model& model, const BakeSettings& settings) {
    if (settings.cancelled && settings.cancelled()) throw inputError(model.source_path, "cancelled");
}

struct SampledFrames {
    ClipFrames joints;
    std::vector<float> morph_weights;
};

SampledFrames sampleFrames(const Model& model, const Clip& clip, std::uint32_t intervals,
                           const BakeSettings& settings) {
    PoseSampler sampler(model, clip);
    SampledFrames frames;
    frames.joints.reserve((intervals + std::size_t{1}) * model.palette.size());
    frames.morph_weights.reserve((intervals + std::size_t{1}) * model.morph_targets.size());
    for (std::uint32_t i = 0; i <= intervals; ++i) {
        checkIn(model, settings);
        // The closing frame of a loop is an exact copy of the first.
        const bool closes = i == intervals && clip.loops;
        const double time_s = closes ? 0.0 : clip.duration_s * i / intervals;
        // For the end of a one-shot, clipTime() returns duration_s; for a loop it would wrap to 0.
        for (const glm::dmat4& m : sampler.sample(time_s)) frames.joints.emplace_back(m);
        for (const double weight : sampler.morphWeights())
            frames.morph_weights.push_back(static_cast<float>(weight));
    }
    return frames;
}

struct BakedFrames {
    SampledFrames frames;
    std::uint32_t intervals = 1;
    std::optional<BakeError> error;
};

std::uint64_t texelBytes(const Model& model, std::uint64_t frames) {
    return frames * (model.palette.size() * kTexelsPerEntry * sizeof(glm::vec4) +
                     model.morph_targets.size() * sizeof(float));
}

bool fits(const Model& model, std::uint64_t frames, const BakeSettings& settings) {
    return frames <= settings.max_frames && texelBytes(model, frames) <= settings.max_bytes;
}

std::uint64_t framesAt(const std::vector<Clip>& clips, double rate_hz) {
    std::uint64_t frames = 0;
    for (const Clip& clip : clips) frames += intervalsAt(clip, rate_hz) + std::uint64_t{1};
    return frames;
}

// Counts the frames that the clips are certain to need while their rates are searched, so that a model that
// exceeds the limits is refused early and before memory is allocated. The message does not depend on the
// order in which clips are processed.
class FrameBudget {
  public:
    FrameBudget(const Model& model, const std::vector<Clip>& clips, const BakeSettings& settings)
        : model_(model), clips_(clips), settings_(settings) {
        const double rate_hz = settings.rate_hz.value_or(kBakeRates_hz.front());
        const std::uint64_t frames = framesAt(clips, rate_hz);
        needed_ = frames;
        const auto stepping = std::ranges::count_if(clips, hasSteps);
        if (stepping > 0) shareForSteps(static_cast<std::uint64_t>(stepping));
        if (fits(model, frames, settings)) return;
        throw inputError(
            model.source_path,
            fmt::format(
                "its {} clips need {} frames and {} bytes of texels at {} Hz, more than the limits of "
                "{} frames and {} bytes; {}",
                clips.size(), frames, texelBytes(model, frames), rate_hz, settings.max_frames,
                settings.max_bytes, advice(rate_hz)));
    }

    // The most intervals of a clip with steps at kStepRates_hz. They never make a bake exceed its limits.
    std::uint64_t stepIntervals() const { return step_intervals_; }

    // Adds frames when a clip needs a higher rate.
    void add(std::uint64_t frames) {
        if (fits(model_, needed_.fetch_add(frames) + frames, settings_)) return;
        throw inputError(
            model_.source_path,
            fmt::format("its {} clips need more than the limits of {} frames and {} bytes of texels to keep "
                        "errors under {} mm; {}",
                        clips_.size(), settings_.max_frames, settings_.max_bytes, settings_.error_limit_mm,
                        advice(kBakeRates_hz.back())));
    }

  private:
    // What the limits leave above all clips at the highest of kBakeRates_hz is divided evenly.
    void shareForSteps(std::uint64_t clips) {
        constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20U;  // per clip
        const std::uint64_t base = framesAt(clips_, kBakeRates_hz.back());
        if (!fits(model_, base, settings_)) return;
        const std::uint64_t frame_bytes = texelBytes(model_, 1);
        const std::uint64_t bytes = settings_.max_bytes - texelBytes(model_, base);
        step_intervals_ = std::min(
            {(settings_.max_frames - base) / clips, bytes / frame_bytes / clips, kMostBytes / frame_bytes});
    }

    std::string advice(double below_hz) const {
        // The search starts at 1000 Hz at most, which keeps it short.
        for (int rate_hz = static_cast<int>(std::min(std::ceil(below_hz) - 1.0, 1000.0)); rate_hz >= 1;
             --rate_hz) {
            if (fits(model_, framesAt(clips_, rate_hz), settings_))
                return fmt::format("use --rate {} or lower", rate_hz);
        }
        return "remove clips from the file";
    }

    const Model& model_;
    const std::vector<Clip>& clips_;
    const BakeSettings& settings_;
    std::atomic<std::uint64_t> needed_{0};
    std::uint64_t step_intervals_ = 0;
};

// The rates among which the clip's rate is chosen, lowest first.
std::vector<double> ratesFor(const Clip& clip, const FrameBudget& budget) {
    std::vector<double> rates(kBakeRates_hz.begin(), kBakeRates_hz.end());
    if (!hasSteps(clip)) return rates;
    for (const double rate_hz : kStepRates_hz) {
        if (intervalsAt(clip, rate_hz) <= budget.stepIntervals()) rates.push_back(rate_hz);
    }
    return rates;
}

// Rates are chosen before all frames, and thus the encoding's ranges, are known. The ranges are estimated
// from frames at this rate, and widened by a margin for positions between them. The final ranges give
// slightly different errors, so the limit is lowered for them.
constexpr double kSpaceRate_hz = 60.0;
constexpr double kSpaceMargin = 0.04;
constexpr double kSpaceAllowance = 0.98;

EncodingSpace foreseeSpace(const Model& model, const std::vector<Clip>& clips, const BakeSettings& settings) {
    if (settings.encoding != Encoding::kTrs) return SpaceMeter(model, settings.encoding).space(0.0);
    std::vector<SpaceMeter> meters(clips.size(), SpaceMeter(model, settings.encoding));
    parallelFor(clips.size(), settings.threads, [&](std::size_t i) {
        meters[i].add(sampleFrames(model, clips[i], intervalsAt(clips[i], kSpaceRate_hz), settings).joints);
    });
    for (std::size_t i = 1; i < meters.size(); ++i) meters.front().merge(meters[i]);
    return meters.front().space(kSpaceMargin);
}

// Bakes clips at the lowest rates under the limit.
class RateSearch {
  public:
    RateSearch(const Model& model, const std::vector<Clip>& clips, const BakeSettings& settings)
        : model_(model),
          settings_(settings),
          meter_(model, [&model, &settings] { checkIn(model, settings); }),
          encoder_(model,
                   EntryCodec(settings.encoding, foreseeSpace(model, clips, settings),
                              bindOrigins(model, settings.encoding)),
                   [&model, &settings] { checkIn(model, settings); }),
          limit_mm_(settings.error_limit_mm * (settings.encoding == Encoding::kTrs ? kSpaceAllowance : 1.0)) {
    }

    BakedFrames bake(const Clip& clip, FrameBudget& budget) const {
        BakedFrames result;
        const std::vector<double> rates = ratesFor(clip, budget);
        for (const double rate_hz : rates) {
            const std::uint32_t intervals = intervalsAt(clip, rate_hz);
            if (rate_hz != rates.front()) budget.add(intervals - result.intervals);
            result.intervals = intervals;
            result.frames = sampleFrames(model_, clip, result.intervals, settings_);
            const std::vector<std::byte> data = encoder_.encode(clip.name, result.frames.joints);
            const EncodedClip encoded{encoder_.codec(), data, result.frames.morph_weights, result.intervals};
            if (meter_.surelyUnder(limit_mm_, clip, encoded)) {
                result.error.reset();
                return result;
            }
            const bool highest = rate_hz == rates.back();
            result.error =
                highest ? meter_.measure(clip, encoded) : meter_.measureUnder(limit_mm_, clip, encoded);
            if (highest || (result.error && result.error->p99_mm < limit_mm_)) break;
        }
        return result;
    }

  private:
    const Model& model_;
    const BakeSettings& settings_;
    BakeErrorMeter meter_;
    ClipEncoder encoder_;
    double limit_mm_;
};

class ClipBaker {
  public:
    ClipBaker(const Model& model, const std::vector<Clip>& clips, const BakeSettings& settings)
        : model_(model), clips_(clips), settings_(settings), budget_(model, clips, settings) {
        assert(settings.chosen.empty() || settings.chosen.size() == clips.size());
        if (!settings.rate_hz && settings.chosen.empty()) search_.emplace(model, clips, settings);
    }

    BakedFrames bake(std::size_t clip) {
        if (search_) return search_->bake(clips_[clip], budget_);
        const ChosenRate at = settings_.rate_hz
                                  ? ChosenRate{intervalsAt(clips_[clip], *settings_.rate_hz), std::nullopt}
                                  : settings_.chosen[clip];
        return {sampleFrames(model_, clips_[clip], at.intervals, settings_), at.intervals, at.error};
    }

  private:
    const Model& model_;
    const std::vector<Clip>& clips_;
    const BakeSettings& settings_;
    FrameBudget budget_;
    std::optional<RateSearch> search_;
};

std::vector<Clip> clipsToBake(const Model& model) {
    if (!model.clips.empty()) return model.clips;
    Clip rest;
    rest.name = "rest";
    rest.loops = true;
    return {rest};
}

void appendTexels(std::vector<glm::vec4>& texels, const ClipFrames& frames) {
    for (const glm::mat4& m : frames) {
        for (int row = 0; row < 3; ++row) texels.emplace_back(m[0][row], m[1][row], m[2][row], m[3][row]);
    }
}

// Adds the bounds of one clip's frames to `extent`, and updates `mirrors`, from the boxes of the vertices
// that each joint moves.
void addExtent(const std::vector<JointBox>& boxes, const ClipFrames& frames, BakedAnimation& baked,
               JointBox& extent) {
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const JointBox& box = boxes[i % boxes.size()];
        if (box.empty()) continue;
        const glm::mat4& m = frames[i];
        const glm::mat3 linear(m);
        const glm::vec3 center = glm::vec3(m * glm::vec4(glm::vec3(box.min + box.max) * 0.5F, 1.0F));
        const glm::vec3 half = glm::vec3(box.max - box.min) * 0.5F;
        const glm::vec3 reach =
            glm::abs(linear[0]) * half.x + glm::abs(linear[1]) * half.y + glm::abs(linear[2]) * half.z;
        extent.add(glm::dvec3(center - reach));
        extent.add(glm::dvec3(center + reach));
        baked.mirrors = baked.mirrors || glm::determinant(linear) < 0.0F;
    }
}

// Longest clips first, so that all cores finish at about the same time.
std::vector<std::size_t> longestFirst(const std::vector<Clip>& clips) {
    std::vector<std::size_t> order(clips.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return clips[a].duration_s > clips[b].duration_s; });
    return order;
}

}  // namespace

BakedAnimation bakeAnimation(const Model& model, const BakeSettings& settings) {
    const Stopwatch watch;
    const std::vector<Clip> clips = clipsToBake(model);
    ClipBaker baker(model, clips, settings);
    const std::vector<std::size_t> order = longestFirst(clips);
    std::vector<BakedFrames> results(clips.size());
    std::atomic<std::size_t> done{0};
    parallelFor(clips.size(), settings.threads, [&](std::size_t nth) {
        const std::size_t i = order[nth];
        results[i] = baker.bake(i);
        const std::size_t finished = done.fetch_add(1) + 1;
        if (settings.progress)
            settings.progress(static_cast<float>(finished) / static_cast<float>(clips.size()));
    });

    BakedAnimation baked;
    baked.joints = static_cast<std::uint32_t>(model.palette.size());
    baked.encoding = settings.encoding;
    baked.morphs.targets = static_cast<std::uint32_t>(model.morph_targets.size());
    std::size_t entries = 0;
    for (const BakedFrames& result : results) entries += result.frames.joints.size();
    baked.texels.reserve(entries * kTexelsPerEntry);
    const std::vector<JointBox> boxes = jointBoxes(model);
    JointBox extent;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        checkIn(model, settings);
        const Clip& clip = clips[i];
        BakedClip entry;
        entry.name = clip.name;
        entry.first_frame = baked.frames;
        entry.intervals = results[i].intervals;
        entry.duration_s = clip.duration_s;
        entry.rate_hz = clip.duration_s > 0.0 ? entry.intervals / clip.duration_s : 0.0;
        entry.loops = clip.loops;
        entry.stride_speed = clip.stride_speed;
        entry.error = results[i].error;
        baked.frames += entry.intervals + 1;
        baked.clips.push_back(entry);
        const SampledFrames& frames = results[i].frames;
        appendTexels(baked.texels, frames.joints);
        baked.morphs.weights.insert(baked.morphs.weights.end(), frames.morph_weights.begin(),
                                    frames.morph_weights.end());
        addExtent(boxes, frames.joints, baked, extent);
        results[i].frames = {};  // frees the memory: two copies of a large model would take gigabytes
    }
    if (!std::ranges::all_of(baked.texels, [](const glm::vec4& texel) { return isFinite(texel); }))
        throw inputError(model.source_path,
                         "moves its joints beyond the range of float; scale the model down");
    if (!std::ranges::all_of(baked.morphs.weights, [](float weight) { return std::isfinite(weight); }))
        throw inputError(model.source_path, "has weights of morph targets beyond the range of float");
    if (!extent.empty()) {
        baked.bounds_min = extent.min;
        baked.bounds_max = extent.max;
    }
    baked.bake_ms = watch.elapsed_ms();
    return baked;
}

std::vector<ChosenRate> chosenRates(const BakedAnimation& baked) {
    std::vector<ChosenRate> rates;
    for (const BakedClip& clip : baked.clips) rates.push_back({clip.intervals, clip.error});
    return rates;
}

BakeError measureBakeError(const Model& model, const BakedAnimation& baked, int clip) {
    if (model.clips.empty()) return {};
    const auto index = static_cast<std::size_t>(clip);
    const BakedClip& entry = baked.clips.at(index);
    SpaceMeter space(model, baked.encoding);
    if (baked.encoding != Encoding::kRgba32f) {
        for (const BakedClip& each : baked.clips) space.add(framesOf(baked, each));
    }
    const ClipEncoder encoder(
        model, EntryCodec(baked.encoding, space.space(0.0), bindOrigins(model, baked.encoding)));
    const std::vector<std::byte> data = encoder.encode(entry.name, framesOf(baked, entry));
    return BakeErrorMeter(model).measure(
        model.clips.at(index), {encoder.codec(), data, weightsOf(baked.morphs, entry), entry.intervals});
}

std::vector<glm::dmat4> bakedPalette(const BakedAnimation& baked, const BakedPose& pose) {
    struct Frames {
        std::size_t first;
        double within;
    };
    const auto lookUp = [&](int index, double phase) -> Frames {
        const BakedClip& clip = baked.clips.at(static_cast<std::size_t>(index));
        const double frame = std::clamp(phase, 0.0, 1.0) * clip.intervals;
        const double before = std::min(std::floor(frame), static_cast<double>(clip.intervals) - 1.0);
        return {(clip.first_frame + static_cast<std::size_t>(before)) * baked.joints, frame - before};
    };
    const Frames a = lookUp(pose.clip_a, pose.phase_a);
    const Frames b = lookUp(pose.clip_b, pose.phase_b);
    std::vector<glm::dmat4> palette(baked.joints, glm::dmat4(1.0));
    for (std::size_t j = 0; j < palette.size(); ++j) {
        for (int row = 0; row < 3; ++row) {
            const auto texel = [&](std::size_t frame_entry) {
                return glm::dvec4(
                    baked.texels[(frame_entry + j) * kTexelsPerEntry + static_cast<std::size_t>(row)]);
            };
            const auto lerped = [&](const Frames& f) {
                return glm::mix(texel(f.first), texel(f.first + baked.joints), f.within);
            };
            const glm::dvec4 blended = glm::mix(lerped(a), lerped(b), pose.weight);
            for (int column = 0; column < 4; ++column) palette[j][column][row] = blended[column];
        }
    }
    return palette;
}

std::vector<double> morphWeightsAt(const MorphFrames& morphs, std::span<const BakedClip> clips,
                                   const BakedPose& pose, const PoseSwitches& switches) {
    std::vector<double> result(morphs.targets, 0.0);
    const auto add = [&](int clip, double phase, double share) {
        const FramePair pair = lookUpFrames(clips[static_cast<std::size_t>(clip)], phase, switches.lookup);
        const std::span<const float> before = morphs.at(pair.before);
        const std::span<const float> after = morphs.at(pair.after);
        for (std::size_t t = 0; t < result.size(); ++t) {
            result[t] +=
                share * glm::mix(static_cast<double>(before[t]), static_cast<double>(after[t]), pair.within);
        }
    };
    const double of_b = shownWeight(pose.weight, switches);
    add(pose.clip_a, pose.phase_a, 1.0 - of_b);
    add(pose.clip_b, pose.phase_b, of_b);
    return result;
}

}  // namespace phalanx
