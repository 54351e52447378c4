// Applies a DetailGovernor in a frame loop.
#pragma once

#include "render/frame/frame_request.h"
#include "render/pacing/detail_governor.h"

namespace phalanx {

// The governor's input from these settings.
DetailGovernor::Wish wishOf(const RenderSettings& render);
// Sets the LOD error and the smallest drawn unit size for the next frame. A raised error never removes units:
// far ranks that vanish for a moment would look worse than a slow frame.
void govern(DetailGovernor& governor, const DetailGovernor::Wish& wish, FrameRequest& render);

}  // namespace phalanx
