#include "render/passes/shadow_pass.h"

#include <algorithm>

#include "gl/objects/texture.h"
#include "render/units/raster_state.h"

namespace phalanx {
namespace {

ShadowMaps mapsFor(const ShadowPass::Casters& casters, const Crowd& crowd, const Camera& camera,
                   const FrameRequest& request, double aspect) {
    const auto& [models, layered] = casters;
    if (!request.environment.shadows) return {};
    const Terrain* const terrain = crowd.terrain().get();
    if (request.shadow_cascades <= 1) {
        return fitShadow(request.environment, camera, request.shadow_map,
                         groundHeight(terrain, {camera.target.x, camera.target.z}));
    }
    // Height with raised arms: from the model's clip bounds if known, else estimated from its height at rest.
    constexpr double kArmsUp = 1.5;
    ShadowArmy army{glm::dvec3(crowd.center()), crowd.radius_m(), 0.0};
    if (terrain != nullptr) {
        const glm::dvec2 center(army.center.x, army.center.z);
        army.ground = terrain->range(center - army.radius_m, center + army.radius_m);
        army.steepest = terrain->steepest();
    }
    for (std::size_t m = 0; m < models.size(); ++m) {
        const auto model = static_cast<int>(m);
        double height_m = kArmsUp * crowd.models()[m].height_m + std::max(0.0, crowd.feet_m(model));
        if (models[m].detail()) {
            height_m = 0.0;
            for (const ClipBounds& bounds : models[m].detail()->bounds)
                height_m = std::max(height_m, bounds.high_m + crowd.lift_m(model));
        }
        for (std::size_t g = 0; g < layered.size(); ++g) {
            if (layered[g] != nullptr && crowd.groups()[g].model == model)
                height_m = std::max(height_m, layered[g]->bounds().high_m + crowd.lift_m(model));
        }
        army.height_m = std::max(army.height_m, height_m * crowd.largestScale());
    }
    return fitCascades(request.environment, camera, aspect, army, request.shadow_map,
                       std::min(request.shadow_cascades, PH_SHADOW_MAPS));
}

}  // namespace

void ShadowPass::place(const gl::Capabilities& capabilities, const Casters& casters, const Crowd& crowd,
                       const Camera& camera, const FrameRequest& request, double aspect) {
    maps_ = mapsFor(casters, crowd, camera, request, aspect);
    if (!request.environment.shadows && target_) return;
    // Keep layers that this frame does not need: the next frames may.
    const bool fits = target_ && target_->size() == request.shadow_map;
    const std::size_t kept = fits ? target_->maps() : 1;
    if (fits && kept >= maps_.count) return;
    target_.reset();
    target_.emplace(capabilities, request.shadow_map, std::max(kept, maps_.count));
}

void ShadowPass::draw(std::size_t map, const DrawUnits& draw_units) const {
    const auto target = [this, map] {
        glBindFramebuffer(GL_FRAMEBUFFER, target_->framebuffer(map));
        glViewport(0, 0, texels(), texels());
        setRasterState(true, true, GL_LESS);
    };
    target();
    glClearDepth(1.0);
    glClear(GL_DEPTH_BUFFER_BIT);
    draw_units(target);
    glDisable(GL_RASTERIZER_DISCARD);
}

void ShadowPass::bind() const {
    gl::bindTexture(UNIT_SHADOW, GL_TEXTURE_2D_ARRAY, target_->depth());
}

}  // namespace phalanx
