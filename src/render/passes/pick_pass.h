// Finds the unit under a pixel: units are drawn with their numbers into one pixel of a target, which is read
// back some frames later.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <optional>

#include "gl/context/capabilities.h"
#include "gl/objects/readback.h"
#include "render/passes/targets.h"

namespace phalanx {

// The answer to a request.
struct Pick {
    std::optional<std::uint32_t> unit;  // nullopt: no unit at this pixel
};

class PickPass {
  public:
    // A pixel from the top left. A new request replaces one that was not drawn yet.
    void request(int x, int y) { pixel_ = glm::ivec2(x, y); }
    bool requested() const { return pixel_.has_value(); }

    // Draws the requested pixel. size: of the scene target, pixels; asked_size: that request() counted in.
    // draw_units: draws a pass UnitPass::kId, whose target binds what it is given.
    using DrawUnits = std::function<void(const std::function<void()>& target)>;
    void draw(const gl::Capabilities& capabilities, glm::ivec2 size, glm::ivec2 asked_size,
              const DrawUnits& draw_units);

    // The oldest answer that has arrived; does not wait.
    std::optional<Pick> take();

  private:
    std::optional<glm::ivec2> pixel_;
    std::optional<PlainTarget> ids_;
    gl::AsyncReadback readback_;
};

}  // namespace phalanx
