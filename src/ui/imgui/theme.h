// The look of the panels: fonts of the system's packages, colours, and sizes by one scale.
#pragma once

#include <imgui.h>

#include <glm/glm.hpp>

namespace phalanx {

// Sizes are given in points: at scale 1 on an ordinary display one point is one pixel.
struct Theme {
    float scale = 1.0F;        // window coordinates per point
    float window_text = 1.0F;  // scale of the text in this window, part of `scale` (fittedText())
    ImFont* regular = nullptr;
    ImFont* strong = nullptr;
    ImFont* title = nullptr;
    ImFont* mono = nullptr;  // for code

    float points(float p) const { return p * scale; }
};

// Text in them has a contrast of at least 4.5 with each surface of the panels (tests/cpu/ui, and
// ui/imgui/text_contrast.h for whole frames).
namespace color {
inline constexpr ImU32 kAccent = IM_COL32(226, 168, 84, 255);   // bronze
inline constexpr ImU32 kSecond = IM_COL32(104, 176, 214, 255);  // steel blue
inline constexpr ImU32 kThird = IM_COL32(142, 196, 120, 255);   // moss green
inline constexpr ImU32 kText = IM_COL32(232, 230, 224, 255);
inline constexpr ImU32 kMuted = IM_COL32(176, 178, 182, 255);
inline constexpr ImU32 kEdge = IM_COL32(255, 255, 255, 100);  // of what only its edge shows
inline constexpr ImU32 kLine = IM_COL32(255, 255, 255, 26);
inline constexpr ImU32 kError = IM_COL32(255, 122, 104, 255);
inline constexpr ImU32 kPanel = IM_COL32(20, 22, 26, 240);

// alpha: 0..255.
constexpr ImU32 faded(ImU32 ink, int alpha) {
    return (ink & ~IM_COL32_A_MASK) | IM_COL32(0, 0, 0, alpha);
}
}  // namespace color

// Boxes to tick and text fields have an edge in its scope: an empty one would hardly be seen without (WCAG
// 2.1, 1.4.11).
class FrameEdge {
  public:
    FrameEdge();
    ~FrameEdge();
    FrameEdge(const FrameEdge&) = delete;
    FrameEdge& operator=(const FrameEdge&) = delete;
    FrameEdge(FrameEdge&&) = delete;
    FrameEdge& operator=(FrameEdge&&) = delete;
};

inline ImVec2 toIm(const glm::vec2& p) {
    return {p.x, p.y};
}

// Loads fonts into ImGui's atlas and sets its style. scale: window coordinates per point. pixels_per_unit:
// framebuffer pixels per window coordinate, so that glyphs are sharp. The font texture must be rebuilt
// afterwards.
Theme applyTheme(float scale, float pixels_per_unit);

}  // namespace phalanx
