// Rectangles of the widgets of the last frame, for tests that drive the window from outside.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace phalanx {

struct WidgetRectangle {
    std::string name;
    float x0 = 0.0F, y0 = 0.0F, x1 = 0.0F, y1 = 0.0F;  // window coordinates
    bool enabled = true;
};

class WidgetLog {
  public:
    explicit WidgetLog(bool on) : on_(on) {}

    bool on() const { return on_; }
    void beginFrame() { widgets_.clear(); }
    // Logs the item that ImGui drew last. Free of cost while the log is off.
    void add(std::string_view name, bool enabled = true);
    // Logs a point that is drawn without an ImGui item.
    void addPoint(std::string_view name, float x, float y);
    const std::vector<WidgetRectangle>& widgets() const { return widgets_; }

  private:
    bool on_;
    std::vector<WidgetRectangle> widgets_;
};

}  // namespace phalanx
