#include "ui/anatomy/number_line.h"

#include <fmt/format.h>

namespace phalanx {

void Line::text(const std::string& text, float points, ImU32 ink) {
    const ImVec2 high(at_.x + theme_.points(points - 4.0F), at_.y + ImGui::GetTextLineHeightWithSpacing());
    list_.PushClipRect(at_, high, true);
    list_.AddText(at_, ink, text.c_str());
    list_.PopClipRect();
    skip(points);
}

void Line::number(const std::string& text, float points, ImU32 ink) {
    skip(points);
    list_.AddText(ImVec2(at_.x - ImGui::CalcTextSize(text.c_str()).x, at_.y), ink, text.c_str());
}

void Line::vector(const glm::dvec3& v, ImU32 ink) {
    for (int axis = 0; axis < 3; ++axis) number(fmt::format("{:.5f}", v[axis]), kNumber_points, ink);
}

}  // namespace phalanx
