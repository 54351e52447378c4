// The state that the parts of the window share: the window, the settings, the army on the screen, its clock
// and its camera. All other state belongs to one part; see window_app.h.
#pragma once

#include <chrono>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/army/army_clock.h"
#include "app/army/stage.h"
#include "app/window/session/camera_control.h"
#include "app/window/session/run_options.h"
#include "gl/context/window.h"
#include "settings/settings.h"
#include "ui/data/actions.h"
#include "ui/data/facts.h"
#include "ui/imgui/input_queue.h"
#include "ui/imgui/layer.h"
#include "ui/main/panel_state.h"
#include "ui/toolkit/file_browser.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct Session {
    explicit Session(const RunOptions& run_options);

    // Shows a notice for 4 seconds, or an error, in red, for 8 seconds.
    void notify(const std::string& text, bool error = false);
    void expireNotice();  // call once per frame

    const gl::Capabilities& capabilities() const { return window.capabilities(); }
    glm::ivec2 framebufferSize() const;
    glm::ivec2 size() const;  // window coordinates
    double aspect() const;    // width / height of the framebuffer
    // The ground under a place in the window; none: sky, or farther than 10 km. Needs a stage.
    std::optional<glm::dvec3> groundAt(const glm::dvec2& at) const;
    // The middle of the part of the window that no panel covers, window coordinates.
    glm::dvec2 viewMiddle() const;
    std::optional<std::uint32_t> selected() const;  // panel.selected, if the army has that unit

    // As given at the start: user settings, scene and command line merged. The camera and vsync are only
    // there.
    RunOptions options;
    gl::Window window;  // declared before all owners of GL objects, so that the context is destroyed last
    UiLayer ui;
    WidgetLog widgets;
    FileBrowser browser;
    ActionQueue actions;

    Settings settings;  // current, changed by panels, keys and opened scenes
    PanelState panel;
    Facts facts;

    std::optional<Stage> stage;       // empty until the first army is loaded
    std::vector<LoadedModel> models;  // the models of the stage
    CameraControl camera;
    ArmyClock clock;
    Ticks now = 0;              // the clock in this frame
    std::uint64_t frame = 0;    // number of swaps since the start
    bool take_plays = false;    // the camera follows Settings::view.take
    bool panels_drawn = false;  // whether panels are drawn in this frame
    InputQueue input;           // of the window
    std::uint64_t events = 0;   // taken from it so far
    double covered = 0.0;       // part of the window's height that a page covers at the bottom, 0 .. 0.6

  private:
    using Clock = std::chrono::steady_clock;

    // A notice is hidden when both the time and the frame have passed.
    Clock::time_point notice_until_{};
    std::uint64_t notice_until_frame_ = 0;
};

}  // namespace phalanx
