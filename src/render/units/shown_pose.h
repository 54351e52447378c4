// What the shaders show of a record at a tick, on the CPU: the pose of a rig, for a unit where it stands.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>

#include "anim/feet/foot_goal.h"
#include "anim/rig/layer_rig.h"
#include "anim/rig/rig_pose.h"
#include "render/units/layer_record.h"
#include "terrain/terrain.h"

namespace phalanx {

// Where a unit stands, for its feet and for targets in the world: S_PLACEMENT, and its scale.
struct UnitStand {
    glm::vec4 placement{0.0F};
    float scale = 1.0F;
    const Terrain* terrain = nullptr;  // nullptr: flat ground
    glm::uvec4 frames{0U};             // S_FRAMES, for PH_UNIT_CLIPS
    float weight = 0.0F;               // of clip B
};

// The ground below a place of model space, metres.
GroundAt groundBelow(const UnitStand& stand, const glm::dvec3& place);

// The unit at a place in u_target_units.
using StandAt = std::function<UnitStand(std::uint32_t place)>;

struct AimShown {
    glm::dvec3 target{0.0};  // model space, metres; not computed where the weight is 0
    float weight = 0.0F;
};
AimShown aimShownBy(const layout::LayerAim& aim, float share, const UnitStand& stand,
                    const StandAt& target_at);

// The same record for a unit that stands at the origin: its aims are at points of model space, where their
// targets are now.
LayerRecord atTheOrigin(const LayerRecord& record, const UnitStand& stand, const StandAt& target_at);

// What the shaders read from a record at tick `now`. target_at: not needed where no aim is at a unit.
RigPose poseShownBy(const LayerRecord& record, const LayerRig& rig, std::uint32_t now,
                    const UnitStand& stand = {}, const StandAt& target_at = {});

}  // namespace phalanx
