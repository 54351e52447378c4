// The weights of a mask on the skeleton of a soldier.
#pragma once

#include <span>

#include "anim/layers/layered_pose.h"
#include "ui/anatomy/anatomy_panel.h"
#include "ui/toolkit/theme.h"

namespace phalanx {

// Over the scene: joints that the mask covers, brighter with their weight.
void drawMaskWeights(const Theme& theme, std::span<const AnatomyJoint> joints, const PoseMask& mask);

}  // namespace phalanx
