#include "ui/toolkit/page_button.h"

#include <imgui.h>

namespace phalanx {

bool pageButton(WidgetLog& log, const char* text, const char* name, bool shown) {
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Button,
                          ImGui::GetStyleColorVec4(shown ? ImGuiCol_ButtonActive : ImGuiCol_FrameBg));
    const bool clicked = ImGui::SmallButton(text);
    ImGui::PopStyleColor();
    log.add(name);
    return clicked;
}

}  // namespace phalanx
