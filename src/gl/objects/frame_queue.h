// How far the CPU goes ahead of the GPU. Drivers queue two or three frames by themselves; with one, the GPU
// still has the next frame when it is through with this one, what is seen is younger, and times of frames are
// known sooner.
#pragma once

#include <cstddef>
#include <deque>

#include "gl/objects/handle.h"

namespace phalanx::gl {

class FrameQueue {
  public:
    // ahead: frames that the GPU may have before it when pass() returns; 0: none.
    explicit FrameQueue(std::size_t ahead) : ahead_(ahead) {}

    // After a frame's last call.
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
