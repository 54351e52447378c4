#include "app/measure/govern.h"

#include <algorithm>

namespace phalanx {

DetailGovernor::Wish wishOf(const RenderSettings& render) {
    return {render.lod_error_px, render.frame_budget_ms, render.pace};
}

void govern(DetailGovernor& governor, const DetailGovernor::Wish& wish, FrameRequest& render) {
    render.lod_error_px = governor.errorFor(wish);
    const bool budget = wish.budget_ms > 0.0;
    render.small_px = budget ? std::max(wish.set_px, DetailGovernor::kLeastError_px) : wish.set_px;
}

}  // namespace phalanx
