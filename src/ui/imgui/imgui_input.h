// Passes a window's events, size and clock to Dear ImGui: by GLFW's backend on the desktop (ui/desktop), by
// our own in a browser (ui/web).
#pragma once

#include <array>

#include "gl/context/window.h"

namespace phalanx {

class ImGuiInput {
  public:
    // Needs Dear ImGui's context, which must outlive it.
    explicit ImGuiInput(gl::Window& window);
    ~ImGuiInput();
    ImGuiInput(const ImGuiInput&) = delete;
    ImGuiInput& operator=(const ImGuiInput&) = delete;
    ImGuiInput(ImGuiInput&&) = delete;
    ImGuiInput& operator=(ImGuiInput&&) = delete;

    // Events of one frame of Dear ImGui (InputQueue).
    void feed(const gl::InputEvent& event);
    // Nothing is held any more.
    void forget();
    // Call before ImGui::NewFrame(). behind: the window is further than the events that were fed.
    void beginFrame(bool behind);

  private:
    void setCursor(const gl::InputEvent& event);

    gl::Window& window_;
    // On the desktop, as the events so far have it.
    bool moved_ = false;  // in this frame
    std::array<float, 2> cursor_{};
    std::array<bool, 5> down_{};
};

}  // namespace phalanx
