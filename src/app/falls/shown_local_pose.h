// The pose that a unit shows, as transforms of the model's nodes: what its
// ragdoll begins with.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

#include "anim/pose/pose.h"
#include "anim/rig/layer_rig.h"
#include "app/army/army.h"
#include "app/army/stage.h"
#include "bodies/body_plan.h"
#include "crowd/crowd.h"
#include "render/units/layered_units.h"

namespace phalanx {

// nullptr: the unit is drawn without layers.
const LayeredUnits* layersOf(const Stage& stage, std::uint32_t unit);

// placement: UnitState::placement.
Stand standAt(const glm::vec4& placement, const UnitInstance& unit);

// layers: of the unit's group; nullptr: it has none. Exact but for the rounding
// of the bake; targets of aims and IK that are units or joints of units are
// left out. Of a unit that shows a frame of its own: what it will show after Crowd::goOn().
LocalPose shownLocalPose(const LoadedModel& loaded, const Crowd& crowd, std::uint32_t unit,
                         const LayeredUnits* layers, Ticks now);

// Transforms of a rig's joints (rigLocals()) as those of the nodes; nodes that
// are no joints stay at rest.
LocalPose localPoseOf(const Model& model, const LayerRig& rig, const LocalPose& of_joints);

// Moves nodes, and all below them, by a rigid motion of model space. None of
// them is below another; their parents do not scale unevenly.
void moveNodes(const Model& model, std::span<const int> nodes, const glm::dmat4& motion, LocalPose& pose);

}  // namespace phalanx
