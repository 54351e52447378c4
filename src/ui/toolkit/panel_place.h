// Where panels stand in the window, and how wide they are.
#pragma once

#include <cstdint>

#include "ui/imgui/theme.h"

namespace phalanx {

// Between panels, and between panels and the edges of the window.
inline constexpr float kPanelMarginPoints = 10.0F;
inline constexpr float kMainPanelPoints = 344.0F;
inline constexpr float kUnitPanelPoints = 296.0F;

// Whether panels do not fit beside each other, as on phones: then a page of the main panel takes its place.
bool windowIsNarrow(const Theme& theme);

// Begins a panel in an upper corner of the window: as high as its content, with a scrollbar if that is higher
// than the window. In a small window a right panel is narrower, down to three quarters, so as not to cover
// the main panel, and in a narrow one as wide as that allows. Draw into it only if this returns true; call
// ImGui::End() in either case.
enum class Corner : std::uint8_t { kLeft, kRight };
struct PanelPlace {
    Corner corner = Corner::kLeft;
    float width_points = kMainPanelPoints;
    float foot = 0.0F;         // taken at the bottom of the window, window coordinates
    float taken_right = 0.0F;  // by another panel
};
bool beginPanel(const char* name, const Theme& theme, const PanelPlace& place);

// Begins a panel at the bottom of the window, beside the main panel, as beginPanel() does. In a narrow window
// it covers the main panel until it is as wide as least_points, or as the window. foot: as PanelPlace::foot.
bool beginFootPanel(const char* name, const Theme& theme, float foot, float least_points);

}  // namespace phalanx
