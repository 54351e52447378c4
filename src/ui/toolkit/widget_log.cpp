#include "ui/toolkit/widget_log.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace phalanx {
namespace {

constexpr float kCrossStep = 0.01F;  // of a canvas, per step of an arrow key
constexpr float kScrolledLines = 3.0F;

// From the edge of a widget that a tooltip leaves free.
void placeTooltipAt(ImVec2 at) {
    const float gap = ImGui::GetFontSize();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const bool above = at.y > display.y * 0.6F;
    ImGui::SetNextWindowPos(ImVec2(at.x, above ? at.y - gap : at.y + gap), ImGuiCond_Always,
                            ImVec2(at.x / std::max(1.0F, display.x), above ? 1.0F : 0.0F));
}

void drawCross(ImVec2 at) {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float reach = ImGui::GetFontSize() * 0.45F;
    for (const auto& [ink, width] :
         {std::pair(IM_COL32(0, 0, 0, 180), 3.0F), std::pair(IM_COL32_WHITE, 1.0F)}) {
        list.AddLine(ImVec2(at.x - reach, at.y), ImVec2(at.x + reach, at.y), ink, width);
        list.AddLine(ImVec2(at.x, at.y - reach), ImVec2(at.x, at.y + reach), ink, width);
    }
}

}  // namespace

void CanvasPointer::placeTooltip() const {
    if (by_keys) placeTooltipAt(at);
}

void WidgetLog::add(std::string_view name, bool enabled, const WidgetUse& use) {
    keys_.add(name, enabled, use);
    addPlace(name, enabled);
}

void WidgetLog::addPlace(std::string_view name, bool enabled) {
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

CanvasPointer WidgetLog::addCanvas(std::string_view name, bool drags) {
    add(name, true, {.across = true, .along = true, .own = true});
    const ImGuiIO& io = ImGui::GetIO();
    CanvasPointer pointer;
    if (!keys_.focuses(name)) {
        if (canvas_ == name) canvas_.clear();
        pointer.over = ImGui::IsItemHovered();
        pointer.at = io.MousePos;
        pointer.pressed = ImGui::IsItemActivated();
        pointer.held = ImGui::IsItemActive();
        if (pointer.held) pointer.by = io.MouseDelta;
        if (pointer.over) pointer.wheel = io.MouseWheel;
        return pointer;
    }
    if (canvas_ != name) {
        canvas_ = name;
        cross_ = ImVec2(0.5F, 0.5F);
        cross_held_ = false;
    }
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 size = ImGui::GetItemRectSize();
    const KeyMoves moves = keys_.movesOf(name);
    const ImVec2 before = cross_;
    cross_.x = std::clamp(cross_.x + kCrossStep * moves.right, 0.0F, 1.0F);
    cross_.y = std::clamp(cross_.y - kCrossStep * moves.up, 0.0F, 1.0F);
    if (moves.ends != 0) cross_.x = moves.ends < 0 ? 0.0F : 1.0F;
    pointer.by_keys = pointer.over = true;
    pointer.pressed = moves.pressed && !cross_held_;
    if (moves.pressed) cross_held_ = drags && !cross_held_;
    pointer.held = cross_held_;
    // Inside, also at the edges.
    pointer.at = ImVec2(low.x + 0.5F + cross_.x * (size.x - 1.0F), low.y + 0.5F + cross_.y * (size.y - 1.0F));
    if (pointer.held) pointer.by = ImVec2((cross_.x - before.x) * size.x, (cross_.y - before.y) * size.y);
    pointer.wheel = static_cast<float>(moves.pages);
    drawCross(pointer.at);
    return pointer;
}

void WidgetLog::addScrolled(std::string_view name) {
    const ImGuiWindow& window = *ImGui::GetCurrentWindow();
    const KeyMoves moves = keys_.movesOf(name);
    if (moves.any()) {
        const float line = ImGui::GetTextLineHeightWithSpacing() * kScrolledLines;
        const float page = static_cast<float>(moves.pages) * window.InnerRect.GetHeight() * 0.9F;
        const float y = ImGui::GetScrollY() - moves.up * line - page;
        const float x = ImGui::GetScrollX() + moves.right * line;
        const float end = moves.ends > 0 ? ImGui::GetScrollMaxY() : 0.0F;
        ImGui::SetScrollY(moves.ends != 0 ? end : std::clamp(y, 0.0F, ImGui::GetScrollMaxY()));
        ImGui::SetScrollX(std::clamp(x, 0.0F, ImGui::GetScrollMaxX()));
    }
    keys_.add(name, true, {.across = true, .along = true, .own = true, .id = window.ID}, window.Rect().Min,
              window.Rect().Max);
}

bool WidgetLog::isUnderPointer(std::string_view name) const {
    return ImGui::IsItemHovered() || keys_.focuses(name);
}

void WidgetLog::placeTooltip(std::string_view name) const {
    placeTooltip(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

void WidgetLog::placeTooltip(std::string_view name, ImVec2 low, ImVec2 high) const {
    if (keys_.focuses(name)) placeTooltipAt(ImVec2((low.x + high.x) * 0.5F, high.y));
}

}  // namespace phalanx
