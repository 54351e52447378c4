// One of the buttons beside a panel's title that turn its pages.
#pragma once

#include "ui/toolkit/widget_log.h"

namespace phalanx {

// On the line of what came before. True when it was clicked.
bool pageButton(WidgetLog& log, const char* text, const char* name, bool shown);

}  // namespace phalanx
