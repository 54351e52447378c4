// A line of text in a table of numbers.
#pragma once

#include <imgui.h>

#include <glm/glm.hpp>
#include <string>

#include "ui/imgui/theme.h"

namespace phalanx {

inline constexpr float kNumber_points = 66.0F;  // width of one of a vector's numbers
inline constexpr ImU32 kEqual = IM_COL32(132, 206, 128, 255);

// Drawn cell by cell. Numbers are right-aligned in their cells, so that nothing moves when a digit changes.
class Line {
  public:
    explicit Line(const Theme& theme)
        : theme_(theme), list_(*ImGui::GetWindowDrawList()), at_(ImGui::GetCursorScreenPos()) {}

    // Clipped to the cell.
    void text(const std::string& text, float points, ImU32 ink = color::kText);
    void number(const std::string& text, float points, ImU32 ink = color::kText);
    // In metres, to a hundredth of a millimetre.
    void vector(const glm::dvec3& v, ImU32 ink = color::kText);
    void skip(float points) { at_.x += theme_.points(points); }
    // Advances the window's cursor past the line.
    void end() const { ImGui::Dummy(ImVec2(1.0F, ImGui::GetTextLineHeight())); }

  private:
    const Theme& theme_;
    ImDrawList& list_;
    ImVec2 at_;
};

}  // namespace phalanx
