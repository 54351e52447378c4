// The layered pose of the army as a stack: base, layers, additive clips, aims. It edits Settings::pose.
#pragma once

#include <glm/glm.hpp>

#include "anim/layers/layered_pose_json.h"
#include "settings/settings.h"
#include "ui/toolkit/theme.h"

namespace phalanx {

struct PanelContext;
struct PanelState;

// The pose that the panel edits: of all soldiers, or the selected one's own, if that has the same stack.
// Settings::pose must not be empty.
PoseFile editedPose(const Settings& settings, const PanelState& panel);

// Returns the width at the right of the window that the panel takes, window coordinates; 0: it is not shown.
float drawLayersPanel(const PanelContext& context, Settings& settings, PanelState& panel);

// A mark in the view, behind all panels: what an aim points at. at: window coordinates.
void drawTarget(const Theme& theme, const glm::dvec2& at);

}  // namespace phalanx
