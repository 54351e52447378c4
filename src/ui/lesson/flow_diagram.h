// Diagram of what the CPU sends to the GPU per frame: two boxes, and an arrow whose width shows the bytes.
#pragma once

#include "ui/imgui/theme.h"
#include "ui/lesson/lesson_facts.h"

namespace phalanx {

// As wide as the panel.
void drawFlowDiagram(const Theme& theme, const LessonFacts& lesson);

}  // namespace phalanx
