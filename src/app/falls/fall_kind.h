// What units of one model need to fall, to lie and to get up: bodies, joints, and the frames of their own.
#pragma once

#include <cstdint>
#include <deque>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "anim/pose/joint_boxes.h"
#include "app/army/army.h"
#include "bodies/body_plan.h"
#include "gl/context/capabilities.h"
#include "render/units/own_frame_pass.h"

namespace phalanx {

// Of a place, x and z.
inline glm::dvec2 across(const glm::dvec3& place) {
    return {place.x, place.z};
}

// Where someone lies: in model space, x and z.
struct LyingPlace {
    glm::dvec2 hips{0.0};
    double angle = 0.0;  // of the direction from there to the head, as Stand::yaw_rad
};

struct FallKind {
    static constexpr std::uint32_t kFree = ~0U;

    // all_move: ragdolls move all bodies (BodyMistakes::loose_joints).
    FallKind(const gl::Capabilities& capabilities, const LoadedModel& loaded, bool all_move);

    LyingPlace placeOf(const Model& model, const LocalPose& pose) const;
    // Turns and moves what the ragdoll moves, within model space, so that it lies there. Returns the stand
    // with which nothing moves in the world.
    Stand putTo(const LyingPlace& place, const Model& model, const Stand& stand, LocalPose& pose) const;

    std::optional<std::uint32_t> takeFree(std::uint32_t unit);
    void freeSlot(std::uint32_t slot);
    // Of a unit that lies in a pose of its own.
    std::optional<std::uint32_t> slotAtRest(std::uint32_t unit) const;

    std::string why;  // there are no ragdolls, a sentence; "": there are
    // By variant: what a unit carries is a part of its body.
    std::vector<std::shared_ptr<const BodyPlan>> plan_of;
    std::vector<int> moved;  // nodes that a ragdoll moves, not only turns
    int hips = 0;
    int head = 0;
    int chest = 0;
    int stand_in_clip = 0;
    LyingPlace stand_in;  // in the stand-in's last pose
    OwnFrame stand_in_frame = OwnFrame::kLies;
    std::vector<JointBox> joint_boxes;  // jointBoxes()
    std::vector<int> rising_clips;
    std::unique_ptr<OwnFramePass> pass;
    std::vector<std::uint32_t> unit_of_slot;  // kFree: no unit; slot 0 is the stand-in's
    std::vector<std::uint32_t> free;          // slots
    std::unordered_map<std::uint32_t, std::uint32_t> slot_of_unit;
    std::deque<std::uint32_t> oldest;  // slots of those at rest
};

}  // namespace phalanx
