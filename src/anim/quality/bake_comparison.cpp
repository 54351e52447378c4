#include "anim/quality/bake_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "anim/bake/bake_error.h"
#include "anim/bake/encode.h"
#include "anim/bake/entry_codec.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/pose_sampler.h"
#include "anim/pose/skin.h"
#include "anim/quality/pose_difference.h"
#include "core/error.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

constexpr std::array kLookups{FrameLookup::kLinear, FrameLookup::kNearest};

// The maximum number of vertices skinned per bake to compare normals; a model with many clips and vertices is
// compared at fewer moments.
constexpr std::size_t kMostSkinned = 20'000'000;
constexpr std::size_t kLeastMoments = 3;

// Tallies are large, so all clips share a fixed number of them.
constexpr std::size_t kMostGroups = 16;

using ClipErrors = std::array<BakeError, kLookups.size()>;
using GroupErrors = std::array<PoseDifference, kLookups.size()>;

class BakeComparer {
  public:
    BakeComparer(const Model& model, const BakeComparisonOptions& settings)
        : model_(model),
          settings_(settings),
          meter_(model, [this] { checkIn(); }),
          mm_per_metre_(millimetresPerMetre(model)) {
        const std::size_t a_moment = std::max<std::size_t>(model.clips.size() * model.vertices.size(), 1);
        moments_ =
            std::clamp(kMostSkinned / a_moment, kLeastMoments, std::max(settings.moments, kLeastMoments));
        for (const std::optional<double>& rate_hz : settings.rates) {
            for (const Encoding encoding : kEncodings) {
                for (const FrameLookup lookup : kLookups) {
                    ComparedBake& row = rows_.emplace_back();
                    row.rate_hz = rate_hz;
                    row.encoding = encoding;
                    row.lookup = lookup;
                }
            }
        }
    }

    std::vector<ComparedBake> run() {
        for (std::size_t first = 0; first < rows_.size(); first += kLookups.size()) {
            const std::span rows = std::span(rows_).subspan(first, kLookups.size());
            const ComparedBake& row = rows.front();
            if (settings_.stage) {
                settings_.stage(fmt::format(
                    "{}, {}", row.rate_hz ? fmt::format("{:g} Hz", *row.rate_hz) : "automatic rate",
                    nameOf(row.encoding)));
            }
            try {
                measure(rows);
            } catch (const Error& error) {
                if (settings_.cancelled && settings_.cancelled()) throw;
                for (ComparedBake& refused : rows) refused.refused = error.what();
            }
            if (settings_.progress) {
                settings_.progress(static_cast<float>(first + kLookups.size()) /
                                   static_cast<float>(rows_.size()));
            }
        }
        markFront(rows_);
        return std::move(rows_);
    }

  private:
    void checkIn() const {
        if (settings_.cancelled && settings_.cancelled()) throw inputError(model_.source_path, "cancelled");
    }

    // With the same rate for all clips the sampled frames do not depend on the encoding.
    void bake(const ComparedBake& row) {
        if (baked_ && row.rate_hz && baked_rate_hz_ == row.rate_hz) return;
        BakeSettings settings;
        settings.rate_hz = row.rate_hz;
        settings.encoding = row.encoding;
        settings.threads = settings_.threads;
        settings.cancelled = settings_.cancelled;
        baked_.reset();
        baked_ = bakeAnimation(model_, settings);
        baked_rate_hz_ = row.rate_hz;
    }

    // Measures rows that differ only in their lookup.
    void measure(std::span<ComparedBake> rows) {
        bake(rows.front());
        const BakedAnimation& baked = *baked_;
        const EncodedAnimation encoded = encodeAnimation(model_, baked, rows.front().encoding);
        std::vector<ClipErrors> clips(model_.clips.size());
        std::vector<GroupErrors> groups(std::min(kMostGroups, clips.size()));
        parallelFor(groups.size(), settings_.threads, [&](std::size_t g) {
            for (std::size_t i = g; i < clips.size(); i += groups.size())
                clips[i] = measureClip(baked, encoded, i, groups[g]);
        });
        for (std::size_t l = 0; l < rows.size(); ++l) {
            ComparedBake& row = rows[l];
            row.frames = encoded.frames;
            row.bytes = encoded.data.size();
            double seconds = 0.0;
            double sum = 0.0;
            PoseDifference all;
            for (const GroupErrors& group : groups) all.add(group[l]);
            for (std::size_t i = 0; i < clips.size(); ++i) {
                const BakeError& moved = clips[i][l];
                // The mean is weighted by duration; a clip of a single pose has none.
                seconds += model_.clips[i].duration_s;
                sum += moved.mean_mm * model_.clips[i].duration_s;
                row.max_mm = std::max(row.max_mm, moved.max_mm);
                row.sampled = row.sampled || moved.sampled;
                if (hasSteps(model_.clips[i])) {
                    const double frame_ms = 1000.0 * model_.clips[i].duration_s / baked.clips[i].intervals;
                    row.step_ms = std::max(row.step_ms,
                                           row.lookup == FrameLookup::kNearest ? frame_ms / 2.0 : frame_ms);
                }
                if (i > 0 && moved.p99_mm <= row.p99_mm) continue;
                row.p99_mm = moved.p99_mm;
                row.worst_clip = model_.clips[i].name;
                row.worst_time_s = moved.worst_time_s;
                const Joint& joint = model_.palette[moved.worst_joint];
                row.worst_joint = model_.nodes[static_cast<std::size_t>(joint.node)].name;
            }
            row.mean_mm = seconds > 0.0 ? sum / seconds : 0.0;
            row.turned_deg = all.turned_deg.summary();
        }
    }

    ClipErrors measureClip(const BakedAnimation& baked, const EncodedAnimation& encoded, std::size_t i,
                           GroupErrors& group) const {
        const Clip& clip = model_.clips[i];
        const BakedClip& entry = baked.clips[i];
        const EntryCodec codec(encoded.encoding, encoded.space, encoded.bind_origins);
        ClipErrors errors;
        for (std::size_t l = 0; l < kLookups.size(); ++l)
            errors[l] =
                meter_.measure(clip, {codec, bytesOf(encoded, entry), weightsOf(encoded.morphs, entry),
                                      entry.intervals, kLookups[l]});
        PoseSampler exact(model_, clip);
        for (std::size_t m = 0; m < moments_; ++m) {
            checkIn();
            const double phase = spreadPhase(m);
            const std::vector<glm::dmat4>& exact_palette = exact.sample(phase * clip.duration_s);
            const std::vector<SkinnedVertex> expected =
                skin(model_.vertices, exact_palette, {model_.morph_targets, exact.morphWeights()});
            for (std::size_t l = 0; l < kLookups.size(); ++l) {
                PoseSwitches switches;
                switches.lookup = kLookups[l];
                const auto index = static_cast<int>(i);
                const BakedPose pose{index, phase, index, phase, 0.0};
                const auto palette = encodedPalette(encoded, baked.clips, pose, switches);
                const auto weights = morphWeightsAt(encoded.morphs, baked.clips, pose, switches);
                group[l].add(expected, skin(model_.vertices, palette, {model_.morph_targets, weights}),
                             mm_per_metre_);
            }
        }
        return errors;
    }

    const Model& model_;
    const BakeComparisonOptions& settings_;
    BakeErrorMeter meter_;
    double mm_per_metre_;
    std::size_t moments_ = 0;
    std::optional<BakedAnimation> baked_;
    std::optional<double> baked_rate_hz_;
    std::vector<ComparedBake> rows_;
};

}  // namespace

std::vector<ComparedBake> compareBakes(const Model& model, const BakeComparisonOptions& settings) {
    return BakeComparer(model, settings).run();
}

void markFront(std::span<ComparedBake> rows) {
    for (ComparedBake& row : rows) {
        row.on_front = row.refused.empty() && std::ranges::none_of(rows, [&](const ComparedBake& other) {
                           const bool no_worse = other.bytes <= row.bytes && other.p99_mm <= row.p99_mm;
                           const bool better = other.bytes < row.bytes || other.p99_mm < row.p99_mm;
                           return other.refused.empty() && no_worse && better;
                       });
    }
}

}  // namespace phalanx
