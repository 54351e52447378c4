// Handles keys, mouse and files dropped on the window: changes settings and panels, queues actions, and
// collects camera input.
#pragma once

#include <chrono>
#include <set>
#include <span>

#include "app/window/army_keys.h"
#include "app/window/session/session.h"

namespace phalanx {

class WindowInput {
  public:
    explicit WindowInput(Session& session) : session_(session) {}

    // Before the frame of the panels: whether they use the event. Then it must not reach handle().
    bool giveToPanels(const gl::InputEvent& event);
    void handle(std::span<const gl::InputEvent> events);
    // Camera input since the last call: drags, mouse wheel and held keys.
    CameraInput takeCameraInput();
    // Whether keys aim at the middle of the view, which then has a mark.
    bool aims() const { return army_keys_.aims(); }

  private:
    void handle(const gl::InputEvent& event);
    void rememberCommandKey(const gl::InputEvent& event);
    void handleKey(const gl::InputEvent& event);
    bool handleCommandKey(const gl::InputEvent& event);
    void handleText(const gl::InputEvent& event);
    void handleButton(const gl::InputEvent& event);
    void handleMove(const gl::InputEvent& event);
    void escape();
    void scaleUnits(bool up);
    void scaleText(int step);
    void chooseTechnique(std::size_t number);
    void turnPage(SidePage page);
    void readFlyKeys();

    enum class Drag : std::uint8_t { kNone, kOrbit, kPan, kLook, kFront };
    struct DragState {
        Drag kind = Drag::kNone;
        int button = 0;
        bool moved = false;  // farther than a click may move
        glm::dvec2 start{0.0};
        glm::dvec2 last{0.0};
    };

    Session& session_;
    ArmyKeys army_keys_{session_};
    CameraInput camera_input_;
    DragState drag_;
    gl::InputEvent last_key_;
    std::chrono::steady_clock::time_point close_until_{};  // Esc closes the window until then
    std::set<int> command_keys_;  // keys pressed with Ctrl, Alt or Super and still down
};

}  // namespace phalanx
