// Draws of K units each as one indirect multi-draw (GL 4.3).
#pragma once

#include <cstddef>
#include <vector>

#include "anim/pose/model.h"
#include "gl/objects/handle.h"

namespace phalanx {

class BatchCommands {
  public:
    struct Plan {
        Batch batch;
        std::size_t first = 0;  // unit
        std::size_t count = 0;
        std::size_t units_a_draw = 1;
    };

    // One glMultiDrawElementsIndirect over the bound vertex array. Commands are written once for a plan and
    // kept. Returns the bytes uploaded.
    std::size_t draw(const Plan& plan);

  private:
    struct Written {
        Plan plan;
        gl::Buffer buffer;
    };
    std::vector<Written> written_;
};

}  // namespace phalanx
