// The page "one joint" of the anatomy: a joint of a soldier with layers, from the frames of its clips to the
// rows of its matrix.
#pragma once

#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct AnatomyFacts;

// The width that the page needs, beside the tree of joints.
float jointPathPoints();
// Inside the anatomy panel. No joint is selected yet if facts.path is not set.
void drawJointPath(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts);

}  // namespace phalanx
