// A blend space as a picture: its clips, its triangles, and the point to drag.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "anim/layers/blend_space.h"
#include "anim/layers/layered_pose.h"
#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

// Draws it as wide as the panel, and lets the mouse drag `at`, which has as many numbers as the space has
// dimensions. `units`: the points of single soldiers, drawn small; those in other spaces are left out.
// `name`: of the widget; the places of the space's points are logged as "NAME_0" and so on. True if `at`
// changed.
bool drawBlendSpace(const Theme& theme, WidgetLog& log, const char* name, const BlendSpace& space,
                    std::span<const PoseSpacePoint> units, std::vector<double>& at);

// "Walk 62 %, Run 38 %": the clips of the corners around the point, heaviest first.
std::string cornersText(const BlendSpace& space, std::span<const double> at);

}  // namespace phalanx
