// The page of the battle: hosts, orders, the behaviour graph.
#pragma once

#include "ui/battle/battle_facts.h"
#include "ui/main/panel_state.h"
#include "ui/main/panels.h"

namespace phalanx {

// Returns its width, window coordinates; 0: not drawn.
float drawBattlePanel(const PanelContext& context, const BattleFacts& battle, Settings& settings,
                      PanelState& panel);

}  // namespace phalanx
