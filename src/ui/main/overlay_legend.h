// Legend of an overlay, drawn over the image: text and a colour bar.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <string>

#include "ui/imgui/theme.h"

namespace phalanx {

struct OverlayLegend {
    std::string title;  // "": nothing to show
    std::string note;
    // The colour bar, from left to right; empty: none.
    std::function<glm::vec3(float)> color;  // of a position 0..1, sRGB
    std::string low;
    std::string high;
};

// At the top of the window between `left` and `right`, window coordinates.
void drawOverlayLegend(const Theme& theme, const OverlayLegend& legend, float left, float right);

}  // namespace phalanx
