#include "anim/quality/compression_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "anim/bake/bake.h"
#include "anim/compression/compress_clip.h"
#include "anim/compression/surface.h"
#include "anim/quality/pose_difference.h"
#include "core/error.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

constexpr unsigned kMeasuredPerInterval = 4;
constexpr std::uint64_t kRawBytes = 10 * sizeof(float);  // per joint and frame
constexpr std::size_t kTimedPoses = 200;                 // per clip and round, at most
constexpr std::size_t kMostTimed = 4000;                 // per round
constexpr int kTimedRounds = 5;                          // the fastest counts

struct RowPlan {
    CompressionMethod method = CompressionMethod::kTexels;
    bool as_baked = false;
    bool in_degrees = false;
};
constexpr std::array kRowPlans{RowPlan{CompressionMethod::kTexels, true},
                               RowPlan{CompressionMethod::kTexels},
                               RowPlan{CompressionMethod::kSmallest10},
                               RowPlan{CompressionMethod::kSmallest15},
                               RowPlan{CompressionMethod::kFrameBits, false, true},
                               RowPlan{CompressionMethod::kFrameBits},
                               RowPlan{CompressionMethod::kLineKeys, false, true},
                               RowPlan{CompressionMethod::kLineKeys},
                               RowPlan{CompressionMethod::kCubicKeys},
                               RowPlan{CompressionMethod::kPredicted}};

// A clip, and what each method needs of it.
struct ComparedClip {
    const Clip* clip = nullptr;
    std::uint32_t baked_intervals = 1;
    std::uint32_t grid = 1;
};

double millisecondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

class CompressionComparer {
  public:
    CompressionComparer(const Model& model, const CompressionComparisonOptions& options)
        : model_(model), options_(options), surface_(model) {}

    CompressionComparison run() {
        prepare();
        for (std::size_t r = 0; r < kRowPlans.size(); ++r) {
            report(fmt::format("compression: {}", nameOf(kRowPlans[r].method)),
                   static_cast<float>(r + 1) / static_cast<float>(kRowPlans.size() + 1));
            result_.rows.push_back(measure(kRowPlans[r]));
        }
        if (options_.progress) options_.progress(1.0F);
        return std::move(result_);
    }

  private:
    void checkIn() const {
        if (options_.cancelled && options_.cancelled()) throw inputError(model_.source_path, "cancelled");
    }

    void report(const std::string& stage, float part) const {
        checkIn();
        if (options_.stage) options_.stage(stage);
        if (options_.progress) options_.progress(part);
    }

    void prepare() {
        report("compression: rates of the bake", 0.0F);
        BakeSettings settings;
        settings.threads = options_.threads;
        settings.cancelled = options_.cancelled;
        const BakedAnimation baked = bakeAnimation(model_, settings);
        std::vector<int> chosen = options_.clips;
        if (chosen.empty()) {
            chosen.resize(model_.clips.size());
            std::iota(chosen.begin(), chosen.end(), 0);
        }
        result_.p99_mm = options_.p99_mm;
        result_.max_mm = options_.max_mm;
        for (const int index : chosen) {
            const auto i = static_cast<std::size_t>(index);
            const Clip& clip = model_.clips[i];
            const auto grid = frameGrid(surface_, clip, options_.p99_mm, options_.max_mm);
            if (!grid) {
                result_.left_out.push_back(clip.name);
                continue;
            }
            clips_.push_back({&clip, baked.clips[i].intervals, *grid});
            result_.raw_bytes += (std::uint64_t{*grid} + 1) * model_.palette.size() * kRawBytes;
            result_.seconds += clip.duration_s;
            ++result_.clips;
        }
    }

    CompressedRow measure(const RowPlan& plan) {
        CompressedRow row;
        row.method = plan.method;
        row.as_baked = plan.as_baked;
        row.in_degrees = plan.in_degrees;
        std::vector<std::vector<std::uint8_t>> packed(clips_.size());
        std::vector<std::string> refused(clips_.size());
        parallelFor(clips_.size(), options_.threads, [&](std::size_t i) {
            const ComparedClip& clip = clips_[i];
            CompressionSettings settings;
            settings.method = plan.method;
            settings.p99_mm = options_.p99_mm;
            settings.max_mm = options_.max_mm;
            settings.refine = options_.refine;
            settings.in_degrees = plan.in_degrees;
            settings.intervals = plan.as_baked ? clip.baked_intervals : clip.grid;
            settings.cancelled = options_.cancelled;
            auto bytes = compressClip(surface_, *clip.clip, settings);
            if (!bytes) {
                refused[i] = "no precision keeps the limit";
            } else {
                packed[i] = std::move(*bytes);
            }
        });
        for (std::size_t i = 0; i < clips_.size(); ++i) {
            if (refused[i].empty()) continue;
            row.refused = fmt::format("{}: {}", clips_[i].clip->name, refused[i]);
            return row;
        }
        measureErrors(packed, row);
        measureTimes(packed, row);
        return row;
    }

    void measureErrors(const std::vector<std::vector<std::uint8_t>>& packed, CompressedRow& row) const {
        std::vector<ErrorTally> errors(clips_.size());
        std::vector<std::uint32_t> frames(clips_.size());
        parallelFor(clips_.size(), options_.threads, [&](std::size_t i) {
            checkIn();
            ClipDecoder decoder(model_, packed[i], "compressed clip");
            frames[i] = decoder.intervals() + 1;
            const SurfaceMeter meter(surface_, *clips_[i].clip, decoder.intervals(), kMeasuredPerInterval);
            meter.measure(decoder, errors[i]);
        });
        ErrorTally all;
        for (std::size_t i = 0; i < clips_.size(); ++i) {
            row.frames += frames[i];
            row.bytes += packed[i].size();
            all.add(errors[i]);
            const ErrorSummary summary = errors[i].summary();
            row.max_mm = std::max(row.max_mm, summary.max);
            if (i > 0 && summary.p99 <= row.p99_mm) continue;
            row.p99_mm = summary.p99;
            row.worst_clip = clips_[i].clip->name;
        }
        row.p50_mm = clips_.empty() ? 0.0 : all.quantile(0.5);
    }

    void measureTimes(const std::vector<std::vector<std::uint8_t>>& packed, CompressedRow& row) const {
        if (packed.empty()) return;
        row.open_ms = std::numeric_limits<double>::max();
        row.decode_us = std::numeric_limits<double>::max();
        const std::size_t poses = std::clamp<std::size_t>(kMostTimed / packed.size(), 1, kTimedPoses);
        for (int round = 0; round < kTimedRounds; ++round) {
            checkIn();
            std::vector<std::unique_ptr<ClipDecoder>> decoders;
            auto start = std::chrono::steady_clock::now();
            for (const std::vector<std::uint8_t>& bytes : packed)
                decoders.push_back(std::make_unique<ClipDecoder>(model_, bytes, "compressed clip"));
            row.open_ms = std::min(row.open_ms, millisecondsSince(start));
            start = std::chrono::steady_clock::now();
            for (std::size_t pose = 0; pose < poses; ++pose) {
                for (const std::unique_ptr<ClipDecoder>& decoder : decoders)
                    decoder->decode(spreadPhase(pose));
            }
            const double us = 1000.0 * millisecondsSince(start);
            row.decode_us = std::min(row.decode_us, us / static_cast<double>(poses * decoders.size()));
        }
    }

    const Model& model_;
    const CompressionComparisonOptions& options_;
    ModelSurface surface_;
    std::vector<ComparedClip> clips_;
    CompressionComparison result_;
};

}  // namespace

CompressionComparison compareCompression(const Model& model, const CompressionComparisonOptions& options) {
    return CompressionComparer(model, options).run();
}

double partOfTexels(const CompressionComparison& comparison, const CompressedRow& row) {
    const std::uint64_t texels = comparison.rows.empty() ? 0 : comparison.rows.front().bytes;
    return texels > 0 ? static_cast<double>(row.bytes) / static_cast<double>(texels) : 0.0;
}

}  // namespace phalanx
