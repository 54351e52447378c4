// The layered pose of the army as a stack: base, layers, additive clips, aims. It edits Settings::pose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "settings/settings.h"

namespace phalanx {

struct PanelContext;

// What the next click into the view chooses for an aim.
enum class AimPick : std::uint8_t { kNone, kPoint, kUnit };

// State of the panel that is not a setting.
struct LayersSettings {
    std::string kept;  // the pose that is restored when layers are switched on
    AimPick picking = AimPick::kNone;
    std::size_t picked_aim = 0;  // index of the aim that is being pointed
};

// Returns the width at the right of the window that the panel takes, window coordinates; 0: it is not shown.
// `shown` becomes false when the panel is closed.
float drawLayersPanel(const PanelContext& context, Settings& settings, LayersSettings& layers, bool& shown);

}  // namespace phalanx
