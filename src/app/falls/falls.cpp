#include "app/falls/falls.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <optional>
#include <utility>

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

double angleOf(const glm::dvec3& direction) {
    return std::atan2(direction.x, direction.z);
}

glm::dvec2 across(const glm::dvec3& place) {
    return {place.x, place.z};
}

// A turn by `angle` about the vertical through `from`, which moves to `to`; of x and z.
glm::dmat4 motionOnGround(const glm::dvec2& from, double angle, const glm::dvec2& to) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    glm::dmat4 motion(1.0);
    motion[0] = {c, 0.0, -s, 0.0};
    motion[2] = {s, 0.0, c, 0.0};
    motion[3] = {to.x - c * from.x - s * from.y, 0.0, to.y + s * from.x - c * from.y, 1.0};
    return motion;
}

bool posesOnCpu(const Technique& technique) {
    return technique.pose == PoseKind::kCpu || technique.pose == PoseKind::kUniform;
}

// Whether a ball is outside the view.
bool outside(const SelectionView& seen, const glm::dvec3& middle, double radius) {
    return std::ranges::any_of(seen.planes, [&](const glm::dvec4& plane) {
        return glm::dot(glm::dvec3(plane), middle - seen.origin) + plane.w < -radius;
    });
}

// nullptr: the unit is drawn without layers.
const LayeredUnits* layersOf(const Stage& stage, std::uint32_t unit) {
    if (!findTechnique(stage.render.technique).no_layers.empty()) return nullptr;
    const std::vector<LayeredUnits*>& by_group = stage.renderer.layers();
    return by_group.empty() ? nullptr : by_group[static_cast<std::size_t>(stage.crowd.placeOf(unit).group)];
}

Stand standOfUnit(std::uint32_t unit, const Crowd& crowd, Ticks now) {
    const glm::vec4 placement = crowd.stateOf(unit, now).placement;
    return {glm::dvec3(placement), static_cast<double>(placement.w),
            static_cast<double>(std::bit_cast<float>(crowd.unit(unit).look.y))};
}

}  // namespace

Falls::Falls(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models) {
    for (const LoadedModel& loaded : models) kinds_.push_back(kindOf(capabilities, loaded));
}
Falls::~Falls() = default;
Falls::Falls(Falls&&) noexcept = default;
Falls& Falls::operator=(Falls&&) noexcept = default;

Falls::Kind Falls::kindOf(const gl::Capabilities& capabilities, const LoadedModel& loaded) const {
    const Model& model = loaded.model;
    Kind kind;
    const OwnFrames own = ownFramesOf(loaded, loaded.baked, loaded.baked.encoding);
    kind.why = !bodiesAvailable() ? whyNoBodies() : whyNoBodies(model);
    if (kind.why.empty() && !own.any()) kind.why = "Its bake has no room for poses of single units.";
    if (!kind.why.empty()) return kind;
    kind.plan_of = plansOfVariants(model);
    const BodyPlan& plan = *kind.plan_of.front();
    for (const PlanBody& body : plan.bodies) {
        if (body.parent < 0 || body.detached) kind.moved.push_back(body.node);
        if (body.part == BodyPart::kHead) kind.head = body.node;
        if (body.part == BodyPart::kSpine) kind.chest = body.node;  // the last one
    }
    kind.hips = plan.bodies.front().node;
    try {
        kind.pass = std::make_unique<OwnFramePass>(capabilities, ownPoseRig(model, kind.moved), own.count);
    } catch (const Error& error) {
        kind.why = error.what();
        return kind;
    }
    kind.unit_of_slot.assign(own.count, kFree);
    for (std::uint32_t slot = own.count - 1; slot > 0; --slot) kind.free.push_back(slot);
    if (model.clips.empty()) return kind;
    const Clip& clip = model.clips[static_cast<std::size_t>(own.stand_in)];
    const std::vector<glm::dmat4> nodes = modelFromNode(model, samplePose(model, clip, clip.duration_s));
    const auto placeOf = [&](int node) { return glm::dvec3(nodes[static_cast<std::size_t>(node)][3]); };
    kind.stand_in_place = across(placeOf(kind.hips));
    kind.stand_in_angle = angleOf(placeOf(kind.head) - placeOf(kind.hips));
    return kind;
}

std::vector<OwnFramePass*> Falls::passes() {
    std::vector<OwnFramePass*> result;
    for (Kind& kind : kinds_) result.push_back(kind.pass.get());
    return result;
}

double Falls::secondsAt(Ticks now) {
    // A clock that was set back stands still.
    if (began_) seconds_ += std::max(0, static_cast<std::int32_t>(now - last_)) / PH_TICKS_PER_SECOND;
    began_ = true;
    last_ = now;
    return seconds_;
}

std::optional<std::uint32_t> Falls::takeFree(Kind& kind, std::uint32_t unit) {
    if (kind.free.empty()) return std::nullopt;
    const std::uint32_t slot = kind.free.back();
    kind.free.pop_back();
    kind.unit_of_slot[slot] = unit;
    kind.slot_of_unit[unit] = slot;
    return slot;
}

void Falls::freeSlot(Kind& kind, std::uint32_t slot) {
    kind.pass->forget(slot);
    kind.slot_of_unit.erase(kind.unit_of_slot[slot]);
    kind.unit_of_slot[slot] = kFree;
    kind.free.push_back(slot);
}

// It stays where it is, in the pose of all who have none of their own.
void Falls::layAsStandIn(std::uint32_t unit, Crowd& crowd, Ticks now) const {
    glm::vec4 placement = crowd.stateOf(unit, now).placement;
    placement.y -= static_cast<float>(groundHeight(crowd.terrain().get(), across(glm::dvec3(placement))));
    crowd.showOwnFrame(unit, 0, placement, Crowd::OwnFrame::kLies, now);
}

std::optional<std::uint32_t> Falls::takeSlot(Kind& kind, std::uint32_t unit, Crowd& crowd,
                                             const SelectionView& view, Ticks now) {
    if (const std::optional<std::uint32_t> free = takeFree(kind, unit)) return free;
    for (auto oldest = kind.oldest.begin(); oldest != kind.oldest.end(); ++oldest) {
        const std::uint32_t slot = *oldest;
        const std::uint32_t other = kind.unit_of_slot[slot];
        const glm::dvec3 place(crowd.stateOf(other, now).placement);
        const double radius = 2.0 * crowd.models()[static_cast<std::size_t>(crowd.modelOf(other))].height_m;
        if (!outside(view, place, radius)) continue;
        layAsStandIn(other, crowd, now);
        kind.oldest.erase(oldest);
        freeSlot(kind, slot);
        return takeFree(kind, unit);
    }
    return std::nullopt;
}

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

int Falls::jointHit(std::uint32_t unit, const Stage& stage, const std::vector<LoadedModel>& models,
                    const glm::dvec3& from, const glm::dvec3& direction, Ticks now) const {
    const auto m = static_cast<std::size_t>(stage.crowd.modelOf(unit));
    if (kinds_[m].pass == nullptr || stage.crowd.hasFallen(unit)) return -1;
    const BodyPlan& plan = *kinds_[m].plan_of[static_cast<std::size_t>(stage.crowd.variantOf(unit))];
    const LocalPose pose = shownLocalPose(models[m], stage.crowd, unit, layersOf(stage, unit), now);
    const std::optional<ShotHit> hit =
        hitBody(plan, pose, standOfUnit(unit, stage.crowd, now), from, direction);
    return hit ? hit->node : -1;
}

std::optional<Falls::Falling> Falls::beginFall(std::uint32_t unit, Stage& stage, const SelectionView& view,
                                               Ticks now) {
    Crowd& crowd = stage.crowd;
    const auto m = static_cast<std::size_t>(crowd.modelOf(unit));
    Kind& kind = kinds_[m];
    const Technique& technique = findTechnique(stage.render.technique);
    const bool joints = technique.animated() && technique.pose != PoseKind::kVertexTexture;
    const Stand stand = standOfUnit(unit, crowd, now);
    const double away = glm::distance(stand.position, view.origin);
    if (kind.pass == nullptr || !joints || away > kFarthestRagdoll_m) return std::nullopt;
    const std::optional<std::uint32_t> slot = takeSlot(kind, unit, crowd, view, now);
    if (!slot) return std::nullopt;
    return Falling{unit, m, *slot, 0, stand};
}

RagdollStart Falls::startOf(const Falling& falling, const Shot& shot, const Stage& stage,
                            const std::vector<LoadedModel>& models, Ticks now) const {
    const Crowd& crowd = stage.crowd;
    const Kind& kind = kinds_[falling.model];
    const LoadedModel& loaded = models[falling.model];
    const LayeredUnits* const layers = layersOf(stage, falling.unit);
    const Ticks before = now - ticksFromSeconds(kBetweenPoses_s);
    RagdollStart start;
    start.plan = kind.plan_of[static_cast<std::size_t>(crowd.variantOf(falling.unit))];
    start.stand = falling.placed;
    start.velocity_m_s =
        (start.stand.position - standOfUnit(falling.unit, crowd, before).position) / kBetweenPoses_s;
    start.before = shownLocalPose(loaded, crowd, falling.unit, layers, before);
    start.now = shownLocalPose(loaded, crowd, falling.unit, layers, now);
    start.between_s = kBetweenPoses_s;
    const bool hit = shot.node >= 0 && start.plan->body_of_node[static_cast<std::size_t>(shot.node)] >= 0;
    start.impulse = {hit ? shot.node : kind.chest, shot.push_Ns};
    start.seed = falling.unit;
    return start;
}

std::vector<Falls::Outcome> Falls::shoot(std::span<const Shot> shots, Stage& stage,
                                         const std::vector<LoadedModel>& models, const FallView& view,
                                         Ticks now) {
    Crowd& crowd = stage.crowd;
    std::vector<Outcome> outcomes;
    std::vector<std::pair<Falling, const Shot*>> begun;
    takeGround(crowd, now);
    const SelectionView seen = viewOf(clipFromWorld(view.camera, view.aspect), view.camera.eye);
    for (const Shot& shot : shots) {
        Outcome& outcome = outcomes.emplace_back(Outcome::kNone);
        const bool twice =
            std::ranges::any_of(begun, [&](const auto& other) { return other.first.unit == shot.unit; });
        if (twice || crowd.hasFallen(shot.unit)) continue;
        const bool room = falling_.size() + begun.size() < kMostFalling;
        if (const auto falling = room ? beginFall(shot.unit, stage, seen, now) : std::nullopt) {
            begun.emplace_back(*falling, &shot);
            outcome = Outcome::kRagdoll;
        } else {
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
        place(falling, crowd, Crowd::OwnFrame::kFalls, now);
        falling_.push_back(falling);
    }
    return outcomes;
}

void Falls::takeGround(Crowd& crowd, Ticks now) {
    if (field_ != nullptr && terrain_ == crowd.terrain()) return;
    // Whoever fell on the ground before does not fall on.
    for (const Falling& falling : falling_) {
        layAsStandIn(falling.unit, crowd, now);
        freeSlot(kinds_[falling.model], falling.slot);
    }
    falling_.clear();
    terrain_ = crowd.terrain();
    field_ = std::make_unique<RagdollField>(terrain_);
    seconds_ = 0.0;
}

void Falls::place(const Falling& falling, Crowd& crowd, Crowd::OwnFrame how, Ticks now) const {
    const Stand& stand = falling.placed;
    const double ground = groundHeight(terrain_.get(), across(stand.position));
    crowd.showOwnFrame(
        falling.unit, falling.slot,
        glm::vec4(glm::dvec4(stand.position.x, stand.position.y - ground, stand.position.z, stand.yaw_rad)),
        how, now);
}

Falls::Next Falls::nextOf(const Falling& falling, const RagdollPose& shown, const Model& model) const {
    const Kind& kind = kinds_[falling.model];
    Next next{falling.placed, {}, shown.at_rest, shown.at_rest};
    LocalPose pose = shown.pose;
    if (shown.at_rest) {
        const std::vector<glm::dmat4> nodes = modelFromNode(model, pose);
        const auto placeOf = [&](int node) { return glm::dvec3(nodes[static_cast<std::size_t>(node)][3]); };
        const double turn = kind.stand_in_angle - angleOf(placeOf(kind.head) - placeOf(kind.hips));
        const glm::dmat4 motion = motionOnGround(across(placeOf(kind.hips)), turn, kind.stand_in_place);
        moveNodes(model, kind.moved, motion, pose);
        next.placed = shown.stand;
        next.placed.position = glm::dvec3((toMatrix(shown.stand) * glm::inverse(motion))[3]);
        next.placed.yaw_rad -= turn;
    } else {
        next.moves =
            glm::distance(across(shown.stand.position), across(falling.placed.position)) > kReplace_m;
        if (next.moves) next.placed = shown.stand;
        moveNodes(model, kind.moved, glm::inverse(toMatrix(next.placed)) * toMatrix(shown.stand), pose);
    }
    next.pose = packOwnPose(model, kind.pass->rig(), pose, falling.slot);
    return next;
}

void Falls::show(Falling& falling, Next next, Crowd& crowd, Ticks now) {
    Kind& kind = kinds_[falling.model];
    falling.placed = next.placed;
    if (next.moves) place(falling, crowd, next.rests ? Crowd::OwnFrame::kLies : Crowd::OwnFrame::kFalls, now);
    kind.pass->write(std::move(next.pose));
    if (next.rests) kind.oldest.push_back(falling.slot);
}

bool Falls::lay(std::uint32_t unit, const LyingPose& pose, Stage& stage,
                const std::vector<LoadedModel>& models, Ticks now) {
    Crowd& crowd = stage.crowd;
    const auto m = static_cast<std::size_t>(crowd.modelOf(unit));
    Kind& kind = kinds_[m];
    if (kind.pass == nullptr || pose.model != m || crowd.hasFallen(unit)) return false;
    takeGround(crowd, now);
    const std::optional<std::uint32_t> slot = takeFree(kind, unit);
    if (!slot) return false;
    Falling falling{unit, m, *slot, 0, {}};
    RagdollPose there = pose.pose;
    there.stand = standOfUnit(unit, crowd, now);
    there.at_rest = true;
    show(falling, nextOf(falling, there, models[m].model), crowd, now);
    return true;
}

void Falls::advance(Stage& stage, const std::vector<LoadedModel>& models, Ticks now, Wait wait) {
    const double seconds = secondsAt(now);
    if (!falling_.empty()) takeGround(stage.crowd, now);
    if (!falling_.empty()) {
        field_->advance(seconds, wait);
        std::vector<Next> next(falling_.size());
        parallelFor(falling_.size(), 0, [&](std::size_t i) {
            const Falling& falling = falling_[i];
            next[i] = nextOf(falling, field_->pose(falling.ragdoll), models[falling.model].model);
        });
        std::vector<Falling> still;
        for (std::size_t i = 0; i < next.size(); ++i) {
            Falling& falling = falling_[i];
            const bool rests = next[i].rests;
            show(falling, std::move(next[i]), stage.crowd, now);
            if (rests) {
                field_->end(falling.ragdoll);
            } else {
                still.push_back(falling);
            }
        }
        falling_ = std::move(still);
    }
    if (!posesOnCpu(findTechnique(stage.render.technique))) return;
    for (std::size_t m = 0; m < kinds_.size(); ++m) {
        if (kinds_[m].pass != nullptr) kinds_[m].pass->copyToCpu(stage.gpu_models[m]);
    }
}

void Falls::raiseAll(Crowd& crowd, Ticks now) {
    for (const std::uint32_t unit : crowd.fallenUnits()) crowd.rise(unit, now);
    forgetAll();
}

void Falls::forgetAll() {
    for (const Falling& falling : falling_) field_->end(falling.ragdoll);
    falling_.clear();
    for (Kind& kind : kinds_) {
        for (std::uint32_t slot = 0; slot < kind.unit_of_slot.size(); ++slot) {
            if (kind.unit_of_slot[slot] != kFree) freeSlot(kind, slot);
        }
        kind.oldest.clear();
    }
}

Falls::Counts Falls::counts(const Crowd& crowd) const {
    Counts counts;
    counts.falling = static_cast<std::uint32_t>(falling_.size());
    for (const Kind& kind : kinds_) {
        counts.lying += static_cast<std::uint32_t>(kind.oldest.size());
        if (kind.pass != nullptr)
            counts.pose_bytes = std::max(counts.pose_bytes, ownPoseBytes(kind.pass->rig()));
    }
    counts.alike = static_cast<std::uint32_t>(crowd.fallenCount()) - counts.falling - counts.lying;
    return counts;
}

}  // namespace phalanx
