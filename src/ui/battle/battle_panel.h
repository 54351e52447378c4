// The page of the battle: hosts, orders, the behaviour graph.
#pragma once

#include <span>

#include "ui/battle/battle_facts.h"
#include "ui/main/panel_state.h"
#include "ui/main/panels.h"

namespace phalanx {

// Returns its width, window coordinates; 0: not drawn.
float drawBattlePanel(const PanelContext& context, const BattleFacts& battle, Settings& settings,
                      PanelState& panel);

// Marks soldiers in the view, behind all panels, at these places; window coordinates.
void drawSoldierMarks(const Theme& theme, std::span<const glm::dvec2> at);
// The front line that is being dragged, with the way that the company will face.
void drawFrontLine(const Theme& theme, const glm::dvec2& from, const glm::dvec2& to);

}  // namespace phalanx
