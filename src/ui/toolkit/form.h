// Rows of panels: a label in one column, widgets in the rest. Each widget has a name in the log of
// rectangles, for tests. `help` is the tooltip of the label, and of the widgets after a moment.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct SliderStyle {
    double least = 0.0;
    double most = 1.0;
    const char* format = "%.2f";  // of value * shown_per_unit
    double shown_per_unit = 1.0;
};
inline constexpr SliderStyle kPercent{0.0, 1.0, "%.0f %%", 100.0};

class Form {
  public:
    Form(const Theme& theme, WidgetLog& log, float label_points);

    // The panel's title and a button at the right that closes it: true when pressed.
    bool title(const char* text, const char* close_name);
    void section(const char* title);
    // A section that is closed until its title is clicked. True while it is open: draw its rows only then.
    bool foldedSection(const char* name, const char* title);
    // Starts a row, which the next widgets share.
    void row(const char* label, const char* help = nullptr);
    // Tooltip of the next widgets of this row, instead of that of the label.
    void help(std::string text) { help_ = std::move(text); }
    // Width of the next widget, as a part of the rest of the row, 0..1.
    void share(float part) { share_ = part; }

    // All return true if the value changed.
    bool slider(const char* name, double& value, const SliderStyle& style);
    bool combo(const char* name, int& index, const std::vector<std::string>& entries,
               const std::vector<std::string>& why_not = {});
    bool checkbox(const char* name, const char* text, bool& value);
    bool button(const char* name, const char* text);
    // Logarithmic, 1 to most, with a field for an exact number, applied by Enter.
    bool count(const char* name, std::uint32_t& value, std::uint32_t most);
    bool integer(const char* name, std::uint32_t& value);
    bool color(const char* name, float (&rgb)[3]);
    // A short text, at most 63 bytes. `hint`: shown while it is empty.
    bool text(const char* name, const char* hint, std::string& value);

    // Two columns of text: a name, and the value to the right. `more`: a third column as wide as `widest`, so
    // that the columns do not move when digits change.
    void fact(const char* what, const std::string& value, ImU32 dot = 0);
    void fact(const char* what, const std::string& value, const std::string& more, const char* widest,
              ImU32 dot = 0);
    // At the right end of a row that was started before; `what`: its name in the log. "": nothing.
    void value(const char* what, const std::string& value);
    void note(const std::string& text);

    const Theme& theme() const { return theme_; }

  private:
    void factName(const char* what, ImU32 dot);
    // Up to `right`, window coordinates.
    void factValue(const char* kind, const char* what, const std::string& value, float right);
    void beginWidget();
    // Logs the widget, and shows its tooltip if the mouse has rested on it.
    void endWidget(const char* name, const WidgetUse& use = {});
    // From the right end of a title, `low` to `high` vertically, to the end of the panel.
    void drawLine(ImVec2 low, ImVec2 high) const;

    const Theme& theme_;
    WidgetLog& log_;
    float label_width_;
    std::string help_;
    float share_ = 1.0F;
    bool first_in_row_ = true;
};

}  // namespace phalanx
