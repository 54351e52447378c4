#include "ui/imgui/imgui_input.h"

#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>

namespace phalanx {
namespace {

// From Dear ImGui 1.87 on, the cursor position arrives as an event; before, the backend queries where it is
// now.
template <typename Window>
constexpr bool kCursorByEvents = requires(Window* window) {
    ImGui_ImplGlfw_CursorPosCallback(window, 0.0, 0.0);
};

template <typename Window>
void moveCursor([[maybe_unused]] Window* window, [[maybe_unused]] double x, [[maybe_unused]] double y) {
    if constexpr (kCursorByEvents<Window>) ImGui_ImplGlfw_CursorPosCallback(window, x, y);
}

template <typename Io>
void takeMouse(Io& io, const std::array<float, 2>& cursor, const std::array<bool, 5>& down) {
    io.MousePos = {cursor[0], cursor[1]};
    std::ranges::copy(down, std::begin(io.MouseDown));
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
            setCursor(event);
            ImGui_ImplGlfw_MouseButtonCallback(window, event.code, static_cast<int>(event.action),
                                               event.modifiers);
            if (event.code >= 0 && event.code < static_cast<int>(down_.size()))
                down_[static_cast<std::size_t>(event.code)] = event.action == gl::InputEvent::Action::kPress;
            break;
        case Kind::kScroll:
            ImGui_ImplGlfw_ScrollCallback(window, event.x, event.y);
            break;
        case Kind::kFocus:
            ImGui_ImplGlfw_WindowFocusCallback(window, event.code);
            break;
        case Kind::kMouseMove:
            setCursor(event);
            break;
        case Kind::kDrop:
        case Kind::kResize:
        case Kind::kContentScale:
            break;
    }
}

void ImGuiInput::setCursor(const gl::InputEvent& event) {
    moveCursor(window_.native(), event.x, event.y);
    cursor_ = {static_cast<float>(event.x), static_cast<float>(event.y)};
    moved_ = true;
}

void ImGuiInput::forget() {
    down_ = {};
}

void ImGuiInput::beginFrame(bool behind) {
    ImGui_ImplGlfw_NewFrame();
    // What the backend has queried may be later than the events of this frame.
    if constexpr (!kCursorByEvents<GLFWwindow>) {
        if (moved_ || behind) takeMouse(ImGui::GetIO(), cursor_, down_);
    }
    moved_ = false;
}

}  // namespace phalanx
