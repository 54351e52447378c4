#include "ui/layers/target_mark.h"

#include <utility>

namespace phalanx {

void drawTargetMark(const Theme& theme, const glm::dvec2& at, const std::optional<glm::dvec2>& ground) {
    const ImVec2 middle(static_cast<float>(at.x), static_cast<float>(at.y));
    const float around = theme.points(7.0F);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const auto& [ink, width] :
         {std::pair(IM_COL32(0, 0, 0, 160), 3.0F), std::pair(color::kAccent, 1.5F)}) {
        const float line = theme.points(width);
        list.AddCircle(middle, around, ink, 0, line);
        if (ground) {
            const ImVec2 foot(static_cast<float>(ground->x), static_cast<float>(ground->y));
            list.AddLine(middle, foot, ink, line);
            list.AddCircleFilled(foot, theme.points(1.0F) + line, ink);
        }
        for (const auto& [x, y] :
             {std::pair(1.0F, 0.0F), std::pair(-1.0F, 0.0F), std::pair(0.0F, 1.0F), std::pair(0.0F, -1.0F)}) {
            list.AddLine(ImVec2(middle.x + x * around * 0.5F, middle.y + y * around * 0.5F),
                         ImVec2(middle.x + x * around * 1.6F, middle.y + y * around * 1.6F), ink, line);
        }
    }
}

void drawAim(const Theme& theme, const glm::dvec2& at) {
    const float inner = theme.points(4.0F);
    const float outer = theme.points(10.0F);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const auto& [ink, width] :
         {std::pair(IM_COL32(0, 0, 0, 170), 3.0F), std::pair(color::kAccent, 1.3F)}) {
        for (const auto& way : {glm::vec2(1, 0), glm::vec2(-1, 0), glm::vec2(0, 1), glm::vec2(0, -1)})
            list.AddLine(toIm(glm::vec2(at) + inner * way), toIm(glm::vec2(at) + outer * way), ink,
                         theme.points(width));
    }
}

}  // namespace phalanx
