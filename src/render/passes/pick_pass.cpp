#include "render/passes/pick_pass.h"

#include <array>

#include "render/units/raster_state.h"

namespace phalanx {

void PickPass::draw(const gl::Capabilities& capabilities, glm::ivec2 size, glm::ivec2 asked_size,
                    const DrawUnits& draw_units) {
    fitTarget(ids_, capabilities, GL_R32UI, size, true, "unit ids");
    const glm::ivec2 at = glm::clamp(*pixel_ * size / asked_size, glm::ivec2(0), size - 1);
    const int x = at.x;
    const int y = size.y - 1 - at.y;
    const auto target = [&] {
        glBindFramebuffer(GL_FRAMEBUFFER, ids_->framebuffer());
        glViewport(0, 0, size.x, size.y);
        setRasterState(true, true, GL_LESS);
        glEnable(GL_SCISSOR_TEST);
        glScissor(x, y, 1, 1);
    };
    target();
    constexpr std::array<GLuint, 4> kNoUnit{0, 0, 0, 0};
    glClearBufferuiv(GL_COLOR, 0, kNoUnit.data());
    glClear(GL_DEPTH_BUFFER_BIT);
    draw_units(target);
    glDisable(GL_SCISSOR_TEST);
    // If all readback slots are busy, the request stays for the next frame.
    if (readback_.request(ids_->framebuffer(), 0, x, y)) pixel_.reset();
}

std::optional<Pick> PickPass::take() {
    const std::optional<std::uint32_t> value = readback_.poll();
    if (!value) return std::nullopt;
    Pick pick;
    if (*value > 0) pick.unit = *value - 1;
    return pick;
}

}  // namespace phalanx
