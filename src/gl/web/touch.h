// Fingers on the canvas as the mouse that the program knows.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gl/context/window.h"

namespace phalanx::gl {

struct Finger {
    double x = 0.0, y = 0.0;  // window coordinates
};

// One finger is the left button: a tap clicks, a drag drags. Two fingers pinch (the wheel) and drag together
// (the middle button).
class Touch {
  public:
    // `fingers`: those on the canvas now. Appends events to `events`.
    void change(std::span<const Finger> fingers, std::vector<InputEvent>& events);
    // A tap is a press in one frame and a release in the next. Call once per frame, before events are handed
    // out.
    void beginFrame(std::vector<InputEvent>& events);

  private:
    struct Pair {
        double x = 0.0, y = 0.0, distance = 0.0;
    };
    static void move(std::vector<InputEvent>& events, double x, double y);
    static void button(std::vector<InputEvent>& events, int button, InputEvent::Action action, double x,
                       double y);
    static Pair pairOf(std::span<const Finger> fingers);

    std::optional<Finger> first_;  // the single finger
    bool pressed_ = false;         // its left button
    std::optional<Pair> pair_;
    std::optional<Finger> tapped_;
};

}  // namespace phalanx::gl
