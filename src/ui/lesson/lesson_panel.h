// The lesson: a step of the ladder with what goes to the GPU, what it costs, and the shader that does it. And
// the famous mistakes.
#pragma once

#include "ui/lesson/lesson_facts.h"
#include "ui/main/panels.h"

namespace phalanx {

inline constexpr float kLearnPanelPoints = 452.0F;

// At the right of the window. Both return what they take there, in window coordinates.
float drawLessonPanel(const PanelContext& context, const LessonFacts& lesson, PanelState& panel);
float drawMistakesPanel(const PanelContext& context, Settings& settings, PanelState& panel);

}  // namespace phalanx
