// Plot of lines over two logarithmic axes.
#pragma once

#include <string>
#include <vector>

#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct LogSeries {
    std::string name;
    ImU32 ink = 0;
    bool dashed = false;
    std::vector<ImVec2> points;  // both above 0, x ascending
};

// Draws an item of this size in the current window; hovering shows the numbers of the nearest point. The axes
// contain all points, in whole decades. The log has the points as "name/series/x", in drawing order.
void drawLogPlot(const Theme& theme, WidgetLog& log, const char* name, ImVec2 size, const char* x_title,
                 const char* y_title, const std::vector<LogSeries>& series);

}  // namespace phalanx
