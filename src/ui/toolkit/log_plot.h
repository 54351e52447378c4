// Plot of lines over two logarithmic axes; that of x can be linear.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

enum class LineStyle : std::uint8_t { kSolid, kDashed, kDotted };

struct LogSeries {
    std::string name;
    ImU32 ink = 0;
    LineStyle style = LineStyle::kSolid;
    std::vector<ImVec2> points;  // x from 0 on, ascending; y above 0
};

struct LogAxes {
    const char* x_title = "";
    const char* y_title = "";
    bool linear_x = false;  // whole numbers from 0 on
    const char* y_unit = "ms";
    std::optional<float> mark_x{};  // a vertical line
};

// Draws an item of this size in the current window; hovering shows the numbers of the nearest point. The axes
// contain all points, logarithmic ones in whole decades; x = 0 has a place of its own to the left of these.
// The log has the points as "name/series/x", in drawing order.
void drawLogPlot(const Theme& theme, WidgetLog& log, const char* name, ImVec2 size, const LogAxes& axes,
                 const std::vector<LogSeries>& series);

}  // namespace phalanx
