// Keys that do in the view what the mouse does there: arrows move the camera, N and Enter select soldiers.
#pragma once

#include <chrono>
#include <glm/glm.hpp>
#include <set>

#include "app/window/session/session.h"

namespace phalanx {

// Keys pressed with one of these are commands.
inline constexpr int kCommandModifiers = gl::modifier::kControl | gl::modifier::kAlt | gl::modifier::kSuper;

class ArmyKeys {
  public:
    explicit ArmyKeys(Session& session) : session_(session) {}

    // Arrow keys that are down, unless the panels have the keyboard. A press also moves the camera at once,
    // so that one shorter than a frame counts.
    void remember(const gl::InputEvent& event);
    void releaseArrows() { arrows_.clear(); }
    // Adds what arrow keys do in this frame.
    void move(CameraInput& input);
    // N and Enter, at the middle of the view. False: the key is none of these.
    bool handle(const gl::InputEvent& event);
    // Whether keys aim at the middle of the view, which then has a mark.
    bool aims() const;

  private:
    Session& session_;
    std::set<int> arrows_;            // that are down
    glm::dvec2 pressed_arrows_{0.0};  // in this frame: right, up
    int pressed_modifiers_ = 0;
    std::chrono::steady_clock::time_point aimed_{};  // when a key last aimed
};

}  // namespace phalanx
