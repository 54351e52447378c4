// The bake comparison: all bakes of a model as a table, and as a plot of error over memory; or all
// compression methods on its clips.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/quality/bake_comparison.h"
#include "ui/bake_comparison/compression_table.h"
#include "ui/bake_comparison/measurement_facts.h"
#include "ui/data/actions.h"
#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct BakeComparisonFacts : MeasurementFacts {
    std::span<const ComparedBake> rows;
    std::optional<std::size_t> used;  // the row of the current bake and lookup
    CompressionFacts compression;
};

struct BakeComparisonSettings {
    bool shown = false;
    bool compression = false;            // the table of compression methods instead
    std::optional<std::size_t> pointed;  // the row under the mouse, in the table or the plot
    std::vector<std::size_t> order;      // rows in the order of the table
};

// At the bottom of the window, above `foot`. Returns its top edge. Both in window coordinates.
float drawBakeComparisonPanel(const Theme& theme, WidgetLog& log, ActionQueue& actions,
                              const BakeComparisonFacts& facts, BakeComparisonSettings& settings, float foot);

}  // namespace phalanx
