// Moves the camera along the take of a scene, until the mouse or a key moves it.
#pragma once

#include <optional>

#include "app/window/session/session.h"

namespace phalanx {

class TakePlayer {
  public:
    explicit TakePlayer(Session& session) : session_(session) {}

    // From the clock's beginning: a scene was opened.
    void begin() {
        session_.take_plays = true;
        left_.reset();
    }
    // Call it in each frame, after the camera was moved by `input` and with the army.
    void advance(const CameraInput& input);

  private:
    Session& session_;
    std::optional<Camera> left_;  // where this left the camera in the last frame
};

}  // namespace phalanx
