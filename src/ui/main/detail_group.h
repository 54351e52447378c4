// The part of the main panel about who is drawn, and in how much detail.
#pragma once

#include "render/frame/render_settings.h"
#include "ui/main/facts.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {

// Shut until it is clicked. Edits what RenderSettings says of culling, levels of detail, the frame budget,
// impostors and shadow maps.
void drawDetailGroup(Form& form, const Facts& facts, RenderSettings& render);

}  // namespace phalanx
