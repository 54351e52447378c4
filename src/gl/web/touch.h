// Fingers on the canvas as the mouse that the program knows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gl/context/window.h"

namespace phalanx::gl {

struct Finger {
    double x = 0.0, y = 0.0;  // window coordinates
};

// One finger is the left button: a tap clicks, a drag drags; up or down over something that scrolls, it is
// the wheel. Two fingers pinch (the wheel) and drag together (the middle button).
class Touch {
  public:
    // `fingers`: those on the canvas now. Appends events to `events`.
    void change(std::span<const Finger> fingers, std::vector<InputEvent>& events);
    // A tap is a press in one frame and a release in the next. Call once per frame, before events are handed
    // out.
    void beginFrame(std::vector<InputEvent>& events);
    // Call once per frame, after events are used: how far a step of the wheel scrolls what is under the
    // mouse, window coordinates; 0: it does not scroll.
    void setScroll(double per_step) { scroll_ = per_step; }

  private:
    struct Pair {
        double x = 0.0, y = 0.0, distance = 0.0;
    };
    static void move(std::vector<InputEvent>& events, double x, double y);
    static void button(std::vector<InputEvent>& events, int button, InputEvent::Action action, double x,
                       double y);
    static Pair pairOf(std::span<const Finger> fingers);
    // What the single finger does: it is a tap until it has moved far enough.
    enum class Use : std::uint8_t { kTap, kDrag, kScroll };
    static void wheel(std::vector<InputEvent>& events, double steps);
    void choose(std::vector<InputEvent>& events);
    bool moved() const;
    void lift(std::vector<InputEvent>& events, bool was_last);

    std::optional<Finger> first_;  // the single finger, where it began
    Finger last_;                  // and where it is
    Use use_ = Use::kTap;
    int frames_ = 0;  // since it began
    double scroll_ = 0.0;
    std::optional<Pair> pair_;
    std::optional<Finger> tapped_;
};

}  // namespace phalanx::gl
