// Who is shot, and falls as a ragdoll, by a clip, or not at all.
#include <algorithm>
#include <optional>
#include <utility>

#include "app/falls/falls.h"
#include "app/falls/shown_local_pose.h"
#include "bodies/shot.h"
#include "core/parallel.h"
#include "crowd/clip_names.h"
#include "render/techniques/technique.h"

namespace phalanx {

Falls::Outcome Falls::fallByClip(std::uint32_t unit, Stage& stage, const std::vector<LoadedModel>& models,
                                 Ticks now) {
    Crowd& crowd = stage.crowd;
    const auto m = static_cast<std::size_t>(crowd.modelOf(unit));
    const LayeredUnits* const layers = layersOf(stage, unit);
    if (layers != nullptr && !layers->sharesRecord()) {
        // Its layers would go on over any clip.
        if (kinds_[m].pass == nullptr) return Outcome::kNone;
        layAsStandIn(unit, crowd, now);
        return Outcome::kClip;
    }
    const std::optional<int> clip = fallingClip(models[m].baked.clips);
    if (!clip) return Outcome::kNone;
    crowd.fallByClip(unit, *clip, now);
    return Outcome::kClip;
}

std::string Falls::whyStands(std::uint32_t unit, const Stage& stage,
                             const std::vector<LoadedModel>& models) const {
    const auto m = static_cast<std::size_t>(stage.crowd.modelOf(unit));
    if (kinds_[m].pass != nullptr) return {};
    const LayeredUnits* const layers = layersOf(stage, unit);
    if (layers != nullptr && !layers->sharesRecord())
        return kinds_[m].why + " And its layers would go on over a clip to fall by.";
    if (!fallingClip(models[m].baked.clips))
        return kinds_[m].why + " And it has no clip named after falling or dying.";
    return {};
}

int Falls::jointHit(std::uint32_t unit, const Stage& stage, const std::vector<LoadedModel>& models,
                    const glm::dvec3& from, const glm::dvec3& direction, Ticks now) const {
    const auto m = static_cast<std::size_t>(stage.crowd.modelOf(unit));
    if (kinds_[m].pass == nullptr || stage.crowd.hasFallen(unit)) return -1;
    const BodyPlan& plan = *kinds_[m].plan_of[static_cast<std::size_t>(stage.crowd.variantOf(unit))];
    const LocalPose pose = shownLocalPose(models[m], stage.crowd, unit, layersOf(stage, unit), now);
    const std::optional<ShotHit> hit =
        hitBody(plan, pose, standAt(stage.crowd.stateOf(unit, now).placement, stage.crowd.unit(unit)), from,
                direction);
    return hit ? hit->node : -1;
}

bool Falls::showsRagdolls(const Falling& falling, const Stage& stage, const SelectionView& view) const {
    const Technique& technique = findTechnique(stage.render.technique);
    const bool joints = technique.animated() && technique.pose != PoseKind::kVertexTexture;
    return kinds_[falling.model].pass != nullptr && joints &&
           glm::distance(falling.placed.position, view.origin) <= kFarthestRagdoll_m;
}

std::optional<Falls::Falling> Falls::beginFall(std::uint32_t unit, Stage& stage, const SelectionView& view,
                                               Ticks now) {
    Crowd& crowd = stage.crowd;
    Falling falling;
    falling.unit = unit;
    falling.model = static_cast<std::size_t>(crowd.modelOf(unit));
    falling.placed = standAt(crowd.stateOf(unit, now).placement, crowd.unit(unit));
    falling.since = now;
    if (!showsRagdolls(falling, stage, view)) return std::nullopt;
    const std::optional<std::uint32_t> slot = takeSlot(kinds_[falling.model], unit, crowd, view, now);
    if (!slot) return std::nullopt;
    falling.slot = *slot;
    return falling;
}

RagdollStart Falls::startOf(const Falling& falling, const Shot& shot, const Stage& stage,
                            const std::vector<LoadedModel>& models, Ticks now) const {
    const Crowd& crowd = stage.crowd;
    const FallKind& kind = kinds_[falling.model];
    const LoadedModel& loaded = models[falling.model];
    const LayeredUnits* const layers = layersOf(stage, falling.unit);
    const Ticks before = now - ticksFromSeconds(kBetweenPoses_s);
    RagdollStart start;
    start.plan = kind.plan_of[static_cast<std::size_t>(crowd.variantOf(falling.unit))];
    start.stand = falling.placed;
    // Who staggers goes on meanwhile, though its bytes stand still.
    const auto goesAt = [&](Ticks at) { return glm::dvec3(crowd.stateGoingOn(falling.unit, at).placement); };
    start.velocity_m_s = (goesAt(now) - goesAt(before)) / kBetweenPoses_s;
    if (falling.shown.nodes.empty()) {
        start.before = shownLocalPose(loaded, crowd, falling.unit, layers, before);
        start.now = shownLocalPose(loaded, crowd, falling.unit, layers, now);
    } else {
        start.before = start.now = falling.shown;
    }
    start.between_s = kBetweenPoses_s;
    const bool hit = shot.node >= 0 && start.plan->body_of_node[static_cast<std::size_t>(shot.node)] >= 0;
    start.impulse = {hit ? shot.node : kind.chest, shot.push_Ns};
    start.seed = falling.unit;
    start.mistakes = mistakes_;
    if (falling.act == Act::kStaggers) {
        start.range = RagdollRange::kFromHips;
        start.powered = powerAfterHit(0.0);
    }
    return start;
}

std::vector<Falls::Outcome> Falls::shoot(std::span<const Shot> shots, Stage& stage,
                                         const std::vector<LoadedModel>& models, const FallView& view,
                                         Ticks now) {
    Crowd& crowd = stage.crowd;
    std::vector<Outcome> outcomes;
    std::vector<std::pair<Falling, const Shot*>> begun;
    takeGround(crowd, now);
    view_ = view;
    const SelectionView seen = viewOf(view);
    for (const Shot& shot : shots) {
        Outcome& outcome = outcomes.emplace_back(Outcome::kNone);
        const bool twice =
            std::ranges::any_of(begun, [&](const auto& other) { return other.first.unit == shot.unit; });
        if (twice) continue;
        if (auto recovering = shot.wounds ? std::nullopt : takeRecovering(shot.unit)) {
            begun.emplace_back(std::move(*recovering), &shot);
            outcome = Outcome::kRagdoll;
            continue;
        }
        if (crowd.hasFallen(shot.unit)) continue;
        const bool room = falling_.size() + begun.size() < kMostFalling;
        if (auto falling = room ? beginFall(shot.unit, stage, seen, now) : std::nullopt) {
            if (shot.wounds) falling->act = Act::kStaggers;
            begun.emplace_back(std::move(*falling), &shot);
            outcome = Outcome::kRagdoll;
        } else if (!shot.wounds && shot.by_clip) {
            outcome = fallByClip(shot.unit, stage, models, now);
        }
    }
    if (begun.empty()) return outcomes;
    field_->advance(secondsAt(now), Wait::kNo);
    std::vector<RagdollStart> starts(begun.size());
    parallelFor(begun.size(), 0, [&](std::size_t i) {
        starts[i] = startOf(begun[i].first, *begun[i].second, stage, models, now);
    });
    for (std::size_t i = 0; i < begun.size(); ++i) {
        Falling& falling = begun[i].first;
        OwnFramePass& pass = *kinds_[falling.model].pass;
        pass.write(packOwnPose(models[falling.model].model, pass.rig(), starts[i].now, falling.slot));
        falling.ragdoll = field_->begin(starts[i]);
        place(falling, crowd, OwnFrame::kFalls, now);
        falling_.push_back(std::move(falling));
    }
    return outcomes;
}

// Ends what such a unit does, so that it falls on from its pose.
std::optional<Falls::Falling> Falls::takeRecovering(std::uint32_t unit) {
    const auto found = std::ranges::find_if(
        falling_, [&](const Falling& other) { return other.unit == unit && other.act != Act::kFalls; });
    if (found == falling_.end()) return std::nullopt;
    Falling falling = std::move(*found);
    falling_.erase(found);
    if (falling.ragdoll != 0) field_->end(falling.ragdoll);
    falling.act = Act::kFalls;
    falling.rising.reset();
    return falling;
}

}  // namespace phalanx
