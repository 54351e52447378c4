// The passes over units in the view: materials, overlays, the outlined unit, the unit under the mouse cursor.

#include "core/error.h"
#include "core/log.h"
#include "core/stopwatch.h"
#include "gl/objects/debug.h"
#include "render/passes/renderer.h"
#include "render/units/raster_state.h"

namespace phalanx {

bool Renderer::wantsImpostors(const FrameRequest& request, const Crowd& crowd) {
    if (request.lod_error_px <= 0.0 || !request.units || request.collapse_units) return false;
    if (request.impostors == ImpostorUse::kAuto) return crowd.size() >= kUnitsForImpostors;
    return request.impostors == ImpostorUse::kOn;
}

void Renderer::buildAhead(const FrameRequest& request, const Crowd& crowd, const UnitScene& units,
                          AheadOf ahead) {
    constexpr int kImpostors = 1;  // frames
    constexpr int kCulling = 2;
    if (ahead_frames_ > kCulling) return;
    const int frame = ahead_frames_++;
    const bool parallel = capabilities_.parallel_compile;
    const bool spread = parallel && !request.at_once;
    ahead.at_once = !parallel;
    const bool impostors = request.at_once
                               ? wantsImpostors(request, crowd)
                               : !capabilities_.software && request.impostors != ImpostorUse::kOff;
    if (frame == 0 && parallel) {
        constexpr double kSoon_ms = 500.0;
        takes_largest_ = spread && impostors && sinceStart_ms() < kSoon_ms;
        buildBeforeTheFirstFrame(request, units, ahead);
    }
    if (impostors && frame == (spread ? kImpostors : 0))
        compileImpostors(drawer_.programs(), units.models, ahead);
    const bool by_gpu = parallel && !capabilities_.software && request.select != Select::kCpu;
    if (by_gpu && frame == (spread ? kCulling : 0)) culling_.startPrograms();
    if (!spread) drawer_.programs().handOverAll();
}

void Renderer::buildBeforeTheFirstFrame(const FrameRequest& request, const UnitScene& units,
                                        const AheadOf& ahead) {
    const Backdrop::Parts backdrop{request.sky,
                                   request.ground,
                                   units.terrain != nullptr,
                                   {.clouds = request.clouds, .grass = request.grass}};
    display_.start({scene_->width(), scene_->height()}, shown_size_);
    backdrop_.start(backdrop);
    if (request.units) {
        drawer_.states().request(units, drawer_.programs());
        const bool culled = request.cull || request.lod_error_px > 0.0;
        compileLods(drawer_.programs(), units,
                    culled ? VisibleUnits(UnitsListedByCpu{}) : VisibleUnits(AllUnits{}), ahead);
        if (takes_largest_) compileNearImpostors(drawer_.programs(), units.models, ahead);
        drawer_.programs().handOverAll();
    }
    backdrop_.finish(backdrop);
    display_.finish({scene_->width(), scene_->height()}, shown_size_);
}

void Renderer::takeLargest(std::span<const GpuModel> models, AheadOf ahead) {
    ahead.at_once = true;
    try {
        compileNearImpostors(drawer_.programs(), models, ahead);
    } catch (const Error& error) {
        warn("{}", error.what());  // meshes are drawn
    }
}

void Renderer::drawOutlined(const UnitScene& units, const MainLists& lists, const Crowd& crowd,
                            const FrameRequest& request, const DrawOne& draw) {
    const bool culled_by_gpu = meter_.stats().selected_by_gpu;
    if (!culled_by_gpu) {
        std::optional<DrawList::Place> place;
        if (*request.outlined < crowd.size()) place = lists.units.find(crowd.placeOf(*request.outlined));
        return draw(lists.units, place);
    }
    const std::optional<VisibleUnits> alone = culling_.outlined();
    if (!alone) return draw({}, std::nullopt);
    draw(drawer_.prepare(units, *alone, UnitDrawer::Poses::kDirect, meter_.stats()), DrawList::Place{0, 0});
}

// Draws units into the scene target. A colour or normal overlay on all units replaces the materials; lines,
// and an overlay on the outlined unit only, are drawn over them.
void Renderer::drawUnits(const UnitScene& units, MainLists& lists, const Crowd& crowd, const Camera& camera,
                         const FrameRequest& request) {
    const auto target = [&](bool over) {
        return [this, over, &request] {
            glBindFramebuffer(GL_FRAMEBUFFER, scene_->framebuffer());
            glViewport(0, 0, scene_->width(), scene_->height());
            setRasterState(true, true, over ? GL_LEQUAL : GL_LESS);
            discardPrimitives(request.discard_units);
            if (!over) return;
            // Offset towards the eye, so that the same surface passes the depth test again.
            for (const GLenum kind : {GL_POLYGON_OFFSET_FILL, GL_POLYGON_OFFSET_LINE}) glEnable(kind);
            glPolygonOffset(-1.0F, -2.0F);
            if (request.overlay == UnitOverlay::kLines) glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        };
    };
    const bool lines = request.overlay == UnitOverlay::kLines;
    const bool overlaid = request.overlay != UnitOverlay::kNone;
    const int kind = lines                                      ? OVERLAY_LINES
                     : request.overlay == UnitOverlay::kNormals ? OVERLAY_NORMALS
                                                                : OVERLAY_COLORS;
    const bool instead = overlaid && request.overlay_everyone && !lines;
    UnitDrawer::Pass first{instead ? UnitPass::kOverlay : UnitPass::kShade, std::nullopt, target(false), kind,
                           scene_->samples()};
    meter_.stats().impostors_by_compute = false;
    if (!instead) first.raster = raster_;
    if (!first.raster) drawer_.restRasterizer();
    drawMainFirst(units, lists, camera, request, first);
    const auto lay_over = [&](const std::optional<DrawList::Place>& only) {
        return UnitDrawer::Pass{UnitPass::kOverlay, only, target(true), kind, scene_->samples()};
    };
    if (overlaid && !instead && request.overlay_everyone) drawMain(units, lists, lay_over(std::nullopt));
    if (overlaid && !request.overlay_everyone && request.outlined) {
        drawOutlined(units, lists, crowd, request, [&](const DrawList& one, const auto& place) {
            if (place) drawer_.draw(units, one, lay_over(place), meter_.stats());
        });
        target(false)();  // preparing the outlined unit may have bound another target
    }
    glDisable(GL_RASTERIZER_DISCARD);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_POLYGON_OFFSET_LINE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

glm::vec4 Renderer::outlinedWithin(const Camera& camera, const FrameRequest& request, bool culled) const {
    const glm::dvec2 size(shown_size_);
    const std::optional<CrowdSelection::Box>& box = culling_.outlinedBox();
    // Edited shaders may put the unit anywhere.
    if (!culled || !box || drawer_.programs().overridden()) return {0.0F, 0.0F, glm::vec2(size)};
    const glm::dvec4 within =
        reachInImage(clipFromWorld(camera, aspectOf(request)), box->low, box->high, size);
    // The box is that of the full mesh; LODs and layers with mistakes reach farther.
    const double pixels = request.lod_error_px * size.y / scene_->height();
    const glm::dvec2 around = pixels + 0.25 * (glm::dvec2(within.z, within.w) - glm::dvec2(within));
    return glm::vec4(within + glm::dvec4(-around, around));
}

void Renderer::drawMask(const UnitScene& units, const MainLists& lists, const Crowd& crowd,
                        const FrameRequest& request, const glm::vec4& within) {
    drawOutlined(units, lists, crowd, request, [&](const DrawList& list, const auto& place) {
        const gl::DebugGroup group("outline mask");
        const FrameMeter::Pass pass(meter_, "outline");
        display_.drawMask(capabilities_, {scene_->width(), scene_->height()}, request.outline_px, within,
                          [&](const std::function<void()>& target) {
                              if (!place) return;
                              drawer_.draw(units, list, {UnitPass::kMask, place, target}, meter_.stats());
                          });
    });
}

void Renderer::drawPick(const UnitScene& units, const MainLists& lists, const Camera& camera) {
    const gl::DebugGroup group("pick");
    const FrameMeter::Pass pass(meter_, "pick");
    pick_.draw(capabilities_, {scene_->width(), scene_->height()}, shown_size_,
               [&](const std::function<void()>& target) {
                   // Units behind a hill cannot be picked.
                   if (units.terrain != nullptr)
                       backdrop_.drawHills(camera, *units.terrain, {}, Backdrop::Hills::kDepth);
                   drawMain(units, lists, {UnitPass::kId, std::nullopt, target});
               });
}

}  // namespace phalanx
