// Panels that are as wide as the window leaves room for, with columns of fixed widths.
#pragma once

#include "ui/imgui/theme.h"

namespace phalanx {

// For the present ImGui window, after Begin: the theme for content that needs `width_points`. If these do not
// fit, text and widths are smaller, down to 60 %, so that no column is cut; the scale of the user's text is
// kept where there is room.
Theme fittedText(const Theme& theme, float width_points);

}  // namespace phalanx
