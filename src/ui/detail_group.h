// The part of the main panel about who is drawn, and in how much detail.
#pragma once

#include "render/renderer.h"
#include "ui/facts.h"
#include "ui/widgets.h"

namespace phalanx {

// Shut until it is clicked. Edits RenderSettings::cull and lod_error_px.
void drawDetailGroup(Form& form, const Facts& facts, RenderSettings& render);

}  // namespace phalanx
