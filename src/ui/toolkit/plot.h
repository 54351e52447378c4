// The last frames as curves.
#pragma once

#include "ui/profiler/frame_history.h"
#include "ui/toolkit/theme.h"

namespace phalanx {

// Frame times, and in a second colour GPU times, or CPU times of submission where GPU times are not to be
// had. The newest frame is at the right. Lines mark 60 and 30 frames a second where they are in range.
void drawFramePlot(const FrameHistory& history, const Theme& theme, float height_points);

}  // namespace phalanx
