// Pixels from the GPU: whole pictures with a wait, single ids without one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "gl/objects/handle.h"

namespace phalanx::gl {

struct Pixels {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba8;  // rows from the top, 4 bytes a pixel, no padding
};

// Reads the lower left width x height pixels of a framebuffer's colour attachment 0 (of the back buffer for
// 0), turned over so that the first row is the top one. Waits for the GPU. Not for multisampled framebuffers:
// resolve first. Bytes are as stored: no conversion between sRGB and linear.
Pixels readPixels(GLuint framebuffer, int width, int height);

// Reads one pixel of an unsigned integer attachment (R32UI) at a time; the answer comes some frames later.
class AsyncReadback {
  public:
    AsyncReadback();

    // Asks for the pixel (x, y) of colour attachment `attachment` (0, 1, ...), y from the bottom, as GL
    // counts. The attachment is single-sampled. False, and nothing done, while all slots are under way.
    bool request(GLuint framebuffer, int attachment, int x, int y);
    // The value of the oldest request that is done, in order of asking. Never waits.
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
