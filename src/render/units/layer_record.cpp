#include "render/units/layer_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "anim/pose/pose.h"
#include "core/error.h"
#include "playback.h"

namespace phalanx {
namespace {

constexpr double kTwoPow32 = 4294967296.0;

std::uint32_t phaseOf(const Clip& clip, double time_s) {
    const double phase = clip.duration_s > 0.0 ? clipTime(clip, time_s) / clip.duration_s : 0.0;
    const double cycles = std::round(phase * kTwoPow32);
    if (cycles < kTwoPow32) return static_cast<std::uint32_t>(cycles);
    return clip.loops ? 0U : 0xFFFFFFFFU;
}

std::uint32_t bitsOf(double value) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

class RecordWriter {
  public:
    RecordWriter(const Model& model, const std::string& where, double speed)
        : model_(model), where_(where), speed_(speed) {}

    // Appends a mix; its last sample gets `use`, all get `mask`.
    void add(ClipMix mix, std::uint32_t use, int mask) {
        // The shaders take the first one's hemisphere.
        std::stable_sort(mix.begin(), mix.end(),
                         [](const WeightedClip& a, const WeightedClip& b) { return a.weight > b.weight; });
        for (std::size_t i = 0; i < mix.size(); ++i) {
            const bool last = i + 1 == mix.size();
            const Clip& clip = model_.clips[static_cast<std::size_t>(mix[i].clip)];
            put(static_cast<std::uint32_t>(mix[i].clip), last ? use : PH_MIX_GOES_ON, mask,
                phaseOf(clip, mix[i].time_s), rateOf(clip), mix[i].weight);
        }
    }
    void addRest() { put(PH_REST_CLIP, PH_MIX_BASE, 0, 0, 0, 1.0); }
    void addWeight(double weight) {
        if (weights_ < PH_LAYER_WEIGHTS) record.weights[weights_] = static_cast<float>(weight);
        ++weights_;
    }
    void check() const {
        if (samples_ > PH_LAYER_SAMPLES) {
            throw usageError(where_, fmt::format("needs {} clips at once; a layered unit has at most {}",
                                                 samples_, PH_LAYER_SAMPLES));
        }
        if (weights_ > PH_LAYER_WEIGHTS) {
            throw usageError(where_,
                             fmt::format("has {} layers and additive clips; a layered unit has at most {}",
                                         weights_, PH_LAYER_WEIGHTS));
        }
    }

    LayerRecord record{};

  private:
    std::uint32_t rateOf(const Clip& clip) const {
        if (!(clip.duration_s > 0.0)) return 0;
        const double per_tick = speed_ / (clip.duration_s * PH_TICKS_PER_SECOND);
        return static_cast<std::uint32_t>(std::clamp(std::round(per_tick * kTwoPow32), 0.0, kTwoPow32 - 1.0));
    }
    void put(std::uint32_t clip, std::uint32_t use, int mask, std::uint32_t phase, std::uint32_t rate,
             double weight) {
        if (samples_ < PH_LAYER_SAMPLES) {
            record.samples[samples_] = {
                clip | use << PH_SAMPLE_USE_SHIFT | static_cast<std::uint32_t>(mask) << PH_SAMPLE_MASK_SHIFT,
                phase, rate, bitsOf(weight)};
            record.head.y = static_cast<std::uint32_t>(samples_) + 1;
        }
        ++samples_;
    }

    const Model& model_;
    const std::string& where_;
    double speed_;
    int samples_ = 0;
    int weights_ = 0;
};

glm::dvec3 asDouble(const glm::vec4& v) {
    return glm::dvec3(v);
}

}  // namespace

LayerRecord recordOf(const Model& model, const LayerRig& rig, const ResolvedPose& pose,
                     const std::string& where, double speed) {
    RecordWriter writer(model, where, speed);
    if (pose.base.empty()) {
        writer.addRest();
    } else {
        writer.add(pose.base, PH_MIX_BASE, 0);
    }
    for (std::size_t i = 0; i < pose.layers.size(); ++i) {
        writer.add(pose.layers[i].clips, PH_MIX_LAYER, rig.layer_masks[i]);
        writer.addWeight(pose.layers[i].weight);
    }
    for (std::size_t i = 0; i < pose.additive.size(); ++i) {
        writer.add(pose.additive[i].clips, PH_MIX_ADDED, 0);
        writer.add({pose.additive[i].reference}, PH_MIX_REFERENCE, rig.additive_masks[i]);
        writer.addWeight(pose.additive[i].weight);
    }
    writer.check();
    LayerRecord record = writer.record;
    const glm::dmat4 model_from_file = modelFromFile(model);
    const auto placed = [&](const glm::dvec3& point, double w) {
        return glm::vec4(glm::vec3(model_from_file * glm::dvec4(point, 1.0)), static_cast<float>(w));
    };
    for (std::size_t i = 0; i < pose.aims.size(); ++i) {
        const ResolvedAim& aim = pose.aims[i];
        if (aim.unit) {
            record.aims[i] = {glm::vec4(0.0, aim.unit->height_m, 0.0, aim.weight),
                              glm::uvec4(PH_TARGET_IS_UNIT, aim.unit->unit, 0U, 0U)};
        } else {
            record.aims[i] = {placed(aim.target, aim.weight), glm::uvec4(PH_TARGET_IN_MODEL, 0U, 0U, 0U)};
        }
    }
    for (std::size_t i = 0; i < pose.iks.size(); ++i) {
        const ResolvedIk& ik = pose.iks[i];
        record.iks[i] = {placed(ik.target, ik.weight), ik.pole ? placed(*ik.pole, 1.0) : glm::vec4(0.0F)};
    }
    return record;
}

void addPlayed(const LayerRecord& record, PlayedClips& played) {
    double additive = 0.0;
    int weights = 0;
    std::vector<std::uint32_t> mix;
    for (std::uint32_t i = 0; i < record.head.y; ++i) {
        const std::uint32_t source = record.samples[i].source;
        const std::uint32_t clip = source & 0xFFFFU;
        const std::uint32_t use = source >> PH_SAMPLE_USE_SHIFT & 0xFFU;
        if (clip == PH_REST_CLIP) {
            played.rest = true;
        } else {
            mix.push_back(clip);
        }
        if (use == PH_MIX_GOES_ON) continue;
        const bool added = use == PH_MIX_ADDED || use == PH_MIX_REFERENCE;
        (added ? played.added : played.shown).insert(mix.begin(), mix.end());
        mix.clear();
        if (use != PH_MIX_LAYER && use != PH_MIX_REFERENCE) continue;
        const auto weight = static_cast<double>(record.weights[weights++]);
        if (use == PH_MIX_REFERENCE) additive += std::abs(weight);
    }
    played.additive = std::max(played.additive, additive);
}

RigPose poseShownBy(const LayerRecord& record, const LayerRig& rig, std::uint32_t now, const UnitStand& stand,
                    const StandAt& target_at) {
    const auto sampleOf = [&](const layout::LayerSample& sample) -> RigSample {
        const auto weight = static_cast<double>(std::bit_cast<float>(sample.weight));
        const std::uint32_t number = sample.source & 0xFFFFU;
        if (number == PH_REST_CLIP) return {rig.restFrame(), 0.0, weight};
        const BakedClip& clip = rig.clips[number];
        const std::uint32_t cycle =
            clip.loops ? sample.phase + sample.rate * (now - record.head.x)
                       : layout::saturatingSum(
                             sample.phase,
                             layout::saturatingProduct(sample.rate, layout::ticksSince(now, record.head.x)));
        const layout::ClipMoment moment = layout::clipMoment(cycle, clip.intervals);
        return {clip.first_frame + moment.frame, static_cast<double>(moment.within), weight};
    };
    RigPose pose;
    RigMix mix;
    RigMix added;
    int weights = 0;
    for (std::uint32_t i = 0; i < record.head.y; ++i) {
        const layout::LayerSample& sample = record.samples[i];
        mix.push_back(sampleOf(sample));
        const std::uint32_t use = sample.source >> PH_SAMPLE_USE_SHIFT & 0xFFU;
        const auto mask = static_cast<int>(sample.source >> PH_SAMPLE_MASK_SHIFT);
        if (use == PH_MIX_GOES_ON) continue;
        if (use == PH_MIX_BASE) pose.base = mix;
        if (use == PH_MIX_ADDED) added = mix;
        if (use == PH_MIX_LAYER)
            pose.layers.push_back({mix, static_cast<double>(record.weights[weights++]), mask});
        if (use == PH_MIX_REFERENCE) {
            pose.additive.push_back(
                {added, mix.front(), static_cast<double>(record.weights[weights++]), mask});
        }
        mix.clear();
    }
    for (std::size_t i = 0; i < rig.aims.size(); ++i) {
        const layout::LayerAim& aim = record.aims[i];
        glm::dvec3 target = asDouble(aim.target);
        if (aim.kind.x == PH_TARGET_IS_UNIT && aim.target.w > 0.0F) {
            const UnitStand other = target_at(aim.kind.y);
            target = asDouble(other.placement) + static_cast<double>(other.scale) * target;
        }
        if (aim.kind.x != PH_TARGET_IN_MODEL) {
            const glm::dvec3 away = (target - asDouble(stand.placement)) / static_cast<double>(stand.scale);
            const auto heading = static_cast<double>(stand.placement.w);
            target = {std::cos(heading) * away.x - std::sin(heading) * away.z, away.y,
                      std::sin(heading) * away.x + std::cos(heading) * away.z};
        }
        pose.aims.push_back({target, static_cast<double>(aim.target.w)});
    }
    for (std::size_t i = 0; i < rig.iks.size(); ++i) {
        const layout::LayerIk& ik = record.iks[i];
        pose.iks.push_back({asDouble(ik.target), static_cast<double>(ik.target.w), std::nullopt});
        if (ik.pole.w > 0.0F) pose.iks.back().pole = asDouble(ik.pole);
    }
    return pose;
}

}  // namespace phalanx
