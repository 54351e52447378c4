// What the shaders show of a record at a tick, on the CPU: the pose of a rig, for a unit where it stands.
#pragma once

#include <cstddef>
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
    const Terrain* terrain = nullptr;     // nullptr: flat ground
    glm::uvec4 frames{0U};                // S_FRAMES, for PH_UNIT_CLIPS
    float weight = 0.0F;                  // of clip B
    const LayerRecord* record = nullptr;  // needed only where a joint of the unit is a target of others
};

// The ground below a place of model space, metres.
GroundAt groundBelow(const UnitStand& stand, const glm::dvec3& place);

// The unit at a place in u_target_units.
using StandAt = std::function<UnitStand(std::uint32_t place)>;

struct TargetShown {
    glm::dvec3 target{0.0};  // model space, metres; not computed where the weight is 0
    float weight = 0.0F;
};

// The targets of a unit's record at a tick. All must live as long.
class ShownTargets {
  public:
    // target_at: not needed where no target is of a unit.
    ShownTargets(const LayerRecord& record, const LayerRig& rig, std::uint32_t now, const UnitStand& stand,
                 const StandAt& target_at)
        : record_(record), rig_(rig), now_(now), stand_(stand), target_at_(target_at) {}

    // share: of the record's change that has passed.
    TargetShown aim(std::size_t i, float share) const;
    TargetShown ik(std::size_t i, float share) const;

  private:
    TargetShown shown(const layout::LayerTarget& target, const layout::TargetKinds& kinds, float share,
                      int own) const;
    glm::dvec3 jointByClips(const LayerRecord* record, int joint, const UnitStand& stand) const;
    glm::dvec3 inModel(const glm::vec4& target, std::uint32_t kind, int own) const;

    const LayerRecord& record_;
    const LayerRig& rig_;
    std::uint32_t now_;
    const UnitStand& stand_;
    const StandAt& target_at_;
};

// The same record for a unit that stands at the origin: its targets are points of model space, where they are
// at tick `now`.
LayerRecord atTheOrigin(const LayerRecord& record, const LayerRig& rig, std::uint32_t now,
                        const UnitStand& stand, const StandAt& target_at);

// Base, layers and additive clips, which depend on no other unit.
RigPose clipsShownBy(const LayerRecord& record, const LayerRig& rig, std::uint32_t now,
                     const UnitStand& stand = {});

// What the shaders read from a record at tick `now`. target_at: not needed where no target is of a unit.
RigPose poseShownBy(const LayerRecord& record, const LayerRig& rig, std::uint32_t now,
                    const UnitStand& stand = {}, const StandAt& target_at = {});

}  // namespace phalanx
