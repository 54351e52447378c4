// The layered pose of the army as a stack: base, layers, additive clips, aims. It edits Settings::pose.
#pragma once

#include <glm/glm.hpp>

#include "settings/settings.h"
#include "ui/toolkit/theme.h"

namespace phalanx {

struct PanelContext;
struct PanelState;

// Returns the width at the right of the window that the panel takes, window coordinates; 0: it is not shown.
float drawLayersPanel(const PanelContext& context, Settings& settings, PanelState& panel);

// A mark in the view, behind all panels: what an aim points at. at: window coordinates.
void drawTarget(const Theme& theme, const glm::dvec2& at);

}  // namespace phalanx
