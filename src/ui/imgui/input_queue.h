// Hands input to a frame in pieces that Dear ImGui can tell apart: it sees once per frame where the cursor is
// and what is held, so a click whose press and release, or whose cursor's next place, came in the same slow
// frame would be missed. (From 1.87 on it holds events back itself, but what it takes must be known here:
// panels and army decide by the same events who gets them.)
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "gl/context/window.h"

namespace phalanx {

class InputQueue {
  public:
    void add(std::span<const gl::InputEvent> events);
    // Takes the events of one frame, in order: up to the first that would hide an earlier one.
    std::vector<gl::InputEvent> takeFrame();
    // Takes all, where no panel is drawn.
    std::vector<gl::InputEvent> takeAll();
    std::size_t size() const { return waiting_.size(); }

  private:
    std::deque<gl::InputEvent> waiting_;
};

}  // namespace phalanx
