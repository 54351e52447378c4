// The weights of a mask on the skeleton of a soldier.
#pragma once

#include <span>

#include "ui/anatomy/anatomy_panel.h"
#include "ui/imgui/theme.h"

namespace phalanx {

// Over the scene: joints that the mask covers, brighter with their weight. weights: 0..1, per joint.
void drawMaskWeights(const Theme& theme, std::span<const AnatomyJoint> joints,
                     std::span<const double> weights);

}  // namespace phalanx
