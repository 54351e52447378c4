// What goes from the CPU to the GPU in a frame, as a picture: two boxes and an arrow as thick as its bytes.
#pragma once

#include "ui/lesson/lesson_facts.h"
#include "ui/toolkit/theme.h"

namespace phalanx {

// Takes the width of the panel.
void drawFlowDiagram(const Theme& theme, const LessonFacts& lesson);

}  // namespace phalanx
