// Culling, and drawing with occlusion culling, in two steps: first the units that were visible in the
// previous frame, then those of the others that pass the test against the depth of the first.
#include <algorithm>
#include <cassert>
#include <utility>

#include "crowd/selection.h"
#include "gl/objects/debug.h"
#include "render/passes/renderer.h"

namespace phalanx {

bool Renderer::cullUnits(const UnitScene& units, const Crowd& crowd, const Camera& camera,
                         const FrameRequest& request, Ticks now, int height) {
    raster_.reset();
    if ((!request.cull && request.lod_error_px <= 0.0) || !request.units) return false;
    const FrameMeter::Pass pass(meter_, "culling");
    const double aspect = aspectOf(request);
    const double error_px = std::max(request.lod_error_px, 0.0);
    UnitCulling::Request culling;
    culling.select = request.select;
    culling.outlined = request.outlined;
    const auto everywhere = [&](SelectionView view) {
        if (request.cull) return view;
        SelectionView all;
        all.origin = view.origin;
        return all;
    };
    const SelectionView picture = viewOf(clipFromWorld(camera, aspect), camera.eye);
    culling.picture = everywhere(picture);
    culling.picture.error_per_metre = metresPerPixel(camera.fov_y_deg, aspect, height) * error_px;
    culling.picture.small_share =
        std::min(request.small_px.value_or(error_px) / std::max(error_px, 1e-9), 1.0);
    for (std::size_t map = 0; map < shadows_.maps().count; ++map) {
        SelectionView& casters =
            culling.shadows.emplace_back(everywhere(castersOf(shadows_.maps(), map, picture)));
        // Shadow lookups average 3 x 3 bilinear samples, a filter four texels wide.
        constexpr double kTexels = 3.0;
        casters.error_base_m = kTexels * shadows_.maps().maps.at(map).texel_m * error_px;
    }
    if (request.cull) culling.occlusion = request.occlusion;
    const bool culled = culling_.cull(units, crowd, now, culling, meter_.stats());
    const bool rasterizes = culled && rasterizesImpostors(units, request);
    if (culled && (culling_.lateFollows() || rasterizes)) letDepthBeRead();
    if (rasterizes) raster_ = rasterTarget(camera, request);
    return culled;
}

FeetFade Renderer::feetFade(const UnitScene& units, const Camera& camera, const FrameRequest& request,
                            int height) const {
    constexpr float kFullPart = 0.6F;
    float none_m = kFeetNone_m;
    const double error_per_metre =
        metresPerPixel(camera.fov_y_deg, aspectOf(request), height) * request.lod_error_px;
    for (std::size_t g = 0; g < units.layered.size(); ++g) {
        const LayeredUnits* const layers = units.layered[g];
        if (layers == nullptr || !(error_per_metre > 0.0)) continue;
        const std::optional<ModelDetail>& detail = units.model(units.units[g].model).detail();
        const auto with = static_cast<std::size_t>(layers->lods());
        // The detail's first LOD is LOD 1.
        if (detail && with >= 1 && with <= detail->lods.size())
            none_m = std::min(none_m, static_cast<float>(detail->lods[with - 1].error_m / error_per_metre));
    }
    return {glm::vec3(camera.eye), kFullPart * none_m, none_m};
}

bool Renderer::rasterizesImpostors(const UnitScene& units, const FrameRequest& request) {
    const bool before = std::exchange(rasterized_, false);
    if (units.impostors == nullptr || !meter_.stats().selected_by_gpu || request.discard_units) return false;
    if (request.impostors_by == ImpostorsBy::kDraws) return false;
    const glm::ivec2 size(scene_->width(), scene_->height());
    if (!ImpostorRasterizer::possible(capabilities_, size, scene_->samples(), meter_.stats().units))
        return false;
    const bool chooses = request.impostors_by == ImpostorsBy::kAuto;
    // With some hysteresis: both ways differ in single pixels.
    const std::uint64_t many = kImpostorsPerDraw * 2 * units.units.size() * (before ? 2 : 3) / 3;
    if (chooses && (capabilities_.software || meter_.stats().units < many)) return false;
    // Programs are asked for as soon as the army is large enough.
    bool ready = true;
    for (const GpuModel& model : units.models) {
        if (model.detail() && !ImpostorRasterizer::ready(drawer_.programs(), units, model, scene_->samples()))
            ready = false;
    }
    rasterized_ = ready && (!chooses || culling_.impostorsLately(units.models, units.units) >= many);
    return rasterized_;
}

RasterTarget Renderer::rasterTarget(const Camera& camera, const FrameRequest& request) const {
    const glm::dmat4 clip = glm::transpose(clipFromWorld(camera, aspectOf(request)));
    // Before the division, depth and distance are linear along the same direction.
    const glm::dvec3 ahead(clip[3]);
    const double depth_by_distance = glm::dot(glm::dvec3(clip[2]), ahead) / glm::dot(ahead, ahead);
    const double rest = clip[2].w - depth_by_distance * clip[3].w;
    return {scene_->framebuffer(),
            scene_->depthTexture(),
            {scene_->width(), scene_->height()},
            scene_->samples(),
            glm::vec2(0.5 + 0.5 * depth_by_distance, 0.5 * rest)};
}

void Renderer::letDepthBeRead() {
    if (scene_->depthTexture() != nullptr) return;
    const int width = scene_->width();
    const int height = scene_->height();
    scene_.reset();
    scene_.emplace(capabilities_, width, height, samples_, true);
}

double Renderer::aspectOf(const FrameRequest& request) const {
    return request.aspect.value_or(static_cast<double>(shown_size_.x) / shown_size_.y);
}

void Renderer::drawMain(const UnitScene& units, const MainLists& lists, const UnitDrawer::Pass& pass) {
    drawer_.draw(units, lists.units, pass, meter_.stats());
    if (lists.late) drawer_.draw(units, *lists.late, pass, meter_.stats());
}

void Renderer::drawMainFirst(const UnitScene& units, MainLists& lists, const Camera& camera,
                             const FrameRequest& request, const UnitDrawer::Pass& pass) {
    drawer_.draw(units, lists.units, pass, meter_.stats());
    if (!meter_.stats().selected_by_gpu || !culling_.lateFollows()) return;
    {
        const gl::DebugGroup group("occlusion");
        const FrameMeter::Pass measured(meter_, "occlusion");
        assert(scene_->depthTexture() != nullptr);
        culling_.cullLate(units, *scene_->depthTexture(), scene_->samples(),
                          {scene_->width(), scene_->height()}, clipFromWorld(camera, aspectOf(request)),
                          meter_.stats());
    }
    {
        const gl::DebugGroup group("poses");
        const FrameMeter::Pass measured(meter_, "poses");
        lists.late = drawer_.prepare(units, culling_.visible(UnitCulling::kLate),
                                     UnitDrawer::Poses::kPrepared, meter_.stats());
    }
    drawer_.draw(units, *lists.late, pass, meter_.stats());
}

}  // namespace phalanx
