// The clips of the selected soldier before and after now: two lanes over time.
#pragma once

#include <array>
#include <optional>

#include "crowd/unit_timeline.h"
#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct AnatomyFacts;

struct TimelineSettings {
    float span_s = 8.0F;        // displayed time, half of it before now
    std::optional<float> at_s;  // under the mouse, relative to now
    // As drawn: the current blocks of A and B.
    std::array<LaneBlock, 2> now{};
};

// Fills the available width. A block is a cycle of the clip, the line in it the phase, its filling the clip's
// weight. The mouse shows the values at a time, the wheel changes the displayed time.
void drawTimeline(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, TimelineSettings& settings);

}  // namespace phalanx
