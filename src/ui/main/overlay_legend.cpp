#include "ui/main/overlay_legend.h"

#include <algorithm>

namespace phalanx {
namespace {

constexpr float kWidth_points = 244.0F;
constexpr float kBarHeight_points = 10.0F;
constexpr int kSteps = 48;

ImU32 inkOf(const glm::vec3& color) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.r, color.g, color.b, 1.0F));
}

}  // namespace

void drawOverlayLegend(const Theme& theme, const OverlayLegend& legend, float left, float right) {
    if (legend.title.empty()) return;
    const float width = std::min(theme.points(kWidth_points), right - left);
    ImGui::SetNextWindowPos(ImVec2(left, theme.points(10.0F)));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0.0F), ImVec2(width, ImGui::GetIO().DisplaySize.y));
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoInputs;
    ImGui::Begin("Legend", nullptr, kFlags);
    ImGui::PushFont(theme.strong);
    ImGui::TextUnformatted(legend.title.c_str());
    ImGui::PopFont();
    if (legend.color) {
        const ImVec2 low = ImGui::GetCursorScreenPos();
        const float whole = ImGui::GetContentRegionAvail().x;
        const float height = theme.points(kBarHeight_points);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        for (int i = 0; i < kSteps; ++i) {
            const float from = static_cast<float>(i) / kSteps;
            const float to = static_cast<float>(i + 1) / kSteps;
            list.AddRectFilledMultiColor(ImVec2(low.x + whole * from, low.y),
                                         ImVec2(low.x + whole * to, low.y + height),
                                         inkOf(legend.color(from)), inkOf(legend.color(to)),
                                         inkOf(legend.color(to)), inkOf(legend.color(from)));
        }
        ImGui::Dummy(ImVec2(whole, height));
        ImGui::TextUnformatted(legend.low.c_str());
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(legend.high.c_str()).x);
        ImGui::TextUnformatted(legend.high.c_str());
    }
    if (!legend.note.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, color::kMuted);
        ImGui::PushTextWrapPos(0.0F);
        ImGui::TextUnformatted(legend.note.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    }
    ImGui::End();
}

}  // namespace phalanx
