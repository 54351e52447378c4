#include "anim/bake/bake_error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "anim/bake/spread_order.h"
#include "anim/pose/pose_sampler.h"
#include "core/error_tally.h"

namespace phalanx {
namespace {

// Measured at 4 times the baked rate, without the frames themselves.
constexpr std::array<double, 3> kBetween{0.25, 0.5, 0.75};

// The bins of the tally of squared errors are 0.8 % wide. A square this far above the limit is also in a bin
// above it.
constexpr double kSurelyOver = 1.01;

constexpr double kQuantile = 0.99;

// If only a part of the vertices is measured, it consists of runs of this many blocks that are adjacent in
// memory.
constexpr std::size_t kRun = 8;

// Sums per lane, so that the compiler can vectorize the loop.
struct LaneSums {
    VertexGroups::Lane lengths{};
    VertexGroups::Lane largest{};
    std::array<std::uint32_t, VertexGroups::kLanes> over{};

    void add(const VertexGroups::Lane& squares, float over_from) {
        for (std::size_t i = 0; i < squares.size(); ++i) {
            lengths[i] += std::sqrt(squares[i]);
            largest[i] = largest[i] < squares[i] ? squares[i] : largest[i];
            over[i] += over_from < squares[i] ? 1U : 0U;
        }
    }
};

// An upper bound of |m * v| / |v|: the Frobenius norm.
double mostStretch(const glm::mat3& m) {
    return std::sqrt(static_cast<double>(glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2])));
}

}  // namespace

MeasureLimits measureLimits(const Model& model) {
    constexpr std::uint64_t kNodePoses = 20'000'000;
    constexpr std::uint64_t kVertexPoses = 2'000'000'000;
    const std::uint64_t clips = std::max<std::uint64_t>(model.clips.size(), 1);
    return {kNodePoses / clips, kVertexPoses / clips};
}

BakeErrorMeter::BakeErrorMeter(const Model& model, const MeasureLimits& limits,
                               std::function<void()> check_in)
    : model_(model),
      limits_(limits),
      check_in_(std::move(check_in)),
      boxes_(jointBoxes(model)),
      groups_(model),
      mm_per_metre_(millimetresPerMetre(model)) {
    for (const MorphTarget& target : model.morph_targets) {
        double& reach = morph_reaches_.emplace_back(0.0);
        for (const MorphDelta& delta : target.deltas)
            reach = std::max(reach, glm::length(glm::dvec3(delta.position)));
    }
}

std::uint64_t BakeErrorMeter::moments(const EncodedClip& frames) {
    return std::uint64_t{frames.intervals} * kBetween.size();
}

std::uint64_t BakeErrorMeter::measuredMoments(const EncodedClip& frames) const {
    // The minimum for any skeleton: with fewer moments the result would be meaningless.
    constexpr std::uint64_t kLeast = 60;
    return std::min(moments(frames), std::max(limits_.node_poses / model_.nodes.size(), kLeast));
}

std::size_t BakeErrorMeter::blockStride(std::uint64_t measured_moments) const {
    const std::uint64_t vertex_poses = measured_moments * groups_.vertices();
    return static_cast<std::size_t>(vertex_poses / std::max<std::uint64_t>(limits_.vertex_poses, 1) + 1);
}

double BakeErrorMeter::timeOf(const Clip& clip, const EncodedClip& frames, std::uint64_t moment) {
    const auto interval = static_cast<std::size_t>(moment / kBetween.size());
    const double within = kBetween[moment % kBetween.size()];
    return clip.duration_s * (static_cast<double>(interval) + within) / frames.intervals;
}

std::uint16_t BakeErrorMeter::jointOfWorst(const Differences& differences, float worst_square) const {
    VertexGroups::Lane squares{};
    std::size_t block = 0;
    for (; block + 1 < groups_.blocks(); ++block) {
        groups_.squaredLengths(block, differences.joints, differences.morphs, squares);
        if (*std::max_element(squares.begin(), squares.end()) >= worst_square) break;
    }
    return groups_.heaviestJoint(block);
}

void BakeErrorMeter::differences(PoseSampler& exact, const Clip& clip, const EncodedClip& frames,
                                 std::uint64_t moment, Differences& result) const {
    if (check_in_) check_in_();
    const auto interval = static_cast<std::size_t>(moment / kBetween.size());
    const std::vector<glm::dmat4>& palette = exact.sample(timeOf(clip, frames, moment));
    double within = kBetween[moment % kBetween.size()];
    if (frames.lookup == FrameLookup::kNearest) within = within < 0.5 ? 0.0 : 1.0;
    const EntryCodec& codec = frames.codec;
    const std::size_t frame_bytes = palette.size() * codec.entryBytes();
    const std::byte* before = frames.data.data() + interval * frame_bytes;
    const bool morphs = !morph_reaches_.empty();
    result.joints.resize(palette.size());
    result.morphs.shown.resize(morphs ? palette.size() : 0);
    for (std::size_t j = 0; j < palette.size(); ++j) {
        const PoseEntry entry =
            EntryCodec::blendFrames(codec.read(before), codec.read(before + frame_bytes), within);
        const glm::dmat4 shown = codec.modelFromBind(entry, j);
        result.joints[j] = glm::mat4(shown - palette[j]);
        if (morphs) result.morphs.shown[j] = glm::mat3(shown);
        before += codec.entryBytes();
    }
    if (!morphs) return;
    const std::span<const float> weights =
        frames.morph_weights.subspan(interval * morph_reaches_.size(), 2 * morph_reaches_.size());
    std::vector<double> shown_weights(morph_reaches_.size());
    result.most_morphed = 0.0;
    for (std::size_t t = 0; t < shown_weights.size(); ++t) {
        shown_weights[t] = glm::mix(static_cast<double>(weights[t]),
                                    static_cast<double>(weights[t + shown_weights.size()]), within);
        result.most_morphed += std::abs(shown_weights[t] - exact.morphWeights()[t]) * morph_reaches_[t];
    }
    groups_.setMorphs(exact.morphWeights(), shown_weights, result.morphs);
}

bool BakeErrorMeter::surelyUnder(double limit_mm, const Clip& clip, const EncodedClip& frames) const {
    const double limit = limit_mm / mm_per_metre_;
    const SpreadOrder order(moments(frames));
    if (measuredMoments(frames) < order.count()) return false;
    PoseSampler exact(model_, clip);
    Differences d;
    for (std::uint64_t i = 0; i < order.count(); ++i) {
        differences(exact, clip, frames, order.at(i), d);
        for (std::size_t j = 0; j < d.joints.size(); ++j) {
            const JointBox& box = boxes_[j];
            if (box.empty()) continue;
            const double by_morphs =
                morph_reaches_.empty() ? 0.0 : d.most_morphed * mostStretch(d.morphs.shown[j]);
            // Every vertex is inside the box and the error is a convex function of the position, so its
            // maximum is at a corner.
            for (unsigned corner = 0; corner < 8; ++corner) {
                const double error =
                    glm::length(glm::dvec3(glm::dmat4(d.joints[j]) * glm::dvec4(box.corner(corner), 1.0))) +
                    by_morphs;
                if (!(error <= limit)) return false;  // also for NaN
            }
        }
    }
    return true;
}

BakeError BakeErrorMeter::measure(const Clip& clip, const EncodedClip& frames) const {
    return measureUnder(std::numeric_limits<double>::infinity(), clip, frames).value_or(BakeError{});
}

std::optional<BakeError> BakeErrorMeter::measureUnder(double limit_mm, const Clip& clip,
                                                      const EncodedClip& frames) const {
    const SpreadOrder order(moments(frames));
    const std::uint64_t measured = measuredMoments(frames);
    const std::size_t stride = blockStride(measured);
    const double limit = limit_mm / mm_per_metre_;
    const auto over_from = static_cast<float>(
        std::min(limit * limit * kSurelyOver, static_cast<double>(std::numeric_limits<float>::max())));
    const double most_over =
        (1.0 - kQuantile) * static_cast<double>(measured * groups_.vertices()) / static_cast<double>(stride);

    PoseSampler exact(model_, clip);
    Differences d;
    ErrorTally squared;
    std::uint64_t count = 0;
    std::uint64_t over = 0;
    double sum = 0.0;
    float max = 0.0F;
    std::uint64_t worst = 0;  // the moment of the largest error
    VertexGroups::Lane squares{};
    for (std::uint64_t i = 0; i < measured; ++i) {
        differences(exact, clip, frames, order.at(i), d);
        LaneSums sums;
        // If only a part of the blocks is measured, each moment uses a different part.
        for (std::size_t run = i % stride * kRun; run < groups_.blocks(); run += stride * kRun) {
            const std::size_t end = std::min(run + kRun, groups_.blocks());
            for (std::size_t block = run; block < end; ++block) {
                const std::size_t vertices = groups_.squaredLengths(block, d.joints, d.morphs, squares);
                sums.add(squares, over_from);
                squared.count(std::span(squares).first(vertices));
                count += vertices;
            }
        }
        for (std::size_t lane = 0; lane < VertexGroups::kLanes; ++lane) {
            sum += static_cast<double>(sums.lengths[lane]);
            if (sums.largest[lane] > max) worst = order.at(i);
            max = std::max(max, sums.largest[lane]);
            over += sums.over[lane];
        }
        if (static_cast<double>(over) > most_over) return std::nullopt;
    }
    if (count == 0) return BakeError{};
    differences(exact, clip, frames, worst, d);
    return BakeError{sum / static_cast<double>(count) * mm_per_metre_,
                     std::sqrt(squared.quantile(kQuantile)) * mm_per_metre_,
                     std::sqrt(static_cast<double>(max)) * mm_per_metre_,
                     measured < order.count() || stride > 1,
                     timeOf(clip, frames, worst),
                     jointOfWorst(d, max)};
}

}  // namespace phalanx
