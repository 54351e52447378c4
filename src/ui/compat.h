// Where Dear ImGui 1.86 (Debian 12) and 1.90 (Debian 13) differ: only here.
#pragma once

#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>

namespace phalanx::compat {

// Forgets keys, buttons and text that were held when the panels stopped listening.
inline void forgetInput(ImGuiIO& io) {
#if IMGUI_VERSION_NUM >= 18951
    io.ClearEventsQueue();
    io.ClearInputKeys();
    io.ClearInputMouse();
#elif IMGUI_VERSION_NUM >= 18700
    io.ClearInputCharacters();
    io.ClearInputKeys();
#else
    std::fill(std::begin(io.KeysDown), std::end(io.KeysDown), false);
    std::fill(std::begin(io.MouseDown), std::end(io.MouseDown), false);
    io.KeyCtrl = io.KeyShift = io.KeyAlt = io.KeySuper = false;
    io.ClearInputCharacters();
#endif
}

// From 1.87 on the cursor comes by events; before that the backend asks for it.
inline void moveCursor([[maybe_unused]] GLFWwindow* window, [[maybe_unused]] double x,
                       [[maybe_unused]] double y) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#endif
}

// In this frame.
inline bool escapePressed() {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(ImGuiKey_Escape);
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
#endif
}

}  // namespace phalanx::compat
