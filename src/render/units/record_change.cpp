#include "render/units/record_change.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "playback.h"

namespace phalanx {
namespace {

struct Sample {
    layout::LayerSample sample;  // without its use in `source` and without weights
    double before = 0.0;         // shares of the mix
    double after = 0.0;
    bool goes_on = false;  // it was shown, and is wanted
};

struct Mix {
    std::vector<Sample> samples;
    std::uint32_t use = PH_MIX_BASE;
};

constexpr std::uint32_t kWithoutUse = ~(std::uint32_t{PH_SAMPLE_USE_MASK} << PH_SAMPLE_USE_SHIFT);

// In step, a clip of two spaces may be at two phases.
bool sameClip(const layout::LayerSample& a, const layout::LayerSample& b) {
    if (((a.source ^ b.source) & (0xFFFFU | PH_SAMPLE_IN_STEP)) != 0U) return false;
    return (a.source & PH_SAMPLE_IN_STEP) == 0U || a.phase == b.phase;
}

// The mixes of a record. Each sample's share goes to `before`.
std::vector<Mix> mixesOf(const LayerRecord& record, float share) {
    std::vector<Mix> result(1);
    for (std::uint32_t i = 0; i < record.head.y; ++i) {
        const layout::LayerSample& from = record.samples[i];
        Sample sample{from, static_cast<double>(layout::sampleWeight(from.weight, share))};
        sample.sample.source &= kWithoutUse;
        result.back().samples.push_back(sample);
        result.back().use = useOf(from);
        if (useOf(from) != PH_MIX_GOES_ON && i + 1 < record.head.y) result.emplace_back();
    }
    return result;
}

// `shown`: the mix as it is now; `wanted`: as it shall be. restart: one-shots do not go on.
Mix merged(const Mix& shown, const Mix& wanted, std::span<const BakedClip> clips, bool restart) {
    Mix result{{}, wanted.use};
    const std::uint32_t mask = wanted.samples.front().sample.source >> PH_SAMPLE_MASK_SHIFT;
    for (Sample each : shown.samples) {
        each.sample.source &= (1U << PH_SAMPLE_MASK_SHIFT) - 1U;
        each.sample.source |= mask << PH_SAMPLE_MASK_SHIFT;
        result.samples.push_back(each);
    }
    for (const Sample& each : wanted.samples) {
        // A mix may have a clip twice, at two phases.
        const std::uint32_t clip = clipOf(each.sample);
        const bool begins = restart && clip != PH_REST_CLIP && !clips[clip].loops;
        const auto found = std::ranges::find_if(result.samples, [&](const Sample& other) {
            return !begins && !other.goes_on && sameClip(other.sample, each.sample);
        });
        if (found == result.samples.end()) {
            result.samples.push_back({each.sample, 0.0, each.before, true});
        } else {
            found->sample.rate = each.sample.rate;
            found->after = each.before;
            found->goes_on = true;
        }
    }
    std::erase_if(result.samples,
                  [](const Sample& each) { return !(each.before > 0.0) && !(each.after > 0.0); });
    return result;
}

void dropLightest(std::vector<Mix>& mixes, std::size_t most) {
    const auto count = [&] {
        std::size_t sum = 0;
        for (const Mix& mix : mixes) sum += mix.samples.size();
        return sum;
    };
    while (count() > most) {
        Mix* from = nullptr;
        std::size_t lightest = 0;
        for (Mix& mix : mixes) {
            for (std::size_t i = 0; i < mix.samples.size(); ++i) {
                const Sample& each = mix.samples[i];
                if (each.after > 0.0) continue;
                if (from == nullptr || each.before < from->samples[lightest].before) {
                    from = &mix;
                    lightest = i;
                }
            }
        }
        if (from == nullptr) return;  // only wanted ones are left, which fit
        const double rest = 1.0 - from->samples[lightest].before;
        from->samples.erase(from->samples.begin() + static_cast<std::ptrdiff_t>(lightest));
        for (Sample& each : from->samples) each.before = rest > 0.0 ? each.before / rest : each.after;
    }
}

void write(const std::vector<Mix>& mixes, LayerRecord& record) {
    record.head.y = 0;
    for (const Mix& mix : mixes) {
        std::vector<double> before;
        std::vector<double> after;
        for (const Sample& each : mix.samples) {
            before.push_back(each.before);
            after.push_back(each.after);
        }
        const std::vector<std::uint32_t> weights_before = sampleWeights(before);
        const std::vector<std::uint32_t> weights_after = sampleWeights(after);
        for (std::size_t i = 0; i < mix.samples.size(); ++i) {
            layout::LayerSample& to = record.samples[record.head.y++];
            to = mix.samples[i].sample;
            if (i + 1 == mix.samples.size()) to.source |= mix.use << PH_SAMPLE_USE_SHIFT;
            to.weight = weights_before[i] | weights_after[i] << 16U;
        }
    }
}

// A target and its kinds.
struct TargetParts {
    layout::LayerTarget& target;
    layout::TargetKinds& kinds;
};

// shown: `before` after so much of its change.
void changeTarget(const layout::LayerTarget& before, const layout::TargetKinds& kinds,
                  const TargetParts& wanted, float share, const TargetShown& shown) {
    // Where an aim or IK begins or ends, its target stays.
    if (!(shown.weight > 0.0F)) {
        wanted.target.before = glm::vec4(glm::vec3(wanted.target.after), 0.0F);
        wanted.kinds.before = wanted.kinds.after;
        return;
    }
    const bool one_target =
        kinds.before == kinds.after && glm::vec3(before.before) == glm::vec3(before.after);
    if (share >= 1.0F || share <= 0.0F || one_target) {
        wanted.target.before =
            glm::vec4(glm::vec3(share > 0.0F ? before.after : before.before), shown.weight);
        wanted.kinds.before = share > 0.0F ? kinds.after : kinds.before;
    } else {
        wanted.target.before = glm::vec4(glm::vec3(shown.target), shown.weight);
        wanted.kinds.before = PH_TARGET_IN_MODEL;
    }
    if (!(wanted.target.after.w > 0.0F)) {
        wanted.target.after = glm::vec4(glm::vec3(wanted.target.before), 0.0F);
        wanted.kinds.after = wanted.kinds.before;
    }
}

}  // namespace

std::uint32_t ticksLeft(const LayerRecord& record, std::uint32_t now) {
    const std::uint32_t passed = layout::ticksSince(now, record.head.z);
    return passed < record.head.w ? record.head.w - passed : 0U;
}

LayerRecord renewedRecord(const LayerRecord& record, std::span<const BakedClip> clips, std::uint32_t now) {
    // Each clip goes on as it is, also one that a mix has twice.
    const RecordMoment moment = momentOf(record, now);
    LayerRecord result = record;
    for (layout::LayerSample& sample : std::span(result.samples).first(record.head.y)) {
        if ((sample.source & PH_SAMPLE_IN_STEP) == 0U)
            sample.phase = cycleOf(record, sample, clips, moment, now);
    }
    result.head = {now, record.head.y, now, 0U};
    result.step = {moment.step, record.step.z, record.step.z, 0U};
    return result;
}

LayerRecord changedRecord(const LayerRecord& before, const LayerRecord& wanted, const LayerRig& rig,
                          const ChangeTime& time, const UnitStand& stand, const StandAt& target_at) {
    const std::span<const BakedClip> clips = rig.clips;
    const RecordMoment moment = momentOf(before, time.now);
    std::vector<Mix> shown = mixesOf(before, moment.share);
    for (Mix& mix : shown) {
        for (Sample& each : mix.samples) {
            if ((each.sample.source & PH_SAMPLE_IN_STEP) == 0U)
                each.sample.phase = cycleOf(before, each.sample, clips, moment, time.now);
        }
    }
    std::vector<Mix> mixes = mixesOf(wanted, 1.0F);
    for (std::size_t i = 0; i < mixes.size(); ++i) {
        mixes[i] = merged(shown[i], mixes[i], clips, (time.restarts >> i & 1U) != 0U);
        if (time.ticks > 0) continue;
        // At once: only what is wanted is left, at the phases that it has.
        std::erase_if(mixes[i].samples, [](const Sample& each) { return !(each.after > 0.0); });
        for (Sample& each : mixes[i].samples) each.before = each.after;
    }
    dropLightest(mixes, PH_LAYER_SAMPLES);

    LayerRecord result = wanted;
    result.head = {time.now, 0U, time.now, time.ticks};
    write(mixes, result);
    const std::uint32_t rate = layout::rateBetween(before.step.y, before.step.z, moment.share);
    // No fade through standing: playback.h allows a difference of 1/256 cycle per tick.
    const bool turns = layout::runsBack(rate) != layout::runsBack(wanted.step.z);
    result.step = {moment.step, turns ? wanted.step.z : rate, wanted.step.z, 0U};
    result.weights_before = glm::mix(before.weights_before, before.weights, moment.share);
    const ShownTargets targets(before, rig, time.now, stand, target_at);
    for (std::size_t i = 0; i < std::size(result.aims); ++i) {
        changeTarget(before.aims[i], before.aim_kinds[i], {result.aims[i], result.aim_kinds[i]}, moment.share,
                     targets.aim(i, moment.share));
    }
    for (std::size_t i = 0; i < std::size(result.iks); ++i) {
        changeTarget(before.iks[i], before.ik_kinds[i], {result.iks[i], result.ik_kinds[i]}, moment.share,
                     targets.ik(i, moment.share));
    }
    if (time.ticks == 0) {
        result.step.y = result.step.z;
        result.weights_before = result.weights;
    }
    return result;
}

}  // namespace phalanx
