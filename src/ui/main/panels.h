// The panels: free functions that edit Settings and read Facts. Drawn between UiLayer::begin() and end().
#pragma once

#include "settings/settings.h"
#include "ui/actions.h"
#include "ui/main/facts.h"
#include "ui/main/panel_state.h"
#include "ui/profiler/frame_history.h"
#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct PanelContext {
    const Theme& theme;
    WidgetLog& log;
    const Facts& facts;
    const FrameHistory& history;
    ActionQueue& actions;
};

// Crowd, animation, drawing, baking and poses, culling and detail, frame cost, bottleneck.
void drawMainPanel(const PanelContext& context, Settings& settings, PanelState& panel);
// What the selected soldier does differently.
void drawUnitPanel(const PanelContext& context, const Settings& settings, PanelState& panel);
// Keys and mouse.
void drawHelp(const PanelContext& context, PanelState& panel);
// A shader's error, a notice, what is being waited for and a button against it: with or without the panels.
void drawOverlays(const PanelContext& context);
// Whether there is anything for drawOverlays to show.
bool hasOverlays(const Facts& facts);

}  // namespace phalanx
