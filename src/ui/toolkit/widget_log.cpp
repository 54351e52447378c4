#include "ui/toolkit/widget_log.h"

#include <imgui.h>

namespace phalanx {

void WidgetLog::add(std::string_view name, bool enabled) {
    if (!on_) return;
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    // Items scrolled out of view cannot be clicked.
    if (!ImGui::IsItemVisible()) return;
    widgets_.push_back({std::string(name), low.x, low.y, high.x, high.y, enabled});
}

void WidgetLog::addPoint(std::string_view name, float x, float y) {
    if (on_) widgets_.push_back({std::string(name), x, y, x, y, true});
}

}  // namespace phalanx
