// The layered pose of the army as a stack: base, layers, additive clips, aims. It edits Settings::pose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "settings/settings.h"
#include "ui/toolkit/theme.h"

namespace phalanx {

struct PanelContext;
struct PanelState;

// What the next click into the view chooses for an aim.
enum class AimPick : std::uint8_t { kNone, kPoint, kUnit };

// State of the panel that is not a setting.
struct LayersSettings {
    std::string kept;  // the pose that is restored when layers are switched on
    bool own = false;  // of the selected soldier, not of all
    AimPick picking = AimPick::kNone;
    std::size_t picked_aim = 0;  // index of the aim that is being pointed
};

// Returns the width at the right of the window that the panel takes, window coordinates; 0: it is not shown.
float drawLayersPanel(const PanelContext& context, Settings& settings, PanelState& panel);

// A mark in the view, behind all panels: what an aim points at. at: window coordinates.
void drawTarget(const Theme& theme, const glm::dvec2& at);

}  // namespace phalanx
