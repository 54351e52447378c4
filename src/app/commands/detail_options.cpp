// What commands do with the options of culling and detail.
#include <algorithm>

#include "app/commands/commands.h"

namespace phalanx {

std::string_view nameOf(FlightPath path) {
    return path == FlightPath::kThrough ? "through" : "over";
}

void takeDetail(const CrowdOptions& options, RenderSettings& render) {
    render.cull = options.cull;
    render.lod_error_px = options.lod_error_px;
    render.frame_budget_ms = options.frame_budget_ms;
    render.pace = options.pace;
    render.select = options.select;
    render.occlusion = options.occlusion;
    render.impostors = options.impostors;
    render.shadow_cascades = options.shadow_cascades;
    render.render_scale = options.render_scale;
}

DetailGovernor::Wish wishOf(const RenderSettings& render) {
    return {render.lod_error_px, render.frame_budget_ms, render.pace};
}

void govern(DetailGovernor& governor, const DetailGovernor::Wish& wish, RenderSettings& render) {
    render.lod_error_px = governor.errorFor(wish);
    const bool budget = wish.budget_ms > 0.0;
    render.small_px = budget ? std::max(wish.set_px, DetailGovernor::kLeastError_px) : wish.set_px;
}

void requireDetail(const gl::Capabilities& capabilities, const CrowdOptions& options) {
    if (options.skin.settings.multi_draw) gl::requireVersion(capabilities, 43, "--multi-draw");
    // For a frame budget some error is allowed in any case.
    if (options.impostors == ImpostorUse::kOn && options.lod_error_px <= 0.0 &&
        options.frame_budget_ms <= 0.0)
        throw usageError("--impostors", "on needs pixels by which units may be off: leave --lod-error 0 out");
    if (options.select == Select::kGpu) gl::requireVersion(capabilities, 43, "--select gpu");
    if (options.occlusion != Occlusion::kOn) return;
    gl::requireVersion(capabilities, 43, "--occlusion on");
    if (options.select == Select::kCpu)
        throw usageError("--occlusion", "on needs culling by the GPU: leave --select cpu out");
    if (!options.cull) throw usageError("--occlusion", "on leaves units out: leave --no-cull out");
}

}  // namespace phalanx
