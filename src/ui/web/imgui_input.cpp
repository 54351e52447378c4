#include "ui/imgui/imgui_input.h"

#include <emscripten.h>
#include <imgui.h>

#include <array>
#include <utility>

namespace phalanx {
namespace {

namespace key = gl::key;

// The keys that Dear ImGui's widgets use, by its own numbers.
constexpr std::array kKeys = {
    std::pair{ImGuiKey_Tab, key::kTab},           std::pair{ImGuiKey_LeftArrow, key::kLeft},
    std::pair{ImGuiKey_RightArrow, key::kRight},  std::pair{ImGuiKey_UpArrow, key::kUp},
    std::pair{ImGuiKey_DownArrow, key::kDown},    std::pair{ImGuiKey_PageUp, key::kPageUp},
    std::pair{ImGuiKey_PageDown, key::kPageDown}, std::pair{ImGuiKey_Home, key::kHome},
    std::pair{ImGuiKey_End, key::kEnd},           std::pair{ImGuiKey_Insert, key::kInsert},
    std::pair{ImGuiKey_Delete, key::kDelete},     std::pair{ImGuiKey_Backspace, key::kBackspace},
    std::pair{ImGuiKey_Space, key::kSpace},       std::pair{ImGuiKey_Enter, key::kEnter},
    std::pair{ImGuiKey_Escape, key::kEscape},     std::pair{ImGuiKey_A, key::of('A')},
    std::pair{ImGuiKey_C, key::of('C')},          std::pair{ImGuiKey_V, key::of('V')},
    std::pair{ImGuiKey_X, key::of('X')},          std::pair{ImGuiKey_Y, key::of('Y')},
    std::pair{ImGuiKey_Z, key::of('Z')}};

// By numbers of the program's own, as Dear ImGui 1.86 (Debian 12) and 1.90 (Debian 13) both take them.
void giveKey(ImGuiIO& io, int code, bool down, int modifiers) {
    if (code == key::kKeypadEnter) code = key::kEnter;
    if (code >= 0 && code < 512) io.KeysDown[code] = down;
    io.KeyCtrl = (modifiers & gl::modifier::kControl) != 0;
    io.KeyShift = (modifiers & gl::modifier::kShift) != 0;
    io.KeyAlt = (modifiers & gl::modifier::kAlt) != 0;
}

double seconds() {
    return emscripten_get_now() * 1e-3;
}

}  // namespace

ImGuiInput::ImGuiInput(gl::Window& window) : window_(window) {
    for (const auto& [name, code] : kKeys) ImGui::GetIO().KeyMap[name] = code;
}

ImGuiInput::~ImGuiInput() = default;

void ImGuiInput::feed(const gl::InputEvent& event) {
    using Kind = gl::InputEvent::Kind;
    ImGuiIO& io = ImGui::GetIO();
    switch (event.kind) {
        case Kind::kKey:
            giveKey(io, event.code, event.action != gl::InputEvent::Action::kRelease, event.modifiers);
            break;
        case Kind::kText:
            io.AddInputCharacter(static_cast<unsigned>(event.code));
            break;
        case Kind::kMouseButton:
            setCursor(event);
            if (event.code >= 0 && event.code < 5)
                io.MouseDown[event.code] = event.action == gl::InputEvent::Action::kPress;
            break;
        case Kind::kScroll:
            io.MouseWheelH += static_cast<float>(event.x);
            io.MouseWheel += static_cast<float>(event.y);
            break;
        case Kind::kFocus:
            io.AddFocusEvent(event.code != 0);
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
    ImGui::GetIO().MousePos = {static_cast<float>(event.x), static_cast<float>(event.y)};
}

void ImGuiInput::forget() {}

void ImGuiInput::beginFrame(bool /*behind*/) {
    ImGuiIO& io = ImGui::GetIO();
    int width = 0;
    int height = 0;
    window_.size(width, height);
    const float pixels = window_.pixelsPerUnit();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DisplayFramebufferScale = {pixels, pixels};
    // Dear ImGui's clock, the sum of these steps, follows that of the page.
    constexpr double kLeast_s = 1e-4;
    io.DeltaTime = static_cast<float>(std::max(kLeast_s, seconds() - ImGui::GetTime()));
}

}  // namespace phalanx
