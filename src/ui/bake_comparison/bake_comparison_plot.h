// The plot of the bake comparison: error over memory, both axes logarithmic.
#pragma once

#include <optional>
#include <string>

#include "ui/bake_comparison/bake_comparison_panel.h"

namespace phalanx {

// "auto", "30 Hz".
std::string rateText(const ComparedBake& row);
// Millimetres with significant digits only, without the unit.
std::string millimetresText(double mm);
// Tooltip with all numbers of a row.
void showRowTooltip(const ComparedBake& row);

// One dot per row: the colour shows the encoding, filled dots blend frames, rings use the nearest frame. The
// Pareto front is a line. `pointed`: the row under the mouse in the previous frame. A click selects the
// nearest dot.
void drawBakeComparisonPlot(const Theme& theme, WidgetLog& log, ActionQueue& actions,
                            const BakeComparisonFacts& facts, BakeComparisonSettings& settings,
                            std::optional<std::size_t> pointed, ImVec2 size);

}  // namespace phalanx
