// Single widgets, for panels that are no forms (ui/toolkit/form.h). `name`: in the log, where it is Dear
// ImGui's label, too.
#pragma once

#include <string>
#include <vector>

#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

// Of an image or timeline, per notch of the wheel.
inline constexpr float kZoomStep = 1.25F;
// The label of a widget that shows no text.
std::string hiddenLabel(const char* name);

// Text over lines of a plot, or over the army: on a plate of the panels' colour, so that it can be read.
void textOnPlate(ImDrawList& list, const Theme& theme, ImVec2 at, ImU32 ink, const char* text);

// Marks the value of the slider that was drawn last: a fill under its number, and a line with a knob at the
// foot, where they hide no text. share: of its width, 0..1. The theme's own grab is not drawn.
void markSlider(float share);

// A box to tick, whose edge can be seen while it is empty. Elsewhere than in a Form, which has checkbox().
bool tickBox(const char* label, bool& value);

// A slider that fills the next item's width, for panels that are no forms. Add it to the log with kSliderUse.
inline constexpr WidgetUse kSliderUse{.types = true, .across = true};
bool sliderWithKeys(WidgetLog& log, const char* name, float& value, float least, float most,
                    const char* format);
// A list. Without is_open, it adds itself to the log; else the caller does unless *is_open is set.
bool comboWithKeys(WidgetLog& log, const char* name, int& index, const std::vector<std::string>& entries,
                   const std::vector<std::string>& why_not, bool* is_open = nullptr);

}  // namespace phalanx
