// A shader in the lesson panel: shown with syntax colours and highlighted lines, or edited as text.
#pragma once

#include <string>

#include "ui/imgui/theme.h"
#include "ui/lesson/lesson_facts.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

// Both are `height` window coordinates high. A new step is scrolled to its highlighted lines.
void drawCode(const Theme& theme, WidgetLog& log, const LessonFacts& lesson, float height);
// Line numbers are beside the text, that of the error in red. True when Ctrl + Enter was pressed in it.
bool drawCodeEditor(const Theme& theme, WidgetLog& log, const LessonFacts& lesson, std::string& draft,
                    float height);

}  // namespace phalanx
