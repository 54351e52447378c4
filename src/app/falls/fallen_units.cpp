// Those who lie: for scenes, and without having fallen for measurements.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "anim/bake/own_frames.h"
#include "app/falls/falls.h"
#include "app/falls/shown_local_pose.h"
#include "bodies/ragdoll.h"
#include "core/error.h"
#include "crowd/hash.h"
#include "terrain/terrain.h"

namespace phalanx {

std::map<std::uint32_t, FallenUnit> Falls::fallen(const Crowd& crowd, Ticks now) const {
    std::map<std::uint32_t, FallenUnit> result;
    for (const std::uint32_t unit : crowd.fallenUnits()) {
        if (std::ranges::any_of(falling_, [&](const Falling& other) {
                return other.unit == unit && other.act != Act::kFalls;
            }))
            continue;
        const FallKind& kind = kinds_[static_cast<std::size_t>(crowd.modelOf(unit))];
        const glm::dvec4 placement(crowd.stateOf(unit, now).placement);
        const glm::dvec3 place(placement);
        FallenUnit& fallen = result[unit];
        fallen.place = {place.x, place.y - groundHeight(crowd.terrain().get(), {place.x, place.z}), place.z};
        fallen.facing_rad = placement.w;
        // Whoever still falls, or fell by a clip, has no pose to lie in.
        const std::optional<std::uint32_t> slot = kind.slotAtRest(unit);
        if (!slot) continue;
        for (const glm::u16vec4& texel : *kind.pass->poseOf(*slot)) {
            for (int i = 0; i < 4; ++i) fallen.pose += fmt::format("{:04x}", texel[i]);
        }
    }
    return result;
}

void Falls::restore(std::uint32_t unit, const FallenUnit& fallen, Stage& stage,
                    const std::vector<LoadedModel>& models, Ticks now) {
    Crowd& crowd = stage.crowd;
    if (unit >= crowd.size()) throw inputError("", fmt::format("the army has {} soldiers", crowd.size()));
    FallKind& kind = kinds_[static_cast<std::size_t>(crowd.modelOf(unit))];
    if (crowd.hasFallen(unit)) throw inputError("", "lies already");
    if (kind.pass == nullptr) throw inputError("", "cannot lie. " + kind.why);
    std::uint32_t slot = 0;
    OwnFrame frame = kind.stand_in_frame;
    if (!fallen.pose.empty()) {
        OwnPose pose(ownPoseTexels(kind.pass->rig()));
        constexpr std::size_t kDigits = 4;
        if (fallen.pose.size() != pose.size() * 4 * kDigits)
            throw inputError("", "lies in a pose of another model");
        for (std::size_t i = 0; i < fallen.pose.size() / kDigits; ++i) {
            std::uint16_t number = 0;
            const char* const first = fallen.pose.data() + i * kDigits;
            const auto [end, error] = std::from_chars(first, first + kDigits, number, 16);
            if (error != std::errc() || end != first + kDigits)
                throw inputError("", "lies in a pose that is not made of hexadecimal digits");
            pose[i / 4][static_cast<int>(i % 4)] = number;
        }
        if (!isOwnPose(kind.pass->rig(), pose)) throw inputError("", "lies in a pose that is none");
        const std::optional<std::uint32_t> free = kind.takeFree(unit);
        if (!free) throw inputError("", fmt::format("{} lie already", kind.unit_of_slot.size() - 1));
        slot = *free;
        const OwnPoseRig& rig = kind.pass->rig();
        setSlot(rig, slot, pose);
        const Model& model = models[static_cast<std::size_t>(crowd.modelOf(unit))].model;
        frame = ownFrameFor(model, kind.joint_boxes, localPoseOf(model, rig.rig, ownLocals(rig, pose)));
        kind.pass->write(std::move(pose));
        kind.oldest.push_back(slot);
    }
    takeGround(crowd, now);
    crowd.showOwnFrame(unit, slot, glm::vec4(glm::dvec4(fallen.place, fallen.facing_rad)), frame, now);
}

std::vector<LyingPose> Falls::lyingPoses(const std::vector<LoadedModel>& models, std::size_t of_each) const {
    std::vector<LyingPose> poses;
    for (std::size_t m = 0; m < kinds_.size(); ++m) {
        const Model& model = models[m].model;
        if (kinds_[m].pass == nullptr || model.clips.empty()) continue;
        for (std::size_t i = 0; i < of_each; ++i) {
            const auto number = static_cast<std::uint32_t>(i);
            const auto random = [&](RandomStream stream) { return hashUnit(7, number, stream); };
            const Clip& clip = model.clips[i % model.clips.size()];
            const double time_s = clip.duration_s * random(RandomStream::kOffset);
            const double angle = 2.0 * glm::pi<double>() * random(RandomStream::kHeading);
            RagdollStart start;
            start.plan = kinds_[m].plan_of[i % model.variants.size()];
            start.before = samplePose(model, clip, time_s - kBetweenPoses_s);
            start.now = samplePose(model, clip, time_s);
            start.between_s = kBetweenPoses_s;
            start.impulse = {kinds_[m].chest, 90.0 * glm::dvec3(std::sin(angle), 0.0, std::cos(angle))};
            start.seed = number;
            Ragdoll ragdoll(start, nullptr);
            while (!ragdoll.state().at_rest) ragdoll.step();
            poses.push_back({m, ragdoll.pose()});
        }
    }
    return poses;
}

}  // namespace phalanx
