// The unit under the mouse, as the renderer answers it.
#pragma once

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>

#include "render/passes/renderer.h"

namespace phalanx::test {

// The unit at a pixel, from the top left, of the frame that `draw` draws; nullopt: none. No answer fails the
// test.
template <typename Draw>
std::optional<std::uint32_t> pickAt(Renderer& renderer, const glm::ivec2& pixel, const Draw& draw) {
    renderer.requestPick(pixel.x, pixel.y);
    draw();
    glFinish();
    const std::optional<Pick> pick = renderer.takePick();
    EXPECT_TRUE(pick.has_value()) << "no answer";
    return pick ? pick->unit : std::nullopt;
}

}  // namespace phalanx::test
