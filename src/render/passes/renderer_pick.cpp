// Passes for one unit: the outline mask of the selected unit, and the unit id under the mouse cursor.
#include <algorithm>
#include <array>

#include "gl/objects/debug.h"
#include "render/passes/renderer.h"
#include "render/units/raster_state.h"

namespace phalanx {

void Renderer::drawMask(const UnitScene& units, const DrawList& list,
                        const std::optional<DrawList::Place>& place) {
    const gl::DebugGroup group("outline mask");
    const Pass pass(*this, "outline");
    const auto target = [this] {
        glBindFramebuffer(GL_FRAMEBUFFER, mask_->framebuffer());
        glViewport(0, 0, mask_->width(), mask_->height());
        setRasterState(false, false, GL_ALWAYS);
    };
    target();
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    if (place) drawer_.draw(units, list, {UnitPass::kMask, place, target}, stats_);
}

void Renderer::drawPick(const UnitScene& units, const MainLists& lists) {
    const gl::DebugGroup group("pick");
    const Pass scope(*this, "pick");
    const int x = std::clamp(pick_->x * ids_->width() / shown_size_.x, 0, ids_->width() - 1);
    const int y =
        ids_->height() - 1 - std::clamp(pick_->y * ids_->height() / shown_size_.y, 0, ids_->height() - 1);
    const auto target = [&] {
        glBindFramebuffer(GL_FRAMEBUFFER, ids_->framebuffer());
        glViewport(0, 0, ids_->width(), ids_->height());
        setRasterState(true, true, GL_LESS);
        glEnable(GL_SCISSOR_TEST);
        glScissor(x, y, 1, 1);
    };
    target();
    constexpr std::array<GLuint, 4> kNoUnit{0, 0, 0, 0};
    glClearBufferuiv(GL_COLOR, 0, kNoUnit.data());
    glClear(GL_DEPTH_BUFFER_BIT);
    drawMain(units, lists, {UnitPass::kId, std::nullopt, target});
    glDisable(GL_SCISSOR_TEST);
    // If all readback slots are busy, the request stays for the next frame.
    if (readback_.request(ids_->framebuffer(), 0, x, y)) pick_.reset();
}

std::optional<Renderer::Pick> Renderer::takePick() {
    const std::optional<std::uint32_t> value = readback_.poll();
    if (!value) return std::nullopt;
    Pick pick;
    if (*value > 0) pick.unit = *value - 1;
    return pick;
}

}  // namespace phalanx
