#include "anim/compression/compress_clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/error.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

constexpr std::array kGridRates_hz{30.0, 60.0, 120.0, 240.0, 480.0};
constexpr double kGridPart = 0.25;    // of the limits: the most that the frames themselves may err
constexpr double kStillPart = 0.05;   // of the limit of the maximum: properties that move less are fixed
constexpr unsigned kPerInterval = 2;  // moments of the search: frames and the middles between them
constexpr double kOctaveSteps = 4.0;  // of the search for a tolerance
constexpr int kMostExponent = 40;     // 2^10
constexpr double kFirstGain = 2.0;    // tried for each curve, then its square root

// The number of intervals of which all keys of linear tracks are whole multiples, 0 if there is none: frames
// there, blended linearly, are the clip.
std::uint32_t evenIntervals(const Clip& clip) {
    constexpr double kMostIntervals = 100'000.0;
    constexpr double kTolerance = 1e-3;  // of an interval
    double shortest_s = clip.duration_s;
    bool linear = true;
    const auto eachMovingTrack = [&](const auto& use) {
        for (const Channel& channel : clip.channels) {
            eachTrack(channel, [&](const auto& track) {
                if (track.keys.size() > 1) use(track);
            });
        }
    };
    eachMovingTrack([&](const auto& track) {
        linear = linear && track.interpolation == Interpolation::kLinear;
        for (std::size_t k = 1; k < track.keys.size(); ++k)
            shortest_s = std::min(shortest_s, track.keys[k].time_s - track.keys[k - 1].time_s);
    });
    if (!linear || !(shortest_s > clip.duration_s / kMostIntervals)) return 0;
    const double intervals = std::round(clip.duration_s / shortest_s);
    bool even = true;
    eachMovingTrack([&](const auto& track) {
        for (const auto& key : track.keys) {
            const double at = key.time_s / clip.duration_s * intervals;
            even = even && std::abs(at - std::round(at)) <= kTolerance;
        }
    });
    return even ? static_cast<std::uint32_t>(intervals) : 0U;
}

// Per curve. in_degrees: rotations have the longest one of their kind.
std::vector<double> leversOf(const ModelSurface& surface, const ClipCurves& curves, bool in_degrees) {
    std::vector<double> levers;
    std::map<CurveKind, double> longest;
    for (const Curve& curve : curves.curves) {
        levers.push_back(leverOf(surface, curve));
        longest[curve.kind] = std::max(longest[curve.kind], levers.back());
    }
    for (std::size_t c = 0; in_degrees && c < levers.size(); ++c) {
        const CurveKind kind = curves.curves[c].kind;
        if (kind == CurveKind::kRotation || kind == CurveKind::kQuaternion) levers[c] = longest[kind];
    }
    return levers;
}

class ClipSearch {
  public:
    ClipSearch(const ModelSurface& surface, const Clip& clip, const CompressionSettings& settings,
               std::uint32_t intervals)
        : surface_(surface),
          settings_(settings),
          meter_(surface, clip, intervals, kPerInterval),
          curves_(
              sampleCurves(surface, clip, intervals, formOf(settings.method), kStillPart * settings.max_mm)),
          gains_(curves_.curves.size(), 1.0),
          levers_(leversOf(surface, curves_, settings.in_degrees)) {}

    std::optional<std::vector<std::uint8_t>> run() {
        if (!findScale()) return std::nullopt;
        if (settings_.refine && !settings_.in_degrees) {
            refine(kFirstGain);
            refine(std::sqrt(kFirstGain));
        }
        return std::move(best_);
    }

  private:
    // Packs the curves and keeps the bytes if they are within the limits.
    bool accept(double scale_mm) {
        if (settings_.cancelled && settings_.cancelled())
            throw inputError(surface_.model.source_path, "cancelled");
        std::vector<double> tolerances;
        for (std::size_t c = 0; c < gains_.size(); ++c)
            tolerances.push_back(scale_mm * gains_[c] / levers_[c]);
        auto bytes = packCurves(surface_.model, curves_, settings_.method, tolerances);
        if (!bytes) return false;
        ClipDecoder decoder(surface_.model, *bytes, "compressed clip");
        if (!meter_.within(decoder, settings_.p99_mm, settings_.max_mm)) return false;
        best_ = std::move(*bytes);
        return true;
    }

    double scaleOf(int exponent) const { return settings_.p99_mm * std::exp2(exponent / kOctaveSteps); }

    // The largest common tolerance within the limits.
    bool findScale() {
        constexpr int kStride = 4;
        int good = 0;
        if (accept(scaleOf(good))) {
            while (good < kMostExponent && accept(scaleOf(good + kStride))) good += kStride;
        } else {
            do {
                good -= kStride;
                if (good < -kMostExponent) return false;
            } while (!accept(scaleOf(good)));
        }
        for (int step = kStride / 2; step > 0; step /= 2) {
            if (accept(scaleOf(good + step))) good += step;
        }
        scale_mm_ = scaleOf(good);
        return true;
    }

    void refine(double factor) {
        std::vector<std::size_t> order(gains_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        // First the curves whose errors are likely to be seen least.
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return levers_[a] < levers_[b]; });
        for (const std::size_t c : order) {
            const std::size_t before = best_.size();
            std::vector<std::uint8_t> kept = best_;
            gains_[c] *= factor;
            const bool accepted = accept(scale_mm_);
            if (accepted && best_.size() <= before) continue;
            gains_[c] /= factor;
            if (accepted) best_ = std::move(kept);
        }
    }

    const ModelSurface& surface_;
    const CompressionSettings& settings_;
    SurfaceMeter meter_;
    ClipCurves curves_;
    std::vector<double> gains_;   // per curve
    std::vector<double> levers_;  // per curve
    double scale_mm_ = 0.0;
    std::vector<std::uint8_t> best_;
};

// Of the keys and tangents in memory, which is also what an exact container needs.
std::size_t exactBytes(const Clip& clip) {
    std::size_t bytes = 0;
    for (const Channel& channel : clip.channels) {
        eachTrack(channel, [&](const auto& track) {
            for (const auto& key : track.keys) bytes += sizeof(key.time_s) + sizeof(key.value);
            for (const auto& tangents : track.tangents) bytes += sizeof(tangents);
        });
    }
    return bytes;
}

}  // namespace

std::optional<std::uint32_t> frameGrid(const ModelSurface& surface, const Clip& clip, double p99_mm,
                                       double max_mm) {
    if (!(clip.duration_s > 0.0)) return 1;
    if (const std::uint32_t even = evenIntervals(clip); even > 0) return even;
    for (const double rate_hz : kGridRates_hz) {
        const double wanted = std::ceil(clip.duration_s * rate_hz - 1e-3);
        if (wanted > static_cast<double>(kMostCurveValues)) break;
        const auto intervals = std::max(static_cast<std::uint32_t>(wanted), 1U);
        ClipDecoder frames(surface.model,
                           sampleCurves(surface, clip, intervals, CurveForm::kParameters, 0.0));
        const SurfaceMeter meter(surface, clip, intervals, 4);
        if (meter.within(frames, kGridPart * p99_mm, kGridPart * max_mm)) return intervals;
    }
    return std::nullopt;
}

std::optional<std::vector<std::uint8_t>> compressClip(const ModelSurface& surface, const Clip& clip,
                                                      const CompressionSettings& settings) {
    const std::optional<std::uint32_t> intervals =
        settings.intervals ? settings.intervals : frameGrid(surface, clip, settings.p99_mm, settings.max_mm);
    if (!intervals) return std::nullopt;
    if (followsError(settings.method)) return ClipSearch(surface, clip, settings, *intervals).run();
    const ClipCurves curves =
        sampleCurves(surface, clip, *intervals, formOf(settings.method), kStillPart * settings.max_mm);
    return packCurves(surface.model, curves, settings.method, {});
}

std::vector<PackedClip> compressClips(const Model& model, double most_mm, unsigned threads) {
    const ModelSurface surface(model);
    std::vector<PackedClip> packed(model.clips.size());
    parallelFor(packed.size(), threads, [&](std::size_t i) {
        if (model.clips[i].channels.empty()) return;
        CompressionSettings settings;
        settings.p99_mm = most_mm;
        settings.max_mm = most_mm;
        auto bytes = compressClip(surface, model.clips[i], settings);
        if (bytes && bytes->size() < exactBytes(model.clips[i])) packed[i] = std::move(*bytes);
    });
    std::uint64_t keys_left = kMostPackedKeys;
    for (PackedClip& clip : packed) {
        if (clip.empty()) continue;
        const std::uint64_t keys = ClipDecoder(model, clip, "compressed clip").keys();
        if (keys > keys_left) {
            clip.clear();
        } else {
            keys_left -= keys;
        }
    }
    return packed;
}

}  // namespace phalanx
