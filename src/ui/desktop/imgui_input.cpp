#include "ui/toolkit/imgui_input.h"

#include <backends/imgui_impl_glfw.h>

namespace phalanx {
namespace {

// From Dear ImGui 1.87 on, the cursor position arrives as an event; before, the backend queries it.
template <typename Window>
void moveCursor([[maybe_unused]] Window* window, [[maybe_unused]] double x, [[maybe_unused]] double y) {
    if constexpr (requires { ImGui_ImplGlfw_CursorPosCallback(window, x, y); })
        ImGui_ImplGlfw_CursorPosCallback(window, x, y);
}

}  // namespace

ImGuiInput::ImGuiInput(gl::Window& window) : window_(window) {
    // Events come through feed(), which decides whether ImGui gets them.
    ImGui_ImplGlfw_InitForOpenGL(window_.native(), false);
}

ImGuiInput::~ImGuiInput() {
    ImGui_ImplGlfw_Shutdown();
}

void ImGuiInput::feed(const gl::InputEvent& event) {
    using Kind = gl::InputEvent::Kind;
    GLFWwindow* window = window_.native();
    switch (event.kind) {
        case Kind::kKey:
            ImGui_ImplGlfw_KeyCallback(window, event.code, 0, static_cast<int>(event.action),
                                       event.modifiers);
            break;
        case Kind::kText:
            ImGui_ImplGlfw_CharCallback(window, static_cast<unsigned>(event.code));
            break;
        case Kind::kMouseButton:
            ImGui_ImplGlfw_MouseButtonCallback(window, event.code, static_cast<int>(event.action),
                                               event.modifiers);
            break;
        case Kind::kScroll:
            ImGui_ImplGlfw_ScrollCallback(window, event.x, event.y);
            break;
        case Kind::kFocus:
            ImGui_ImplGlfw_WindowFocusCallback(window, event.code);
            break;
        case Kind::kMouseMove:
            moveCursor(window, event.x, event.y);
            break;
        case Kind::kDrop:
        case Kind::kResize:
        case Kind::kContentScale:
            break;
    }
}

void ImGuiInput::beginFrame() {
    ImGui_ImplGlfw_NewFrame();
}

}  // namespace phalanx
