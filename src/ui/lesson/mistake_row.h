// One common mistake: its switch, and what it looks like.
#pragma once

#include <string_view>

#include "ui/main/panels.h"

namespace phalanx {

struct MistakeText {
    const char* name;        // of the widget
    std::string_view key;    // of the setting, whose label is the title; "": none, see `title`
    std::string_view title;  // of a mistake that consists of values of other settings
    const char* text;
};

// True when switched.
bool drawMistake(const PanelContext& context, const MistakeText& mistake, bool& made);

}  // namespace phalanx
