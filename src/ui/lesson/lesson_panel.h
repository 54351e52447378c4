// The lesson panel: a step with its diagram, its cost and its shader. And the page of common mistakes.
#pragma once

#include "ui/lesson/lesson_facts.h"
#include "ui/main/panels.h"

namespace phalanx {

inline constexpr float kLearnPanelPoints = 452.0F;

// At the right of the window. Both return their width there, window coordinates.
float drawLessonPanel(const PanelContext& context, const LessonFacts& lesson, PanelState& panel);
float drawMistakesPanel(const PanelContext& context, Settings& settings, PanelState& panel);

}  // namespace phalanx
