// A shader in the lesson's panel: read in colours with the lines that matter marked, or edited as text.
#pragma once

#include <string>

#include "ui/lesson/lesson_facts.h"
#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

// Both fill `height` window coordinates. A step that is shown for the first time is scrolled to its marks.
void drawCode(const Theme& theme, WidgetLog& log, const LessonFacts& lesson, float height);
// Numbers of lines stand beside the text, that of the mistake in red. True when Ctrl + Enter was pressed in
// it.
bool drawCodeEditor(const Theme& theme, WidgetLog& log, const LessonFacts& lesson, std::string& draft,
                    float height);

}  // namespace phalanx
