// Dear ImGui over a window: its context, fonts, input and drawing. One at a time.
#pragma once

#include "gl/context/window.h"
#include "ui/toolkit/theme.h"

namespace phalanx {

class UiLayer {
  public:
    // scale 0: by the display's content scale. The window outlives the layer. Throws Error (kEnvironment)
    // where ImGui's loader finds no OpenGL library.
    UiLayer(gl::Window& window, float scale);
    ~UiLayer();
    UiLayer(const UiLayer&) = delete;
    UiLayer& operator=(const UiLayer&) = delete;
    UiLayer(UiLayer&&) = delete;
    UiLayer& operator=(UiLayer&&) = delete;

    // Hands an event to ImGui. Not to be called while nothing is drawn: see rest().
    void feed(const gl::InputEvent& event);
    // Nothing of the UI is shown: what was held is forgotten, so that it is not found stuck later.
    void rest();

    // The event belongs to a panel, by what the last frame showed.
    bool wantsMouse() const;
    bool wantsText() const;

    // Something is dragged, pressed or typed into: what it sets is on its way.
    bool itemHeld() const;

    // Closes the list or picker that hangs open, of several the uppermost. False where there is none.
    bool closePopup() const;
    int popups() const;  // that hang open, one from the other

    // For as long as there is nothing else to show: the window in the panels' own colour.
    void clearWindow(int width, int height) const;

    // Points a panel's text is drawn with, of its own size; 0: by the display. Holds from the next begin().
    void setScale(float scale) { asked_scale_ = scale; }
    float askedScale() const { return asked_scale_; }

    // Between these, panels are drawn. end() draws into the window's framebuffer and leaves GL state as it
    // was.
    void begin();
    void end();

    const Theme& theme() const { return theme_; }

  private:
    void fit();

    gl::Window& window_;
    float asked_scale_;
    float fitted_scale_ = 0.0F;
    float fitted_pixels_ = 0.0F;
    bool resting_ = false;
    Theme theme_;
};

}  // namespace phalanx
