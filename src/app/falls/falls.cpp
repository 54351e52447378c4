#include "app/falls/falls.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <optional>
#include <utility>

#include "anim/bake/own_frames.h"
#include "app/falls/shown_local_pose.h"
#include "bodies/shot.h"
#include "core/error.h"
#include "core/log.h"
#include "core/parallel.h"
#include "crowd/clip_names.h"
#include "render/techniques/technique.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

constexpr double kReplace_m = 0.6;  // a ragdoll goes so far until its unit's bytes are written again

bool posesOnCpu(const Technique& technique) {
    return technique.pose == PoseKind::kCpu || technique.pose == PoseKind::kUniform;
}

double secondsBetween(Ticks from, Ticks to) {
    return static_cast<double>(to - from) / PH_TICKS_PER_SECOND;
}

bool farFrom(const Stand& stand, const Stand& placed) {
    return glm::distance(across(stand.position), across(placed.position)) > kReplace_m;
}

// Whether a ball is outside the view.
bool outside(const SelectionView& seen, const glm::dvec3& middle, double radius) {
    return std::ranges::any_of(seen.planes, [&](const glm::dvec4& plane) {
        return glm::dot(glm::dvec3(plane), middle - seen.origin) + plane.w < -radius;
    });
}

}  // namespace

SelectionView viewOf(const FallView& view) {
    return viewOf(clipFromWorld(view.camera, view.aspect), view.camera.eye);
}

Falls::Falls(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
             const BodyMistakes& mistakes)
    : mistakes_(mistakes) {
    for (const LoadedModel& loaded : models) kinds_.emplace_back(capabilities, loaded, mistakes.loose_joints);
}
Falls::~Falls() = default;
Falls::Falls(Falls&&) noexcept = default;
Falls& Falls::operator=(Falls&&) noexcept = default;

std::vector<OwnFramePass*> Falls::passes() {
    std::vector<OwnFramePass*> result;
    for (FallKind& kind : kinds_) result.push_back(kind.pass.get());
    return result;
}

double Falls::secondsAt(Ticks now) {
    // A clock that was set back stands still.
    if (began_) seconds_ += std::max(0, static_cast<std::int32_t>(now - last_)) / PH_TICKS_PER_SECOND;
    began_ = true;
    last_ = now;
    return seconds_;
}

// It stays where it is, in the pose of all who have none of their own.
void Falls::layAsStandIn(std::uint32_t unit, Crowd& crowd, Ticks now) const {
    glm::vec4 placement = crowd.stateOf(unit, now).placement;
    placement.y -= static_cast<float>(groundHeight(crowd.terrain().get(), across(glm::dvec3(placement))));
    const FallKind& kind = kinds_[static_cast<std::size_t>(crowd.modelOf(unit))];
    crowd.showOwnFrame(unit, 0, placement, kind.stand_in_frame, now);
}

std::optional<std::uint32_t> Falls::takeSlot(FallKind& kind, std::uint32_t unit, Crowd& crowd,
                                             const SelectionView& view, Ticks now) {
    if (const std::optional<std::uint32_t> free = kind.takeFree(unit)) return free;
    for (auto oldest = kind.oldest.begin(); oldest != kind.oldest.end(); ++oldest) {
        const std::uint32_t slot = *oldest;
        const std::uint32_t other = kind.unit_of_slot[slot];
        const glm::dvec3 place(crowd.stateOf(other, now).placement);
        const double radius = 2.0 * crowd.models()[static_cast<std::size_t>(crowd.modelOf(other))].height_m;
        if (!outside(view, place, radius)) continue;
        layAsStandIn(other, crowd, now);
        kind.freeSlot(slot);
        return kind.takeFree(unit);
    }
    return std::nullopt;
}

void Falls::takeGround(Crowd& crowd, Ticks now) {
    if (field_ != nullptr && terrain_ == crowd.terrain()) return;
    // Whoever fell on the ground before does not fall on.
    for (const Falling& falling : falling_) {
        kinds_[falling.model].freeSlot(falling.slot);
        if (falling.act == Act::kFalls) {
            layAsStandIn(falling.unit, crowd, now);
        } else {
            crowd.goOn(falling.unit, now);
        }
    }
    falling_.clear();
    terrain_ = crowd.terrain();
    field_ = std::make_unique<RagdollField>(terrain_);
    seconds_ = 0.0;
}

void Falls::place(const Falling& falling, Crowd& crowd, OwnFrame how, Ticks now) const {
    const Stand& stand = falling.placed;
    const double ground = groundHeight(terrain_.get(), across(stand.position));
    crowd.showOwnFrame(
        falling.unit, falling.slot,
        glm::vec4(glm::dvec4(stand.position.x, stand.position.y - ground, stand.position.z, stand.yaw_rad)),
        how, now);
}

Falls::Next Falls::nextFall(const Falling& falling, const RagdollPose& shown, const Model& model) const {
    const FallKind& kind = kinds_[falling.model];
    Next next{falling.placed, shown.pose, {}, OwnFrame::kFalls, shown.at_rest, shown.at_rest};
    if (shown.at_rest) {
        next.placed = kind.putTo(kind.stand_in, model, shown.stand, next.pose);
        next.frame = ownFrameFor(model, kind.joint_boxes, next.pose);
    } else {
        next.moves = farFrom(shown.stand, falling.placed);
        if (next.moves) next.placed = shown.stand;
        moveNodes(model, kind.moved, glm::inverse(toMatrix(next.placed)) * toMatrix(shown.stand), next.pose);
    }
    return next;
}

Falls::Next Falls::nextOf(const Falling& falling, const Going& going, const Stage& stage, const Model& model,
                          Ticks now) const {
    const FallKind& kind = kinds_[falling.model];
    if (falling.act == Act::kFalls) return nextFall(falling, field_->pose(falling.ragdoll), model);
    const double seconds = secondsBetween(falling.since, now);
    const BodyPlan& plan = *kind.plan_of[static_cast<std::size_t>(stage.crowd.variantOf(falling.unit))];
    Next next{falling.placed, {}, {}, OwnFrame::kFalls, false, false};
    if (falling.act == Act::kStaggers) {
        next.ends = seconds >= kStagger_s;
        next.pose = staggeringPose(plan, going.pose, field_->pose(falling.ragdoll).pose, seconds);
        next.moves = farFrom(going.stand, falling.placed);
        if (next.moves) next.placed = going.stand;
        moveNodes(model, kind.moved, glm::inverse(toMatrix(next.placed)) * toMatrix(going.stand), next.pose);
    } else {
        next.ends = seconds >= falling.rising->clip->duration_s;
        next.pose = risingPose(*falling.rising, plan, model, going.pose, seconds);
    }
    return next;
}

void Falls::show(Falling& falling, Next next, Crowd& crowd, Ticks now) {
    FallKind& kind = kinds_[falling.model];
    if (next.ends && falling.act != Act::kFalls) {
        kind.freeSlot(falling.slot);
        crowd.goOn(falling.unit, now);
        return;
    }
    falling.placed = next.placed;
    if (next.moves) place(falling, crowd, next.frame, now);
    kind.pass->write(std::move(next.packed));
    if (next.ends) kind.oldest.push_back(falling.slot);
    falling.shown = std::move(next.pose);
}

bool Falls::lay(std::uint32_t unit, const LyingPose& pose, Stage& stage,
                const std::vector<LoadedModel>& models, Ticks now) {
    Crowd& crowd = stage.crowd;
    const auto m = static_cast<std::size_t>(crowd.modelOf(unit));
    FallKind& kind = kinds_[m];
    if (kind.pass == nullptr || pose.model != m || crowd.hasFallen(unit)) return false;
    takeGround(crowd, now);
    const std::optional<std::uint32_t> slot = kind.takeFree(unit);
    if (!slot) return false;
    Falling falling;
    falling.unit = unit;
    falling.model = m;
    falling.slot = *slot;
    RagdollPose there = pose.pose;
    there.stand = standAt(crowd.stateOf(unit, now).placement, crowd.unit(unit));
    there.at_rest = true;
    Next next = nextFall(falling, there, models[m].model);
    next.packed = packOwnPose(models[m].model, kind.pass->rig(), next.pose, falling.slot);
    show(falling, std::move(next), crowd, now);
    return true;
}

void Falls::advance(Stage& stage, const std::vector<LoadedModel>& models, Ticks now, Wait wait) {
    const double seconds = secondsAt(now);
    physics_ms_ = field_ == nullptr ? 0.0 : 1e3 * field_->takeWorked_s();
    if (!falling_.empty()) takeGround(stage.crowd, now);
    if (!falling_.empty()) {
        const std::vector<Going> going = goingOf(stage, models, now);
        for (std::size_t i = 0; i < falling_.size(); ++i) {
            const Falling& falling = falling_[i];
            if (falling.act != Act::kStaggers) continue;
            field_->setTarget(falling.ragdoll, {going[i].stand, going[i].pose,
                                                powerAfterHit(secondsBetween(falling.since, now))});
        }
        field_->advance(seconds, wait);
        std::vector<Next> next(falling_.size());
        parallelFor(falling_.size(), 0, [&](std::size_t i) {
            const Falling& falling = falling_[i];
            const Model& model = models[falling.model].model;
            next[i] = nextOf(falling, going[i], stage, model, now);
            next[i].packed =
                packOwnPose(model, kinds_[falling.model].pass->rig(), next[i].pose, falling.slot);
        });
        std::vector<Falling> still;
        std::vector<std::uint32_t> get_up;
        for (std::size_t i = 0; i < next.size(); ++i) {
            Falling& falling = falling_[i];
            const bool ends = next[i].ends;
            show(falling, std::move(next[i]), stage.crowd, now);
            if (!ends) {
                still.push_back(std::move(falling));
                continue;
            }
            if (falling.ragdoll != 0) field_->end(falling.ragdoll);
            if (falling.gets_up) get_up.push_back(falling.unit);
        }
        falling_ = std::move(still);
        if (!get_up.empty()) getUp(get_up, stage, models, view_, now);
    }
    if (!posesOnCpu(findTechnique(stage.render.technique))) return;
    for (std::size_t m = 0; m < kinds_.size(); ++m) {
        if (kinds_[m].pass != nullptr) kinds_[m].pass->copyToCpu(stage.gpu_models[m]);
    }
}

void Falls::raiseAll(Crowd& crowd, Ticks now) {
    for (const std::uint32_t unit : crowd.asideUnits()) crowd.rise(unit, now);
    forgetAll();
}

void Falls::forgetAll() {
    for (const Falling& falling : falling_) {
        if (falling.ragdoll != 0) field_->end(falling.ragdoll);
    }
    falling_.clear();
    for (FallKind& kind : kinds_) {
        for (std::uint32_t slot = 0; slot < kind.unit_of_slot.size(); ++slot) {
            if (kind.unit_of_slot[slot] != FallKind::kFree) kind.freeSlot(slot);
        }
        kind.oldest.clear();
    }
}

Falls::Counts Falls::counts(const Crowd& crowd) const {
    Counts counts;
    counts.physics_ms = physics_ms_;
    for (const Falling& falling : falling_)
        ++(falling.act == Act::kFalls ? counts.falling : counts.recovering);
    for (const FallKind& kind : kinds_) {
        counts.lying += static_cast<std::uint32_t>(kind.oldest.size());
        if (kind.pass != nullptr)
            counts.pose_bytes = std::max(counts.pose_bytes, ownPoseBytes(kind.pass->rig()));
    }
    counts.alike =
        static_cast<std::uint32_t>(crowd.fallenCount()) - counts.falling - counts.recovering - counts.lying;
    return counts;
}

std::string Falls::bodyText(std::uint32_t unit, const Crowd& crowd) const {
    const auto falling = std::ranges::find(falling_, unit, &Falling::unit);
    if (falling != falling_.end()) {
        switch (falling->act) {
            case Act::kFalls:
                return "falls as a ragdoll";
            case Act::kStaggers:
                return "is wounded and staggers";
            case Act::kRises:
                return "gets up";
        }
    }
    if (!crowd.hasFallen(unit)) return "";
    return crowd.showsOwnFrame(unit) ? "lies where it fell" : "falls by a clip";
}

}  // namespace phalanx
