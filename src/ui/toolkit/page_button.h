// A button beside a panel's title that selects one of its pages.
#pragma once

#include "ui/toolkit/widget_log.h"

namespace phalanx {

// On the same line as the previous item. True when clicked.
bool pageButton(WidgetLog& log, const char* text, const char* name, bool shown);

}  // namespace phalanx
