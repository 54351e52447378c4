#include "anim/bake/rate_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "anim/bake/encode.h"
#include "anim/pose/pose_sampler.h"
#include "core/error.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

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

}  // namespace

std::uint32_t intervalsAt(const Clip& clip, double rate_hz) {
    constexpr double kMost = 4e9;  // far above every limit, and still fits into 32 bits
    return static_cast<std::uint32_t>(std::clamp(std::round(clip.duration_s * rate_hz), 1.0, kMost));
}

void checkIn(const Model& model, const BakeSettings& settings) {
    if (settings.cancelled && settings.cancelled()) throw inputError(model.source_path, "cancelled");
}

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

FrameBudget::FrameBudget(const Model& model, const std::vector<Clip>& clips, const BakeSettings& settings)
    : model_(model), clips_(clips), settings_(settings) {
    const double rate_hz = settings.rate_hz.value_or(kBakeRates_hz.front());
    const std::uint64_t frames = framesAt(clips, rate_hz);
    needed_ = frames;
    const auto stepping = std::ranges::count_if(clips, hasSteps);
    if (stepping > 0) shareForSteps(static_cast<std::uint64_t>(stepping));
    if (fits(model, frames, settings)) return;
    throw inputError(
        model.source_path,
        fmt::format("its {} clips need {} frames and {} bytes of texels at {} Hz, more than the limits of "
                    "{} frames and {} bytes; {}",
                    clips.size(), frames, texelBytes(model, frames), rate_hz, settings.max_frames,
                    settings.max_bytes, advice(rate_hz)));
}

void FrameBudget::add(std::uint64_t frames) {
    if (fits(model_, needed_.fetch_add(frames) + frames, settings_)) return;
    throw inputError(
        model_.source_path,
        fmt::format("its {} clips need more than the limits of {} frames and {} bytes of texels to keep "
                    "errors under {} mm; {}",
                    clips_.size(), settings_.max_frames, settings_.max_bytes, settings_.error_limit_mm,
                    advice(kBakeRates_hz.back())));
}

void FrameBudget::shareForSteps(std::uint64_t clips) {
    constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20U;  // per clip
    const std::uint64_t base = framesAt(clips_, kBakeRates_hz.back());
    if (!fits(model_, base, settings_)) return;
    const std::uint64_t frame_bytes = texelBytes(model_, 1);
    const std::uint64_t bytes = settings_.max_bytes - texelBytes(model_, base);
    step_intervals_ = std::min(
        {(settings_.max_frames - base) / clips, bytes / frame_bytes / clips, kMostBytes / frame_bytes});
}

std::string FrameBudget::advice(double below_hz) const {
    // The search starts at 1000 Hz at most, which keeps it short.
    for (int rate_hz = static_cast<int>(std::min(std::ceil(below_hz) - 1.0, 1000.0)); rate_hz >= 1;
         --rate_hz) {
        if (fits(model_, framesAt(clips_, rate_hz), settings_))
            return fmt::format("use --rate {} or lower", rate_hz);
    }
    return "remove clips from the file";
}

RateSearch::RateSearch(const Model& model, const std::vector<Clip>& clips, const BakeSettings& settings)
    : model_(model),
      settings_(settings),
      meter_(model, [&model, &settings] { checkIn(model, settings); }),
      encoder_(model,
               EntryCodec(settings.encoding, foreseeSpace(model, clips, settings),
                          bindOrigins(model, settings.encoding)),
               [&model, &settings] { checkIn(model, settings); }),
      limit_mm_(settings.error_limit_mm * (settings.encoding == Encoding::kTrs ? kSpaceAllowance : 1.0)) {}

BakedFrames RateSearch::bake(const Clip& clip, FrameBudget& budget) const {
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

}  // namespace phalanx
