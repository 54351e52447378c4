#include "ui/imgui/fitted_text.h"

#include <algorithm>

namespace phalanx {

Theme fittedText(const Theme& theme, float width_points) {
    constexpr float kSmallest = 0.6F;
    Theme fitted = theme;
    fitted.window_text =
        std::clamp(ImGui::GetContentRegionAvail().x / theme.points(width_points), kSmallest, 1.0F);
    fitted.scale *= fitted.window_text;
    ImGui::SetWindowFontScale(fitted.window_text);
    return fitted;
}

}  // namespace phalanx
