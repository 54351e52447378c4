#include "render/units/shown_pose.h"

#include <bit>
#include <cmath>
#include <optional>
#include <span>

#include "playback.h"

namespace phalanx {
namespace {

glm::dvec3 asDouble(const glm::vec4& v) {
    return glm::dvec3(v);
}

glm::dvec3 targetInModel(const glm::vec4& target, std::uint32_t kind, std::uint32_t place,
                         const UnitStand& stand, const StandAt& target_at) {
    glm::dvec3 result = asDouble(target);
    if (kind == PH_TARGET_IS_UNIT) {
        const UnitStand other = target_at(place);
        result = asDouble(other.placement) + static_cast<double>(other.scale) * result;
    }
    if (kind != PH_TARGET_IN_MODEL) {
        const glm::dvec3 away = (result - asDouble(stand.placement)) / static_cast<double>(stand.scale);
        const auto heading = static_cast<double>(stand.placement.w);
        result = {std::cos(heading) * away.x - std::sin(heading) * away.z, away.y,
                  std::sin(heading) * away.x + std::cos(heading) * away.z};
    }
    return result;
}

}  // namespace

AimShown aimShownBy(const layout::LayerAim& aim, float share, const UnitStand& stand,
                    const StandAt& target_at) {
    AimShown result{glm::dvec3(0.0), glm::mix(aim.before.w, aim.target.w, share)};
    if (!(result.weight > 0.0F)) return result;
    if (share > 0.0F) result.target = targetInModel(aim.target, aim.kind.y, aim.kind.w, stand, target_at);
    if (share < 1.0F) {
        result.target = glm::mix(targetInModel(aim.before, aim.kind.x, aim.kind.z, stand, target_at),
                                 result.target, static_cast<double>(share));
    }
    return result;
}

LayerRecord atTheOrigin(const LayerRecord& record, const UnitStand& stand, const StandAt& target_at) {
    LayerRecord result = record;
    for (layout::LayerAim& aim : result.aims) {
        const AimShown before = aimShownBy(aim, 0.0F, stand, target_at);
        const AimShown after = aimShownBy(aim, 1.0F, stand, target_at);
        aim = {glm::vec4(glm::vec3(before.target), before.weight),
               glm::vec4(glm::vec3(after.target), after.weight),
               glm::uvec4(PH_TARGET_IN_MODEL, PH_TARGET_IN_MODEL, 0U, 0U)};
    }
    return result;
}

GroundAt groundBelow(const UnitStand& stand, const glm::dvec3& place) {
    if (stand.terrain == nullptr) return {};
    const double c = std::cos(static_cast<double>(stand.placement.w));
    const double s = std::sin(static_cast<double>(stand.placement.w));
    const auto scale = static_cast<double>(stand.scale);
    const glm::dvec2 in_world = glm::dvec2(stand.placement.x, stand.placement.z) +
                                scale * glm::dvec2(c * place.x + s * place.z, c * place.z - s * place.x);
    const glm::dvec3 normal = stand.terrain->normal(in_world);
    return {(stand.terrain->height_m(in_world) - static_cast<double>(stand.placement.y)) / scale,
            {c * normal.x - s * normal.z, normal.y, s * normal.x + c * normal.z}};
}

RigPose poseShownBy(const LayerRecord& record, const LayerRig& rig, std::uint32_t now, const UnitStand& stand,
                    const StandAt& target_at) {
    const RecordMoment moment = momentOf(record, now);
    const auto unitClip = [&](int clip, double weight) -> RigSample {
        return {stand.frames[clip], static_cast<double>(std::bit_cast<float>(stand.frames[clip + 2])),
                weight};
    };
    const auto sampleOf = [&](const layout::LayerSample& sample) -> RigSample {
        const auto weight = static_cast<double>(layout::sampleWeight(sample.weight, moment.share));
        const std::uint32_t number = clipOf(sample);
        if (number == PH_REST_CLIP) return {rig.restFrame(), 0.0, weight};
        const BakedClip& clip = rig.clips[number];
        const layout::ClipMoment at =
            layout::clipMoment(cycleOf(record, sample, rig.clips, moment, now), clip.intervals);
        return {clip.first_frame + at.frame, static_cast<double>(at.within), weight};
    };
    RigPose pose;
    RigMix mix;
    RigMix added;
    int weights = 0;
    const auto nextWeight = [&] {
        const int i = weights++;
        return static_cast<double>(glm::mix(record.weights_before[i], record.weights[i], moment.share));
    };
    for (const layout::LayerSample& sample : std::span(record.samples).first(record.head.y)) {
        if (clipOf(sample) == PH_UNIT_CLIPS) {
            const auto of_b = static_cast<double>(stand.weight);
            mix.push_back(unitClip(0, 1.0 - of_b));
            if (of_b > 0.0) mix.push_back(unitClip(1, of_b));
        } else {
            mix.push_back(sampleOf(sample));
        }
        const std::uint32_t use = useOf(sample);
        const auto mask = static_cast<int>(sample.source >> PH_SAMPLE_MASK_SHIFT);
        if (use == PH_MIX_GOES_ON) continue;
        if (use == PH_MIX_BASE) pose.base = mix;
        if (use == PH_MIX_ADDED) added = mix;
        if (use == PH_MIX_LAYER) pose.layers.push_back({mix, nextWeight(), mask});
        if (use == PH_MIX_REFERENCE) pose.additive.push_back({added, mix, nextWeight(), mask});
        mix.clear();
    }
    pose.ground = [stand](const glm::dvec3& place) { return groundBelow(stand, place); };
    for (std::size_t i = 0; i < rig.aims.size(); ++i) {
        const AimShown aim = aimShownBy(record.aims[i], moment.share, stand, target_at);
        pose.aims.push_back({aim.target, static_cast<double>(aim.weight)});
    }
    for (std::size_t i = 0; i < rig.iks.size(); ++i) {
        const layout::LayerIk& ik = record.iks[i];
        const glm::vec4 target = glm::mix(ik.before, ik.target, moment.share);
        pose.iks.push_back({asDouble(target), static_cast<double>(target.w), std::nullopt});
        if (ik.pole.w > 0.0F) pose.iks.back().pole = asDouble(ik.pole);
    }
    return pose;
}

}  // namespace phalanx
