// The layered pose of the army as a stack: base, layers, additive clips, aims. It edits Settings::pose.
#pragma once

#include <string>

#include "anim/layers/layered_pose_json.h"
#include "settings/settings.h"

namespace phalanx {

struct Facts;
struct PanelContext;
struct PanelState;

// The pose that the panel edits: of all soldiers, or the selected one's own, if that has the same stack.
// Settings::pose must not be empty.
PoseFile editedPose(const Settings& settings, const PanelState& panel);

// The pose with which layers are switched on: the clip that the army plays.
std::string poseToBegin(const Facts& facts, const Settings& settings);

// Returns the width at the right of the window that the panel takes, window coordinates; 0: it is not shown.
float drawLayersPanel(const PanelContext& context, Settings& settings, PanelState& panel);

}  // namespace phalanx
