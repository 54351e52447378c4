// Plot of the last frames.
#pragma once

#include "ui/data/frame_history.h"
#include "ui/imgui/theme.h"

namespace phalanx {

// Frame times, and in a second colour GPU times, or CPU submission times if GPU times are not available. The
// newest frame is at the right. Lines mark 60 and 30 frames per second if they are in range.
void drawFramePlot(const FrameHistory& history, const Theme& theme, float height_points);

}  // namespace phalanx
