// The differences between Dear ImGui 1.86 (Debian 12) and 1.90 (Debian 13), except those of input
// (ImGuiInput).
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <iterator>

namespace phalanx::compat {

// Each difference is detected by whether a function exists, never by version numbers: a branch for another
// version is not compiled, and the branch for this version is always compiled and tested.

// Releases keys, buttons and text that were held when the panels stopped receiving events.
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

// Dear ImGui lets only the code that draws a popup close it, and draws its colour pickers itself. So this
// uses its internal state, which is the same in both versions.
inline int openPopups() {
    return ImGui::GetCurrentContext()->OpenPopupStack.Size;
}

// Closes the popup opened last: a list, or the menu of a colour picker and then the picker. False if none is
// open.
inline bool closeTopPopup() {
    const int open = openPopups();
    if (open > 0) ImGui::ClosePopupToLevel(open - 1, true);
    return open > 0;
}

// The window of the popup opened last; 0: none is open.
inline ImGuiID topPopup() {
    const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
    return open.empty() || open.back().Window == nullptr ? 0 : open.back().Window->ID;
}

// Whether a text field has the keyboard, also in the frame before WantTextInput says so.
inline bool typing() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return context.ActiveId != 0 && context.ActiveId == context.InputTextState.ID;
}

// In the next frame, the item is pressed as by a key, or edited as text. The function for it is called
// ActivateItem() or ActivateItemByID(), and has no text.
template <typename Context>
void pressItem(Context& context, ImGuiID id, bool as_text) {
    context.NavNextActivateId = id;
    context.NavNextActivateFlags = as_text ? ImGuiActivateFlags_PreferInput : ImGuiActivateFlags_None;
}

// Events that arrived and were not read yet: from 1.87 on, a frame reads only as many as it can tell apart,
// so one frame may read one key.
template <typename Context>
int waitingEvents(const Context& context) {
    if constexpr (requires { context.InputEventsQueue.Size; }) return context.InputEventsQueue.Size;
    return 0;
}

// For how long the mouse has been over the same item. From 1.89 on, there are flags for it.
inline float hoveredFor_s() {
    return ImGui::GetCurrentContext()->HoveredIdTimer;
}

// Whether a number is being typed into the slider that was drawn last.
inline bool typesIntoSlider() {
    return ImGui::TempInputIsActive(ImGui::GetItemID());
}

// Whether widgets drawn now are greyed. No public function says so.
inline bool drawsDisabled() {
    return (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) != 0;
}

// Scroll position of the last multi-line text field, in pixels: it scrolls in a child window.
inline float scrollOfText(const char* label) {
    const ImGuiWindow& parent = *ImGui::GetCurrentWindow();
    char name[256];
    ImFormatString(name, sizeof(name), "%s/%s_%08X", parent.Name, label, ImGui::GetID(label));
    const ImGuiWindow* text = ImGui::FindWindowByName(name);
    return text != nullptr ? text->Scroll.y : 0.0F;
}

}  // namespace phalanx::compat
