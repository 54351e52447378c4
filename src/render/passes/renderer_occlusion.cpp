// Drawing with occlusion culling, in two steps: first the units that were visible in the previous frame, then
// those of the others that pass the test against the depth of the first.
#include <cassert>

#include "gl/objects/debug.h"
#include "render/passes/renderer.h"

namespace phalanx {

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
    drawer_.draw(units, lists.units, pass, stats_);
    if (lists.late) drawer_.draw(units, *lists.late, pass, stats_);
}

void Renderer::drawMainFirst(const UnitScene& units, MainLists& lists, const Camera& camera,
                             const FrameRequest& request, const UnitDrawer::Pass& pass) {
    drawer_.draw(units, lists.units, pass, stats_);
    if (!stats_.selected_by_gpu || !culling_.lateFollows()) return;
    {
        const gl::DebugGroup group("occlusion");
        const Pass measured(*this, "occlusion");
        assert(scene_->depthTexture() != nullptr);
        culling_.cullLate(units, *scene_->depthTexture(), scene_->samples(),
                          {scene_->width(), scene_->height()}, clipFromWorld(camera, aspectOf(request)),
                          stats_);
    }
    {
        const gl::DebugGroup group("poses");
        const Pass measured(*this, "poses");
        lists.late = drawer_.prepare(units, culling_.visible(UnitCulling::kLate),
                                     UnitDrawer::Poses::kPrepared, stats_);
    }
    drawer_.draw(units, *lists.late, pass, stats_);
}

}  // namespace phalanx
