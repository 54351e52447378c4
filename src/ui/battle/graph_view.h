// A behaviour graph as a picture: a box per state with its number of soldiers, arrows to where it leads.
#pragma once

#include <optional>
#include <string>

#include "ui/battle/battle_facts.h"
#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

// As wide as the panel. A click on a box sets `picked`, one more clears it. The boxes are logged as
// "state:NAME".
void drawGraph(const Theme& theme, WidgetLog& log, const BattleFacts& battle,
               std::optional<std::string>& picked);

}  // namespace phalanx
