// Those who get up where they lie.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/falls/falls.h"
#include "app/falls/shown_local_pose.h"
#include "core/parallel.h"
#include "crowd/clip_names.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

// Normal of the ground under a stand, in model space.
glm::dvec3 upOf(const Terrain* terrain, const Stand& stand) {
    if (terrain == nullptr) return {0.0, 1.0, 0.0};
    const glm::dquat yaw = glm::angleAxis(stand.yaw_rad, glm::dvec3(0.0, 1.0, 0.0));
    return glm::conjugate(yaw) * terrain->normal(across(stand.position));
}

}  // namespace

LocalPose Falls::lyingPose(std::uint32_t unit, const LoadedModel& loaded, const Crowd& crowd) const {
    const FallKind& kind = kinds_[static_cast<std::size_t>(crowd.modelOf(unit))];
    const Model& model = loaded.model;
    if (const auto slot = kind.slotAtRest(unit)) {
        const OwnPoseRig& rig = kind.pass->rig();
        return localPoseOf(model, rig.rig, ownLocals(rig, *kind.pass->poseOf(*slot)));
    }
    const std::uint32_t played = crowd.unit(unit).playback.y >> 16U;
    const std::size_t clip =
        crowd.showsOwnFrame(unit) ? static_cast<std::size_t>(kind.stand_in_clip) : played;
    return samplePose(model, model.clips[clip], model.clips[clip].duration_s);
}

std::optional<Falls::Falling> Falls::beginRise(std::uint32_t unit, Stage& stage,
                                               const std::vector<LoadedModel>& models, Ticks now) {
    Crowd& crowd = stage.crowd;
    Falling falling;
    falling.unit = unit;
    falling.model = static_cast<std::size_t>(crowd.modelOf(unit));
    falling.act = Act::kRises;
    falling.since = now;
    FallKind& kind = kinds_[falling.model];
    const LoadedModel& loaded = models[falling.model];
    const BodyPlan& plan = *kind.plan_of[static_cast<std::size_t>(crowd.variantOf(unit))];
    LocalPose lying = lyingPose(unit, loaded, crowd);
    const int clip = bestRisingClip(plan, loaded.model, kind.rising_clips, lying);
    const LocalPose first = samplePose(loaded.model, loaded.model.clips[static_cast<std::size_t>(clip)], 0.0);
    Stand& stand = falling.placed;
    stand = kind.putTo(kind.placeOf(loaded.model, first), loaded.model,
                       standAt(crowd.stateOf(unit, now).placement, crowd.unit(unit)), lying);
    const double ground = groundHeight(terrain_.get(), across(stand.position));
    glm::dmat4 lifted(1.0);
    lifted[3].y = (stand.position.y - ground) / stand.scale;
    moveNodes(loaded.model, kind.moved, lifted, lying);
    stand.position.y = ground;
    falling.rising = std::make_shared<const Rising>(
        beginRising(plan, loaded.model, clip, std::move(lying), upOf(terrain_.get(), stand)));
    const glm::vec4 placement(stand.position.x, 0.0, stand.position.z, stand.yaw_rad);
    const Ticks stands = now + ticksFromSeconds(falling.rising->clip->duration_s);
    const std::optional<std::uint32_t> had = kind.slotAtRest(unit);
    const bool shows = showsRagdolls(falling, stage, viewOf(view_)) && falling_.size() < kMostFalling;
    const std::optional<std::uint32_t> slot = !shows ? std::nullopt
                                              : had  ? had
                                                     : takeSlot(kind, unit, crowd, viewOf(view_), now);
    const int standing = standingClip(loaded.baked.clips);
    if (!slot) {
        if (had) kind.freeSlot(*had);
        crowd.willStand(unit, placement, standing, now);
        crowd.goOn(unit, now);
        return std::nullopt;
    }
    std::erase(kind.oldest, *slot);
    falling.slot = *slot;
    falling.shown = falling.rising->lying;
    place(falling, crowd, OwnFrame::kFalls, now);
    crowd.willStand(unit, placement, standing, stands);
    kind.pass->write(packOwnPose(loaded.model, kind.pass->rig(), falling.shown, falling.slot));
    return falling;
}

std::size_t Falls::getUp(std::span<const std::uint32_t> units, Stage& stage,
                         const std::vector<LoadedModel>& models, const FallView& view, Ticks now) {
    view_ = view;
    takeGround(stage.crowd, now);
    std::size_t count = 0;
    for (const std::uint32_t unit : units) {
        const Crowd& crowd = stage.crowd;
        if (!crowd.hasFallen(unit) || !canGetUp(static_cast<std::size_t>(crowd.modelOf(unit)))) continue;
        const auto busy = std::ranges::find(falling_, unit, &Falling::unit);
        if (busy != falling_.end()) {
            if (busy->act != Act::kFalls || std::exchange(busy->gets_up, true)) continue;
        } else if (auto rising = beginRise(unit, stage, models, now)) {
            falling_.push_back(std::move(*rising));
        }
        ++count;
    }
    return count;
}

std::vector<Falls::Going> Falls::goingOf(const Stage& stage, const std::vector<LoadedModel>& models,
                                         Ticks now) const {
    std::vector<Going> going(falling_.size());
    if (std::ranges::all_of(falling_, [](const Falling& each) { return each.act == Act::kFalls; }))
        return going;
    parallelFor(falling_.size(), 0, [&](std::size_t i) {
        const Falling& falling = falling_[i];
        if (falling.act == Act::kFalls) return;
        const Crowd& crowd = stage.crowd;
        going[i].stand = standAt(crowd.stateGoingOn(falling.unit, now).placement, crowd.unit(falling.unit));
        going[i].pose =
            shownLocalPose(models[falling.model], crowd, falling.unit, layersOf(stage, falling.unit), now);
    });
    return going;
}

}  // namespace phalanx
