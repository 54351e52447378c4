#include "ui/lesson/mistake_row.h"

#include <string>

#include "settings/settings.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {

bool drawMistake(const PanelContext& context, const MistakeText& mistake, bool& made) {
    ImGui::Dummy(ImVec2(0.0F, context.theme.points(1.0F)));
    ImGui::PushFont(context.theme.strong);
    if (made) ImGui::PushStyleColor(ImGuiCol_Text, color::kError);
    const bool before = made;
    const std::string title(mistake.key.empty() ? mistake.title : settingOf(mistake.key).label);
    const bool switched = tickBox((title + "##" + mistake.name).c_str(), made);
    if (before) ImGui::PopStyleColor();
    ImGui::PopFont();
    context.log.add(mistake.name);
    ImGui::PushStyleColor(ImGuiCol_Text, color::kMuted);
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextUnformatted(mistake.text);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    return switched;
}

}  // namespace phalanx
