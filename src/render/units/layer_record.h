// The record of a layered unit, 320 bytes: its clips at phases and rates, weights, targets. Written when
// something is decided; the shaders compute the rest from the clock.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <string>

#include "anim/bake/bake.h"
#include "anim/layers/layer_bounds.h"
#include "anim/layers/layer_rig.h"
#include "anim/layers/resolved_pose.h"
#include "anim/layers/rig_pose.h"
#include "layers.h"

namespace phalanx {

using layout::LayerRecord;

// The record of a pose at tick 0, for a rig that was baked for it. speed: at which its clips play on from
// there, 1: as in the file, 0: they stand still. Throws Error (kUsage) that starts with `where` if the pose
// has more clips or layers than a record. An aim at a unit has the unit's number as its place: LayeredArmy
// knows the place.
LayerRecord recordOf(const Model& model, const LayerRig& rig, const ResolvedPose& pose,
                     const std::string& where, double speed = 0.0);

// Adds what its unit plays.
void addPlayed(const LayerRecord& record, PlayedClips& played);

// Where a unit stands, for targets in the world: S_PLACEMENT, and its scale.
struct UnitStand {
    glm::vec4 placement{0.0F};
    float scale = 1.0F;
};

// The unit at a place in u_target_units.
using StandAt = std::function<UnitStand(std::uint32_t place)>;

// What the shaders read from a record at tick `now`. target_at: not needed where no aim is at a unit.
RigPose poseShownBy(const LayerRecord& record, const LayerRig& rig, std::uint32_t now,
                    const UnitStand& stand = {}, const StandAt& target_at = {});

}  // namespace phalanx
