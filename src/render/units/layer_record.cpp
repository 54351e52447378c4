#include "render/units/layer_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "anim/pose/pose.h"
#include "core/error.h"
#include "core/printable.h"
#include "crowd/crowd.h"
#include "playback.h"

namespace phalanx {
namespace {

constexpr double kTwoPow32 = 4294967296.0;

std::uint32_t wrapped(double cycles) {
    return static_cast<std::uint32_t>(
        static_cast<std::uint64_t>(std::llround((cycles - std::floor(cycles)) * kTwoPow32)));
}

std::uint32_t phaseOf(const Clip& clip, double time_s) {
    const double phase = clip.duration_s > 0.0 ? clipTime(clip, time_s) / clip.duration_s : 0.0;
    const double cycles = std::round(phase * kTwoPow32);
    if (cycles < kTwoPow32) return static_cast<std::uint32_t>(cycles);
    return clip.loops ? 0U : 0xFFFFFFFFU;
}

class RecordWriter {
  public:
    RecordWriter(const Model& model, const std::string& where, double speed)
        : model_(model), where_(where), speed_(speed) {}

    // Appends a mix; its last sample gets `use`, all get `mask`. step: nullptr: its clips are not in step.
    void add(const ClipMix& clips, std::uint32_t use, int mask, const BaseCycle* step = nullptr) {
        const ClipMix mix = heaviestFirst(clips);  // the shaders take the first one's hemisphere
        std::vector<double> shares;
        for (const WeightedClip& each : mix) shares.push_back(each.weight);
        const std::vector<std::uint32_t> weights = sampleWeights(shares);
        for (std::size_t i = 0; i < mix.size(); ++i) {
            const bool last = i + 1 == mix.size();
            const Clip& clip = model_.clips[static_cast<std::size_t>(mix[i].clip)];
            std::uint32_t phase = phaseOf(clip, mix[i].time_s);
            if (step != nullptr) phase -= wrapped(step->phase);
            put(static_cast<std::uint32_t>(mix[i].clip), last ? use : PH_MIX_GOES_ON, mask, phase,
                step != nullptr ? 0U : rateOf(clip), weights[i], step != nullptr ? PH_SAMPLE_IN_STEP : 0U);
        }
    }
    // The common phase of the samples in step.
    void setStep(const BaseCycle& cycle) {
        const std::uint32_t rate = layout::limitedRate(rateFor(cycle.rate_hz), kMostTravelRate);
        record.step = {wrapped(cycle.phase), rate, rate, 0U};
    }
    void addRest() { put(PH_REST_CLIP, PH_MIX_BASE, 0, 0, 0, PH_SAMPLE_WEIGHT_MAX, 0U); }
    void addWeight(double weight) {
        if (weights_ < PH_LAYER_WEIGHTS) record.weights[weights_] = static_cast<float>(weight);
        record.weights_before = record.weights;
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
    std::uint32_t rateFor(double rate_hz) const {
        return layout::rateOf(speed_ * rate_hz / PH_TICKS_PER_SECOND);
    }
    std::uint32_t rateOf(const Clip& clip) const {
        return clip.duration_s > 0.0 ? rateFor(1.0 / clip.duration_s) : 0U;
    }
    void put(std::uint32_t clip, std::uint32_t use, int mask, std::uint32_t phase, std::uint32_t rate,
             std::uint32_t weight, std::uint32_t flags) {
        if (samples_ < PH_LAYER_SAMPLES) {
            record.samples[samples_] = {clip | use << PH_SAMPLE_USE_SHIFT | flags |
                                            static_cast<std::uint32_t>(mask) << PH_SAMPLE_MASK_SHIFT,
                                        phase, rate, weight | weight << 16U};
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

class TargetWriter {
  public:
    TargetWriter(const Model& model, const LayerRig& rig, const std::string& where)
        : model_(model), rig_(rig), where_(where), model_from_file_(modelFromFile(model)) {}

    glm::vec4 placed(const glm::dvec3& point, double w) const {
        return glm::vec4(glm::vec3(model_from_file_ * glm::dvec4(point, 1.0)), static_cast<float>(w));
    }
    void write(const ResolvedTarget& from, double weight, layout::LayerTarget& target,
               layout::TargetKinds& kinds) const {
        std::uint32_t kind = from.in_world ? PH_TARGET_IN_WORLD : PH_TARGET_IN_MODEL;
        glm::vec4 to = from.in_world ? glm::vec4(glm::vec3(from.target), static_cast<float>(weight))
                                     : placed(from.target, weight);
        if (from.unit && from.unit->joint >= 0) {
            kind = PH_TARGET_IS_JOINT;
            to = glm::vec4(rigJoint(from.unit->joint), from.unit->share, 0.0, weight);
        } else if (from.unit) {
            kind = PH_TARGET_IS_UNIT;
            to = glm::vec4(0.0, from.unit->height_m, 0.0, weight);
        }
        if (from.unit) kind |= from.unit->unit << PH_TARGET_PLACE_SHIFT;
        target = {to, to};
        kinds = {kind, kind};
    }

  private:
    int rigJoint(int node) const {
        const auto found = std::ranges::find(rig_.joints, node, &RigJoint::node);
        if (found == rig_.joints.end()) {
            throw usageError(where_,
                             fmt::format("{} moves no vertices; as a target it must be in the pose that the "
                                         "army has at first",
                                         printable(model_.nodes[static_cast<std::size_t>(node)].name)));
        }
        return static_cast<int>(found - rig_.joints.begin());
    }

    const Model& model_;
    const LayerRig& rig_;
    const std::string& where_;
    glm::dmat4 model_from_file_;
};

}  // namespace

LayerRecord recordOf(const Model& model, const LayerRig& rig, const ResolvedPose& pose,
                     const std::string& where, double speed) {
    RecordWriter writer(model, where, speed);
    if (pose.base.empty()) {
        writer.addRest();
    } else {
        writer.add(pose.base, PH_MIX_BASE, 0, pose.cycle.in_step ? &pose.cycle : nullptr);
    }
    writer.setStep(pose.cycle);
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
    const TargetWriter targets(model, rig, where);
    for (std::size_t i = 0; i < pose.aims.size(); ++i)
        targets.write(pose.aims[i], pose.aims[i].weight, record.aims[i], record.aim_kinds[i]);
    for (std::size_t i = 0; i < pose.iks.size(); ++i) {
        const ResolvedIk& ik = pose.iks[i];
        targets.write(ik, ik.weight, record.iks[i], record.ik_kinds[i]);
        if (ik.pole) record.poles[i] = targets.placed(*ik.pole, 1.0);
    }
    return record;
}

LayerRecord recordOfPlayback() {
    LayerRecord record{};
    record.head.y = 1;
    record.samples[0] = {PH_UNIT_CLIPS | PH_MIX_BASE << PH_SAMPLE_USE_SHIFT, 0U, 0U,
                         PH_SAMPLE_WEIGHT_MAX | PH_SAMPLE_WEIGHT_MAX << 16U};
    return record;
}

LayerRecord playedBy(const LayerRecord& record, std::span<const BakedClip> clips, double offset_cycles,
                     double speed) {
    const std::uint32_t offset = wrapped(offset_cycles);
    const auto at_speed = [speed](std::uint32_t rate) {
        return layout::rateOf(static_cast<double>(static_cast<std::int32_t>(rate)) * 0x1p-32 * speed);
    };
    LayerRecord result = record;
    result.step = {record.step.x + offset, layout::limitedRate(at_speed(record.step.y), kMostTravelRate),
                   layout::limitedRate(at_speed(record.step.z), kMostTravelRate), 0U};
    for (layout::LayerSample& sample : std::span(result.samples).first(record.head.y)) {
        if ((sample.source & PH_SAMPLE_IN_STEP) != 0U || clipOf(sample) == PH_REST_CLIP) continue;
        sample.rate = at_speed(sample.rate);
        if (clips[clipOf(sample)].loops) {
            sample.phase += offset;
        } else if (sample.phase == 0U) {
            sample.phase = layout::oneShotOrigin(sample.rate);
        }
    }
    return result;
}

std::uint32_t shownClip(const LayerRecord& record, const LayerRig& rig) {
    std::vector<double> left(rig.palette.size(), 1.0);  // of each entry, not yet covered by a layer above
    std::map<std::uint32_t, double> shown;              // by clip
    struct Over {
        std::vector<std::pair<std::uint32_t, double>> clips;
        double weight = 1.0;
        std::size_t mask = 0;
    };
    std::vector<Over> overs(1);
    int weights = 0;
    for (const layout::LayerSample& sample : std::span(record.samples).first(record.head.y)) {
        overs.back().clips.emplace_back(clipOf(sample), static_cast<double>(sample.weight >> 16U));
        const std::uint32_t use = useOf(sample);
        if (use == PH_MIX_GOES_ON) continue;
        if (use == PH_MIX_LAYER) {
            overs.back().weight = static_cast<double>(record.weights[weights++]);
            overs.back().mask = sample.source >> PH_SAMPLE_MASK_SHIFT;
        } else if (use != PH_MIX_BASE) {
            overs.back().weight = 0.0;
            if (use == PH_MIX_REFERENCE) ++weights;
        }
        overs.emplace_back();
    }
    overs.pop_back();
    std::reverse(overs.begin(), overs.end());  // what is on top covers first
    for (const Over& over : overs) {
        double covered = 0.0;
        for (std::size_t p = 0; p < left.size(); ++p) {
            const auto joint = static_cast<std::size_t>(rig.palette[p].joint);
            const double share = left[p] * over.weight * static_cast<double>(rig.masks[over.mask][joint]);
            covered += share;
            left[p] -= share;
        }
        for (const auto& [clip, weight] : over.clips) shown[clip] += covered * weight;
    }
    std::uint32_t best = PH_REST_CLIP;
    for (const auto& [clip, weight] : shown) {
        if (clip == PH_REST_CLIP || !(weight > 0.0)) continue;
        const bool better = best == PH_REST_CLIP || (rig.clips[clip].loops && !rig.clips[best].loops) ||
                            (rig.clips[clip].loops == rig.clips[best].loops && weight > shown[best]);
        if (better) best = clip;
    }
    return best == PH_REST_CLIP ? 0U : best;
}

void addPlayed(const LayerRecord& record, PlayedClips& played) {
    double additive = 0.0;
    int weights = 0;
    std::vector<std::uint32_t> mix;
    for (const layout::LayerSample& sample : std::span(record.samples).first(record.head.y)) {
        const std::uint32_t clip = clipOf(sample);
        const std::uint32_t use = useOf(sample);
        if (clip == PH_REST_CLIP) {
            played.rest = true;
        } else if (clip != PH_UNIT_CLIPS) {
            mix.push_back(clip);
        }
        if (use == PH_MIX_GOES_ON) continue;
        const bool added = use == PH_MIX_ADDED || use == PH_MIX_REFERENCE;
        (added ? played.added : played.shown).insert(mix.begin(), mix.end());
        mix.clear();
        if (use != PH_MIX_LAYER && use != PH_MIX_REFERENCE) continue;
        const float weight =
            std::max(std::abs(record.weights_before[weights]), std::abs(record.weights[weights]));
        ++weights;
        if (use == PH_MIX_REFERENCE) additive += static_cast<double>(weight);
    }
    played.additive = std::max(played.additive, additive);
}

void LayerUse::add(const LayerRecord& record) {
    addPlayed(record, played);
    const auto addTarget = [this](float weight, std::uint32_t kind, bool of_ik) {
        if (!(weight > 0.0F)) return;
        targets.units = targets.units || layout::targetIsOfUnit(kind);
        targets.joints = targets.joints || layout::targetKind(kind) == PH_TARGET_IS_JOINT;
        targets.ik = targets.ik || (of_ik && layout::targetKind(kind) != PH_TARGET_IN_MODEL);
    };
    for (std::size_t i = 0; i < std::size(record.aims); ++i) {
        addTarget(record.aims[i].before.w, record.aim_kinds[i].before, false);
        addTarget(record.aims[i].after.w, record.aim_kinds[i].after, false);
    }
    for (std::size_t i = 0; i < std::size(record.iks); ++i) {
        addTarget(record.iks[i].before.w, record.ik_kinds[i].before, true);
        addTarget(record.iks[i].after.w, record.ik_kinds[i].after, true);
    }
}

std::vector<std::uint32_t> sampleWeights(std::span<const double> shares) {
    std::vector<std::uint32_t> result;
    double passed = 0.0;
    std::uint32_t given = 0;
    for (const double share : shares) {
        passed += share;
        const auto until = static_cast<std::uint32_t>(
            std::lround(std::clamp(passed, 0.0, 1.0) * static_cast<double>(PH_SAMPLE_WEIGHT_MAX)));
        result.push_back(until - given);
        given = until;
    }
    return result;
}

RecordMoment momentOf(const LayerRecord& record, std::uint32_t now) {
    const std::uint32_t ticks = layout::ticksSince(now, record.head.x);
    const layout::FadeState fade =
        layout::eventFade(ticks, layout::ticksSince(now, record.head.z), record.head.w);
    return {fade.weight, record.step.x + layout::advanceInStep(record.step.y, record.step.z, ticks, fade)};
}

std::uint32_t cycleOf(const LayerRecord& record, const layout::LayerSample& sample,
                      std::span<const BakedClip> clips, const RecordMoment& moment, std::uint32_t now) {
    if ((sample.source & PH_SAMPLE_IN_STEP) != 0U) return sample.phase + moment.step;
    const std::uint32_t clip = clipOf(sample);
    if (clip == PH_REST_CLIP) return 0;
    if (clips[clip].loops) return sample.phase + sample.rate * (now - record.head.x);
    return layout::oneShotPhase(sample.phase, sample.rate, layout::ticksSince(now, record.head.x));
}

}  // namespace phalanx
