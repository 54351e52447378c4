// The plot of the re-bake bench: error over memory, both axes logarithmic.
#pragma once

#include <optional>
#include <string>

#include "ui/profiler/rebake_panel.h"

namespace phalanx {

// "auto", "30 Hz".
std::string rateText(const BakeStudyRow& row);
// A number of millimetres with as many digits as mean something; without the unit.
std::string millimetresText(double mm);
// A tooltip: all of one row.
void tellRow(const BakeStudyRow& row);

// A dot a row: its colour says the encoding, filled dots blend frames, rings take the nearest. The front is a
// line. `pointed`: the row that the mouse was on in the frame before; a click takes the nearest dot.
void drawRebakePlot(const Theme& theme, WidgetLog& log, ActionQueue& actions, const RebakeFacts& facts,
                    RebakeSettings& settings, std::optional<std::size_t> pointed, ImVec2 size);

}  // namespace phalanx
