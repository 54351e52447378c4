// Dear ImGui over a window: its context, fonts, input and drawing. One at a time.
#pragma once

#include <optional>

#include "gl/context/window.h"
#include "ui/imgui/imgui_input.h"
#include "ui/imgui/theme.h"

namespace phalanx {

class UiLayer {
  public:
    // scale 0: by the display's content scale. The window must outlive the layer. Throws Error (kEnvironment)
    // if ImGui's loader finds no OpenGL library.
    UiLayer(gl::Window& window, float scale);
    ~UiLayer();
    UiLayer(const UiLayer&) = delete;
    UiLayer& operator=(const UiLayer&) = delete;
    UiLayer(UiLayer&&) = delete;
    UiLayer& operator=(UiLayer&&) = delete;

    // Passes an event of this frame to ImGui (InputQueue). Do not call it while no UI is drawn; see rest().
    void feed(const gl::InputEvent& event);
    // Call while no UI is drawn: releases held keys and buttons, so that none is stuck later.
    void rest();

    // Whether a panel of the last frame takes the event.
    bool wantsMouse() const;
    bool wantsText() const;
    // Whether a text field takes keys now; wantsText() says so a frame longer.
    bool typing() const;

    // Whether a widget is being dragged, pressed or typed into: its value may still change.
    bool itemHeld() const;

    // Closes the topmost open list or picker. False if none is open.
    bool closePopup() const;
    int popups() const;         // number of open popups, nested ones included
    int waitingEvents() const;  // keys, text and mouse events that the panels have not read yet

    // While there is nothing else to show: fills the window with the panels' colour.
    void clearWindow(int width, int height) const;

    // Scale of the UI; 0: by the display. Takes effect at the next begin().
    void setScale(float scale) { asked_scale_ = scale; }
    float askedScale() const { return asked_scale_; }

    // Draw panels between these. behind: events of later frames are waiting in an InputQueue. end() draws
    // into the window's framebuffer and restores GL state.
    void begin(bool behind);
    void end();

    const Theme& theme() const { return theme_; }

  private:
    void fit();

    gl::Window& window_;
    std::optional<ImGuiInput> input_;
    float asked_scale_;
    float fitted_scale_ = 0.0F;
    float fitted_pixels_ = 0.0F;
    bool resting_ = false;
    Theme theme_;
};

}  // namespace phalanx
