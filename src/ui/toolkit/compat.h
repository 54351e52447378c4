// Where Dear ImGui 1.86 (Debian 12) and 1.90 (Debian 13) differ: only here.
#pragma once

#include <backends/imgui_impl_glfw.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <iterator>

namespace phalanx::compat {

// Each difference is found by asking the compiler for the function, never by comparing version numbers: a
// branch that this library does not have is not compiled, and one that it has is always compiled and tested.

// Forgets keys, buttons and text that were held when the panels stopped listening.
template <typename Io>
void forgetInput(Io& io) {
    if constexpr (requires { io.ClearEventsQueue(); }) io.ClearEventsQueue();
    if constexpr (requires { io.ClearInputKeys(); }) {
        io.ClearInputKeys();
    } else {
        std::fill(std::begin(io.KeysDown), std::end(io.KeysDown), false);
        std::fill(std::begin(io.MouseDown), std::end(io.MouseDown), false);
        io.KeyCtrl = io.KeyShift = io.KeyAlt = io.KeySuper = false;
    }
    if constexpr (requires { io.ClearInputMouse(); }) io.ClearInputMouse();
    if constexpr (requires { io.ClearInputCharacters(); }) io.ClearInputCharacters();
}

// From 1.87 on the cursor position arrives as an event; before that the backend asks for it.
template <typename Window>
void moveCursor([[maybe_unused]] Window* window, [[maybe_unused]] double x, [[maybe_unused]] double y) {
    if constexpr (requires { ImGui_ImplGlfw_CursorPosCallback(window, x, y); })
        ImGui_ImplGlfw_CursorPosCallback(window, x, y);
}

// Dear ImGui tells only whoever draws a popup how to close it, and draws its colour pickers itself: so this
// asks what is inside of it, which both versions have alike.
inline int openPopups() {
    return ImGui::GetCurrentContext()->OpenPopupStack.Size;
}

// The one that was opened last: a list, or the menu of a colour picker and then the picker. False where there
// is none.
inline bool closeTopPopup() {
    const int open = openPopups();
    if (open > 0) ImGui::ClosePopupToLevel(open - 1, true);
    return open > 0;
}

// Of the text field of several lines that was drawn last, in pixels: it scrolls in a window of its own.
inline float scrollOfText(const char* label) {
    const ImGuiWindow& parent = *ImGui::GetCurrentWindow();
    char name[256];
    ImFormatString(name, sizeof(name), "%s/%s_%08X", parent.Name, label, ImGui::GetID(label));
    const ImGuiWindow* text = ImGui::FindWindowByName(name);
    return text != nullptr ? text->Scroll.y : 0.0F;
}

}  // namespace phalanx::compat
