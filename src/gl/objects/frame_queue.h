// Limits how many frames the CPU may be ahead of the GPU. Drivers queue two or three frames by default; with
// one, the GPU still always has a next frame to work on, latency is lower, and frame times are known sooner.
#pragma once

#include <cstddef>
#include <deque>

#include "gl/objects/handle.h"

namespace phalanx::gl {

class FrameQueue {
  public:
    // ahead: number of frames that may be unfinished on the GPU when pass() returns; 0: none.
    explicit FrameQueue(std::size_t ahead) : ahead_(ahead) {}

    // Call after the last GL call of a frame. Waits for the oldest frame's fence (glClientWaitSync, at most
    // ten seconds).
    void pass() {
        constexpr GLuint64 kTenSeconds_ns = 10'000'000'000;
        fences_.push_back(Sync::create());
        while (fences_.size() > ahead_) {
            glClientWaitSync(fences_.front().id(), GL_SYNC_FLUSH_COMMANDS_BIT, kTenSeconds_ns);
            fences_.pop_front();
        }
    }

  private:
    std::size_t ahead_;
    std::deque<Sync> fences_;
};

}  // namespace phalanx::gl
