// Whether the driver has memory for a new object. Only large objects are asked about: the answer takes until
// all earlier calls are carried out and, in a browser, comes from another process.
#pragma once

#include <glad/gl.h>

#include <cstddef>

namespace phalanx::gl {

class MemoryCheck {
  public:
    // Before the object is allocated.
    explicit MemoryCheck(std::size_t bytes) : large_(bytes >= kLeast) {
        if (!large_) return;
        while (glGetError() != GL_NO_ERROR) {
        }
    }
    // After that.
    bool failed() const { return large_ && glGetError() == GL_OUT_OF_MEMORY; }

  private:
    static constexpr std::size_t kLeast = std::size_t{32} << 20U;
    bool large_;
};

}  // namespace phalanx::gl
