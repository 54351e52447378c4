#include "ui/toolkit/panel_place.h"

#include <algorithm>

namespace phalanx {
namespace {

constexpr float kLeastShare = 0.75F;

constexpr ImGuiWindowFlags kPanelFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
                                         ImGuiWindowFlags_NoSavedSettings |
                                         ImGuiWindowFlags_NoFocusOnAppearing;

// Of the window's width, for the main panel and its margins.
float besideMainPanel(const Theme& theme) {
    return windowIsNarrow(theme) ? theme.points(kPanelMarginPoints)
                                 : theme.points(kMainPanelPoints + 2.0F * kPanelMarginPoints);
}

}  // namespace

bool windowIsNarrow(const Theme& theme) {
    constexpr float kNarrowPoints = 560.0F;
    return ImGui::GetIO().DisplaySize.x < theme.points(kNarrowPoints);
}

bool beginPanel(const char* name, const Theme& theme, const PanelPlace& place) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = theme.points(kPanelMarginPoints);
    float width = theme.points(place.width_points);
    if (place.corner == Corner::kLeft) {
        ImGui::SetNextWindowPos(ImVec2(margin, margin));
    } else {
        const float right = display.x - place.taken_right - margin;
        const float room = right - besideMainPanel(theme);
        width = std::clamp(room, kLeastShare * width, width);
        ImGui::SetNextWindowPos(ImVec2(right, margin), ImGuiCond_Always, ImVec2(1.0F, 0.0F));
    }
    const float most = std::max(1.0F, display.y - place.foot - 2.0F * margin);
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0.0F), ImVec2(width, most));
    return ImGui::Begin(name, nullptr, kPanelFlags);
}

bool beginFootPanel(const char* name, const Theme& theme, float foot, float least_points) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = theme.points(kPanelMarginPoints);
    const float right = display.x - margin;
    const float left = besideMainPanel(theme);
    const float width = std::max(std::min(theme.points(least_points), right - margin), right - left);
    const float most = std::max(1.0F, display.y - foot - 2.0F * margin);
    ImGui::SetNextWindowPos(ImVec2(right, display.y - foot - margin), ImGuiCond_Always, ImVec2(1.0F, 1.0F));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0.0F), ImVec2(width, most));
    return ImGui::Begin(name, nullptr, kPanelFlags);
}

}  // namespace phalanx
