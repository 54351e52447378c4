// Reading pixels back from the GPU: whole images with a wait, single ids without.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "gl/objects/handle.h"

namespace phalanx::gl {

struct Pixels {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba8;  // rows from the top, 4 bytes per pixel, no padding
};

// Reads the lower left width x height pixels of a framebuffer's colour attachment 0 (of the back buffer for
// framebuffer 0), flipped so that the first row is the top one (glReadPixels). Waits for the GPU. The
// framebuffer must not be multisampled: resolve it first. Bytes are as stored, without conversion between
// sRGB and linear.
Pixels readPixels(GLuint framebuffer, int width, int height);

// Reads single pixels of an unsigned integer attachment (R32UI); the result arrives some frames later.
class AsyncReadback {
  public:
    AsyncReadback();

    // Requests the pixel (x, y) of colour attachment `attachment` (0, 1, ...), y from the bottom, as in GL.
    // The attachment must be single-sampled. Returns false and does nothing while all slots are in use.
    bool request(GLuint framebuffer, int attachment, int x, int y);
    // Value of the oldest finished request, in order of requests. Does not wait.
    std::optional<std::uint32_t> poll();
    bool pending() const { return count_ > 0; }

  private:
    static constexpr std::size_t kSlots = 4;
    struct Slot {
        Buffer buffer;
        Sync fence;
    };
    std::array<Slot, kSlots> slots_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
};

}  // namespace phalanx::gl
