// What the selected soldier plays before and after now: two lanes, time runs to the right.
#pragma once

#include <array>
#include <optional>

#include "crowd/unit_timeline.h"
#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct AnatomyFacts;

struct TimelineSettings {
    float span_s = 8.0F;        // that is shown, half of it before now
    std::optional<float> at_s;  // under the mouse, from now on
    // As it was drawn: the blocks of A and of B that now lies in.
    std::array<LaneBlock, 2> now{};
};

// As wide as there is room. A block is a cycle of the clip, the line in it his phase, its filling the clip's
// share of the pose. The mouse tells a moment, the wheel shows more or less time.
void drawTimeline(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, TimelineSettings& settings);

}  // namespace phalanx
