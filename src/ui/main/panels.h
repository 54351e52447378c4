// The panels: free functions that edit Settings and read Facts. Drawn between UiLayer::begin() and end().
#pragma once

#include "settings/settings.h"
#include "ui/data/actions.h"
#include "ui/data/facts.h"
#include "ui/data/frame_history.h"
#include "ui/imgui/theme.h"
#include "ui/main/panel_state.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct PanelContext {
    const Theme& theme;
    WidgetLog& log;
    const Facts& facts;
    const FrameHistory& history;
    ActionQueue& actions;
};

// Crowd, animation, drawing, baking and poses, culling and LOD, frame cost, bottleneck.
void drawMainPanel(const PanelContext& context, Settings& settings, PanelState& panel);
// Settings of the selected soldier.
// Returns its width at the right of the window, window coordinates; 0: it is not shown.
float drawUnitPanel(const PanelContext& context, const Settings& settings, PanelState& panel);
// Keys and mouse.
void drawHelp(const PanelContext& context, PanelState& panel);
// A shader's error, a notice, the current wait with a button to cancel it: drawn even while the panels are
// hidden.
void drawOverlays(const PanelContext& context);
// Whether drawOverlays() has something to show.
bool hasOverlays(const Facts& facts);

}  // namespace phalanx
