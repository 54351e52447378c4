// The re-bake bench: every bake of a model side by side, as a table and as error over memory.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/quality/bake_study.h"
#include "ui/actions.h"
#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct RebakeFacts {
    std::string model;  // that is measured, or was
    bool running = false;
    std::string stage;    // of the work
    float share = 0.0F;   // 0..1 of it
    std::string failure;  // why there is nothing; "" if it did not fail
    std::span<const BakeStudyRow> rows;
    std::optional<std::size_t> used;  // the row that the army is baked and looked up by
};

struct RebakeSettings {
    bool shown = false;
    std::optional<std::size_t> pointed;  // the row that the mouse is on, in the table or in the plot
    std::vector<std::size_t> order;      // of the table's lines: rows
};

// At the foot of the window. `left`, `right`: window coordinates between which it may lie; `foot`: what is
// taken below it already. Returns where it begins, from the top.
float drawRebakePanel(const Theme& theme, WidgetLog& log, ActionQueue& actions, const RebakeFacts& facts,
                      RebakeSettings& settings, float left, float right, float foot);

}  // namespace phalanx
