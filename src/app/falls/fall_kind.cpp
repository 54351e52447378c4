#include "app/falls/fall_kind.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "anim/bake/own_frames.h"
#include "app/falls/shown_local_pose.h"
#include "bodies/ragdoll_sim.h"
#include "core/error.h"
#include "crowd/clip_names.h"

namespace phalanx {
namespace {

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

}  // namespace

FallKind::FallKind(const gl::Capabilities& capabilities, const LoadedModel& loaded, bool all_move) {
    const Model& model = loaded.model;
    const OwnFrames own = ownFramesOf(loaded, loaded.baked, loaded.baked.encoding);
    why = !bodiesAvailable() ? whyNoBodies() : whyNoBodies(model);
    if (why.empty() && !own.any()) why = "Its bake has no room for poses of single units.";
    if (!why.empty()) return;
    plan_of = plansOfVariants(model);
    const BodyPlan& plan = *plan_of.front();
    moved = movedNodes(plan);
    std::vector<int> free_nodes = moved;
    if (all_move) {
        free_nodes.clear();
        for (const PlanBody& body : plan.bodies) free_nodes.push_back(body.node);
    }
    for (const PlanBody& body : plan.bodies) {
        if (body.part == BodyPart::kHead) head = body.node;
        if (body.part == BodyPart::kSpine) chest = body.node;  // the last one
    }
    hips = plan.bodies.front().node;
    try {
        pass = std::make_unique<OwnFramePass>(capabilities, ownPoseRig(model, free_nodes), own.count);
    } catch (const Error& error) {
        why = error.what();
        return;
    }
    unit_of_slot.assign(own.count, kFree);
    for (std::uint32_t slot = own.count - 1; slot > 0; --slot) free.push_back(slot);
    if (model.clips.empty()) return;
    stand_in_clip = own.stand_in;
    rising_clips = risingClips(loaded.baked.clips);
    const Clip& clip = model.clips[static_cast<std::size_t>(stand_in_clip)];
    const LocalPose last = samplePose(model, clip, clip.duration_s);
    stand_in = placeOf(model, last);
    joint_boxes = jointBoxes(model);
    stand_in_frame = ownFrameFor(model, joint_boxes, last);
}

LyingPlace FallKind::placeOf(const Model& model, const LocalPose& pose) const {
    const std::vector<glm::dmat4> nodes = modelFromNode(model, pose);
    const auto at = [&](int node) { return glm::dvec3(nodes[static_cast<std::size_t>(node)][3]); };
    const glm::dvec3 direction = at(head) - at(hips);
    return {across(at(hips)), std::atan2(direction.x, direction.z)};
}

Stand FallKind::putTo(const LyingPlace& place, const Model& model, const Stand& stand,
                      LocalPose& pose) const {
    const LyingPlace from = placeOf(model, pose);
    const double turn = place.angle - from.angle;
    const glm::dmat4 motion = motionOnGround(from.hips, turn, place.hips);
    moveNodes(model, moved, motion, pose);
    Stand result = stand;
    result.position = glm::dvec3((toMatrix(stand) * glm::inverse(motion))[3]);
    result.yaw_rad -= turn;
    return result;
}

std::optional<std::uint32_t> FallKind::takeFree(std::uint32_t unit) {
    if (free.empty()) return std::nullopt;
    const std::uint32_t slot = free.back();
    free.pop_back();
    unit_of_slot[slot] = unit;
    slot_of_unit[unit] = slot;
    return slot;
}

void FallKind::freeSlot(std::uint32_t slot) {
    pass->forget(slot);
    slot_of_unit.erase(unit_of_slot[slot]);
    unit_of_slot[slot] = kFree;
    std::erase(oldest, slot);
    free.push_back(slot);
}

std::optional<std::uint32_t> FallKind::slotAtRest(std::uint32_t unit) const {
    const auto slot = slot_of_unit.find(unit);
    if (slot == slot_of_unit.end() || std::ranges::find(oldest, slot->second) == oldest.end()) return {};
    return slot->second;
}

}  // namespace phalanx
