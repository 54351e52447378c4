// Draws of K units each, issued as one glMultiDrawElementsIndirect (OpenGL 4.3).
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
        std::size_t first = 0;  // first unit of the run
        std::size_t count = 0;
        std::size_t units_per_draw = 1;
    };

    // Issues one glMultiDrawElementsIndirect with the bound vertex array. Commands are uploaded once per plan
    // and kept. Returns the bytes uploaded by this call.
    std::size_t draw(const Plan& plan);

  private:
    struct Written {
        Plan plan;
        gl::Buffer buffer;
    };
    std::vector<Written> written_;
};

}  // namespace phalanx
