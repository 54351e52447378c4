// The few kinds of rows that panels are made of: a label in a column, widgets in the rest. Each widget has a
// name that the log of rectangles tells to tests. The text of `help` shows over the label.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct SliderStyle {
    double least = 0.0;
    double most = 1.0;
    const char* format = "%.2f";  // of value * shown_per_unit
    double shown_per_unit = 1.0;
};
inline constexpr SliderStyle kPercent{0.0, 1.0, "%.0f %%", 100.0};

inline constexpr float kPanelMarginPoints =
    10.0F;                                 // from panels to the edges of the window and to each other
inline constexpr float kZoomStep = 1.25F;  // of a picture or timeline, per notch of the wheel
inline constexpr float kMainPanelPoints = 344.0F;
inline constexpr float kUnitPanelPoints = 296.0F;

// Begins a panel in an upper corner of the window: as high as what is in it, scrolled where that is higher
// than the window. In a window with little room a right one is down to three quarters as wide, so as not to
// cover the main panel. Draw into it only where this is true; ImGui::End() follows in either case.
enum class Corner : std::uint8_t { kLeft, kRight };
struct PanelPlace {
    Corner corner = Corner::kLeft;
    float width_points = kMainPanelPoints;
    float foot = 0.0F;    // taken at the foot of the window, in its coordinates
    float beside = 0.0F;  // taken at its right by another panel
};
bool beginPanel(const char* name, const Theme& theme, const PanelPlace& place);

class Form {
  public:
    Form(const Theme& theme, WidgetLog& log, float label_points);

    // The panel's own name, and a button at the right that closes it: true when that is pressed.
    bool title(const char* text, const char* close_name);
    void section(const char* title);
    // One that is shut until its title is clicked. True while it is open: draw its rows only then.
    bool foldedSection(const char* name, const char* title);
    // Starts a row; the next widgets share it.
    void row(const char* label, const char* help = nullptr);
    // Width of the next widget: this share of what the row still has.
    void share(float part) { share_ = part; }

    // All return true when the value was changed.
    bool slider(const char* name, double& value, const SliderStyle& style);
    bool combo(const char* name, int& index, const std::vector<std::string>& entries,
               const std::vector<std::string>& why_not = {});
    bool checkbox(const char* name, const char* text, bool& value);
    bool button(const char* name, const char* text);
    // 1 .. most by decades, and beside it a field for an exact number, which Enter takes over.
    bool count(const char* name, std::uint32_t& value, std::uint32_t most);
    bool integer(const char* name, std::uint32_t& value);
    bool color(const char* name, float (&rgb)[3]);

    // Two columns of text: what, and the value to the right. `more` stands in a column of its own behind the
    // value, as wide as `widest` is, so that neither moves by the other's digits.
    void fact(const char* what, const std::string& value, ImU32 dot = 0);
    void fact(const char* what, const std::string& value, const std::string& more, const char* widest,
              ImU32 dot = 0);
    // At the right end of a row that has begun; `what` names it to tests. "": nothing is told now.
    void value(const char* what, const std::string& value);
    void note(const std::string& text);

    const Theme& theme() const { return theme_; }

  private:
    void factName(const char* what, ImU32 dot);
    // Up to `right`, in the window.
    void factValue(const char* kind, const char* what, const std::string& value, float right);
    void beginWidget();
    // From the right of a title, `low` to `high` on the screen, to the end of the panel.
    void drawLine(ImVec2 low, ImVec2 high) const;

    const Theme& theme_;
    WidgetLog& log_;
    float label_width_;
    float share_ = 1.0F;
    bool first_in_row_ = true;
};

}  // namespace phalanx
