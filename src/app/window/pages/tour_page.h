// The tour of the window's first start: five steps, each done when the user has done what it says. Left once,
// it does not come again: the user setting `tour` is off then.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "app/window/session/camera_control.h"
#include "app/window/session/session.h"
#include "ui/main/panels.h"

namespace phalanx {

class TourPage {
  public:
    explicit TourPage(Session& session) : session_(session) {}

    // Call when the first army is on the screen. Begins unless the user has seen it, or opened something
    // else: a scene, the last session, a window without panels or for a number of frames.
    void begin();
    void draw(const PanelContext& context);
    // Call in each frame with the input that moved the camera.
    void advance(const CameraInput& input);

  private:
    // What a step starts from, to see that the user has changed it.
    struct Start {
        std::uint32_t units = 0;
        std::string technique;
        std::optional<std::uint32_t> selected;
    };
    void enter(TourStep step);
    bool happened(const CameraInput& input) const;
    void remember();

    Session& session_;
    Start start_;
    bool running_ = false;  // panel.tour.shown in the last frame
    std::chrono::steady_clock::time_point next_at_{};
};

}  // namespace phalanx
