// Passes a window's events, size and clock to Dear ImGui: by GLFW's backend on the desktop (ui/desktop), by
// our own in a browser (ui/web).
#pragma once

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

    void feed(const gl::InputEvent& event);
    // Call before ImGui::NewFrame().
    void beginFrame();

  private:
    gl::Window& window_;
};

}  // namespace phalanx
