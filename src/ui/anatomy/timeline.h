// The clips of the selected soldier before and after now: two lanes over time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "crowd/unit_timeline.h"
#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct AnatomyFacts;

struct TimelineSettings {
    float span_s = 8.0F;        // displayed time, half of it before now
    std::optional<float> at_s;  // under the mouse, relative to now
    // As drawn: the current blocks of A and B.
    std::array<LaneBlock, 2> now{};
    // Of markers, as drawn: where the next crossing of each lies, window coordinates.
    struct MarkerPlace {
        std::string name;
        float x = 0.0F;
        float y = 0.0F;
    };
    std::vector<MarkerPlace> markers;
    // The marker that the mouse holds, and where it was let go: for the program, which takes it.
    struct MarkerMove {
        std::uint32_t clip = 0;
        std::uint32_t marker = 0;
        double phase = 0.0;  // 0 .. 1
    };
    std::optional<MarkerMove> held;
    bool held_moved = false;  // since it was taken
    std::optional<MarkerMove> moved;
    bool save_markers = false;  // the button was pressed
};

// Fills the available width. A block is a cycle of the clip, the line in it the phase, its filling the clip's
// weight. The mouse shows the values at a time, the wheel changes the displayed time. Events are marks on the
// clip that has its say; they can be dragged to another phase. Keys do the same: see CanvasPointer.
void drawTimeline(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, TimelineSettings& settings);

}  // namespace phalanx
