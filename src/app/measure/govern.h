// How a frame loop uses a DetailGovernor.
#pragma once

#include "render/frame/render_settings.h"
#include "render/pacing/detail_governor.h"

namespace phalanx {

// What these settings ask of a governor.
DetailGovernor::Wish wishOf(const RenderSettings& render);
// Sets the error and the smallest unit for the next frame. A raised error removes no units: an army whose far
// ranks vanish for a moment would look worse than a slow one.
void govern(DetailGovernor& governor, const DetailGovernor::Wish& wish, RenderSettings& render);

}  // namespace phalanx
