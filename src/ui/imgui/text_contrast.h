// How well the text of a frame can be read, for tests: the contrast of each glyph with what the panels have
// drawn behind it.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>

namespace phalanx {

// Contrast as WCAG 2.1 defines it (https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio), 1 to 21. Colours are
// packed sRGB; their alpha is ignored.
float contrastRatio(ImU32 a, ImU32 b);
// `over` with its alpha over an opaque colour.
ImU32 blended(ImU32 over, ImU32 ground);

struct TextContrast {
    float ratio = 21.0F;
    std::string window;  // Dear ImGui's name
    ImVec2 at{};         // window coordinates
    ImU32 ink = 0;       // of the glyph, as given
    ImU32 ground = 0;    // behind it, opaque
};

// The glyph with the least contrast; nullopt: the frame has no text. Panels are translucent, so that the army
// may lie behind: each glyph counts with the worse of black and white there. Text of greyed widgets does not
// count (WCAG 1.4.3, inactive components): glyphs whose alpha is that of the style's DisabledAlpha. Call
// between ImGui::Render() and the next frame.
std::optional<TextContrast> leastTextContrast(const ImDrawData& data);

}  // namespace phalanx
