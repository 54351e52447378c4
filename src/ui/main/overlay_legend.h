// What the colours of an overlay mean: over the picture, in words and as a bar.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <string>

#include "ui/toolkit/theme.h"

namespace phalanx {

struct OverlayLegend {
    std::string title;  // "": nothing to show
    std::string note;
    // The bar, from its left end to its right one; empty: none.
    std::function<glm::vec3(float)> color;  // of a share 0..1, sRGB
    std::string low;
    std::string high;
};

// At the top of the window from `left` on, no farther than `right`; window coordinates.
void drawOverlayLegend(const Theme& theme, const OverlayLegend& legend, float left, float right);

}  // namespace phalanx
