// The widgets of a frame: in the order in which the keyboard visits them, and, for tests that drive the
// window from outside, their rectangles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/toolkit/panel_keys.h"

namespace phalanx {

struct WidgetRectangle {
    std::string name;
    float x0 = 0.0F, y0 = 0.0F, x1 = 0.0F, y1 = 0.0F;  // window coordinates
    bool enabled = true;
};

// Of a widget that draws itself: the mouse over it or, while it has the keyboard's focus, a cross that the
// arrow keys move.
struct CanvasPointer {
    bool over = false;
    ImVec2 at{};           // window coordinates
    ImVec2 by{};           // since the last frame, while it is held
    bool pressed = false;  // in this frame
    bool held = false;     // by Enter: until Enter is pressed again
    float wheel = 0.0F;    // Page Up and Page Down
    bool by_keys = false;

    // Call before a tooltip, which ImGui would place beside the mouse.
    void placeTooltip() const;
};

class WidgetLog {
  public:
    // on: rectangles are kept.
    explicit WidgetLog(bool on) : on_(on) {}

    bool on() const { return on_; }
    void beginFrame() { widgets_.clear(); }
    void endFrame() { keys_.endFrame(); }
    // Adds the item that ImGui drew last. The keyboard visits it unless it is a text.
    void add(std::string_view name, bool enabled = true, const WidgetUse& use = {});
    // Logs the item that ImGui drew last, which the keyboard does not visit.
    void addPlace(std::string_view name, bool enabled = true);
    // Logs a point that is drawn without an ImGui item.
    void addPoint(std::string_view name, float x, float y);
    // Adds the item that ImGui drew last, an invisible button. drags: what is pressed stays held.
    CanvasPointer addCanvas(std::string_view name, bool drags = false);
    // Adds the child window that is being drawn: keys scroll it. Call it before ImGui::EndChild().
    void addScrolled(std::string_view name);
    // Whether the item that ImGui drew last is under the mouse or has the keyboard's focus.
    bool isUnderPointer(std::string_view name) const;
    // Call before the tooltip of the item that ImGui drew last, or of one elsewhere.
    void placeTooltip(std::string_view name) const;
    void placeTooltip(std::string_view name, ImVec2 low, ImVec2 high) const;

    PanelKeys& keys() { return keys_; }
    const PanelKeys& keys() const { return keys_; }
    const std::vector<WidgetRectangle>& widgets() const { return widgets_; }

  private:
    bool on_;
    std::vector<WidgetRectangle> widgets_;
    PanelKeys keys_;
    std::string canvas_;  // where the cross is
    ImVec2 cross_{};      // part of that canvas, 0..1
    bool cross_held_ = false;
};

}  // namespace phalanx
