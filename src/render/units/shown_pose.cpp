#include "render/units/shown_pose.h"

#include <bit>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>

#include "playback.h"

namespace phalanx {
namespace {

glm::dvec3 asDouble(const glm::vec4& v) {
    return glm::dvec3(v);
}

// From model space to the axes of the world, as the unit faces.
glm::dvec3 turnedToWorld(const UnitStand& stand, const glm::dvec3& v) {
    const double c = std::cos(static_cast<double>(stand.placement.w));
    const double s = std::sin(static_cast<double>(stand.placement.w));
    return {c * v.x + s * v.z, v.y, c * v.z - s * v.x};
}

}  // namespace

RigPose clipsShownBy(const LayerRecord& record, const LayerRig& rig, std::uint32_t now,
                     const UnitStand& stand) {
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
    return pose;
}

// Without a record, the GPU finds one without clips.
glm::dvec3 ShownTargets::jointByClips(const LayerRecord* record, int joint, const UnitStand& stand) const {
    if (record == nullptr) return glm::dvec3(0.0);
    return placeByClips(rig_, clipsShownBy(*record, rig_, now_, stand), joint);
}

glm::dvec3 ShownTargets::inModel(const glm::vec4& target, std::uint32_t kind, int own) const {
    glm::dvec3 result = asDouble(target);
    const std::uint32_t of = layout::targetKind(kind);
    if (of == PH_TARGET_IN_MODEL) return result;
    if (layout::targetIsOfUnit(kind)) {
        const UnitStand other = target_at_(layout::targetPlace(kind));
        glm::dvec3 above = result;
        if (of == PH_TARGET_IS_JOINT) {
            above = turnedToWorld(other, jointByClips(other.record, static_cast<int>(target.x), other));
        }
        result = asDouble(other.placement) + static_cast<double>(other.scale) * above;
    }
    const glm::dvec3 away = (result - asDouble(stand_.placement)) / static_cast<double>(stand_.scale);
    const auto heading = static_cast<double>(stand_.placement.w);
    result = {std::cos(heading) * away.x - std::sin(heading) * away.z, away.y,
              std::sin(heading) * away.x + std::cos(heading) * away.z};
    if (of == PH_TARGET_IS_JOINT && target.y < 1.0F) {
        result = glm::mix(jointByClips(&record_, own, stand_), result, static_cast<double>(target.y));
    }
    return result;
}

TargetShown ShownTargets::shown(const layout::LayerTarget& target, const layout::TargetKinds& kinds,
                                float share, int own) const {
    TargetShown result{glm::dvec3(0.0), glm::mix(target.before.w, target.after.w, share)};
    if (!(result.weight > 0.0F)) return result;
    if (share > 0.0F) result.target = inModel(target.after, kinds.after, own);
    if (share < 1.0F) {
        result.target =
            glm::mix(inModel(target.before, kinds.before, own), result.target, static_cast<double>(share));
    }
    return result;
}

TargetShown ShownTargets::aim(std::size_t i, float share) const {
    return shown(record_.aims[i], record_.aim_kinds[i], share, -1);
}

TargetShown ShownTargets::ik(std::size_t i, float share) const {
    const int end = i < rig_.iks.size() ? rig_.iks[i].chain.back() : -1;
    return shown(record_.iks[i], record_.ik_kinds[i], share, end);
}

LayerRecord atTheOrigin(const LayerRecord& record, const LayerRig& rig, std::uint32_t now,
                        const UnitStand& stand, const StandAt& target_at) {
    const ShownTargets targets(record, rig, now, stand, target_at);
    const auto asVector = [](const TargetShown& shown) {
        return glm::vec4(glm::vec3(shown.target), shown.weight);
    };
    LayerRecord result = record;
    for (std::size_t i = 0; i < std::size(result.aims); ++i) {
        result.aims[i] = {asVector(targets.aim(i, 0.0F)), asVector(targets.aim(i, 1.0F))};
        result.aim_kinds[i] = {PH_TARGET_IN_MODEL, PH_TARGET_IN_MODEL};
    }
    for (std::size_t i = 0; i < std::size(result.iks); ++i) {
        result.iks[i] = {asVector(targets.ik(i, 0.0F)), asVector(targets.ik(i, 1.0F))};
        result.ik_kinds[i] = {PH_TARGET_IN_MODEL, PH_TARGET_IN_MODEL};
    }
    return result;
}

GroundAt groundBelow(const UnitStand& stand, const glm::dvec3& place) {
    if (stand.terrain == nullptr) return {};
    const double c = std::cos(static_cast<double>(stand.placement.w));
    const double s = std::sin(static_cast<double>(stand.placement.w));
    const auto scale = static_cast<double>(stand.scale);
    const glm::dvec3 turned = turnedToWorld(stand, place);
    const glm::dvec2 in_world =
        glm::dvec2(stand.placement.x, stand.placement.z) + scale * glm::dvec2(turned.x, turned.z);
    const glm::dvec3 normal = stand.terrain->normal(in_world);
    return {(stand.terrain->height_m(in_world) - static_cast<double>(stand.placement.y)) / scale,
            {c * normal.x - s * normal.z, normal.y, s * normal.x + c * normal.z}};
}

RigPose poseShownBy(const LayerRecord& record, const LayerRig& rig, std::uint32_t now, const UnitStand& stand,
                    const StandAt& target_at) {
    RigPose pose = clipsShownBy(record, rig, now, stand);
    const float share = momentOf(record, now).share;
    const ShownTargets targets(record, rig, now, stand, target_at);
    pose.ground = [stand](const glm::dvec3& place) { return groundBelow(stand, place); };
    for (std::size_t i = 0; i < rig.aims.size(); ++i) {
        const TargetShown aim = targets.aim(i, share);
        pose.aims.push_back({aim.target, static_cast<double>(aim.weight)});
    }
    for (std::size_t i = 0; i < rig.iks.size(); ++i) {
        const TargetShown ik = targets.ik(i, share);
        pose.iks.push_back({ik.target, static_cast<double>(ik.weight), std::nullopt});
        if (record.poles[i].w > 0.0F) pose.iks.back().pole = asDouble(record.poles[i]);
    }
    return pose;
}

}  // namespace phalanx
