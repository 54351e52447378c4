#include "anim/bake/bake.h"

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
#include "anim/bake/rate_search.h"
#include "anim/pose/finite.h"
#include "anim/pose/joint_boxes.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

class ClipBaker {
  public:
    ClipBaker(const Model& model, const std::vector<Clip>& clips, const BakeSettings& settings)
        : model_(model), clips_(clips), settings_(settings), budget_(model, clips, settings) {
        assert(settings.chosen.size() <= clips.size());
        if (!settings.rate_hz && settings.chosen.size() < clips.size())
            search_.emplace(model, clips, settings);
    }

    BakedFrames bake(std::size_t clip) {
        if (!settings_.rate_hz && clip >= settings_.chosen.size())
            return search_->bake(clips_[clip], budget_);
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
