// A window with a GL context and its input events. GLFW's header is included only in window.cpp.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/context/context.h"

struct GLFWwindow;

namespace phalanx::gl {

// Keys and buttons have GLFW's values: letters and digits are their ASCII capitals. Those that the program
// uses:
namespace key {
inline constexpr int kSpace = 32, kMinus = 45, k0 = 48, k1 = 49, kEqual = 61, kA = 65, kEscape = 256,
                     kEnter = 257, kTab = 258, kBackspace = 259, kInsert = 260, kDelete = 261, kRight = 262,
                     kLeft = 263, kDown = 264, kUp = 265, kPageUp = 266, kPageDown = 267, kHome = 268,
                     kEnd = 269, kF1 = 290, kF5 = 294, kF11 = 300, kF12 = 301, kKeypadSubtract = 333,
                     kKeypadAdd = 334, kKeypadEnter = 335, kLeftShift = 340, kLeftControl = 341,
                     kLeftAlt = 342, kLeftSuper = 343, kRightShift = 344, kRightControl = 345,
                     kRightSuper = 347;
// For letters and digits: key::of('W').
constexpr int of(char capital) {
    return capital;
}
}  // namespace key
namespace mouse {
inline constexpr int kLeft = 0, kRight = 1, kMiddle = 2;
}
namespace modifier {
inline constexpr int kShift = 1, kControl = 2, kAlt = 4, kSuper = 8;
}

struct InputEvent {
    enum class Kind { kKey, kText, kMouseButton, kMouseMove, kScroll, kDrop, kResize, kFocus, kContentScale };
    enum class Action { kRelease = 0, kPress = 1, kRepeat = 2 };

    Kind kind = Kind::kKey;
    Action action = Action::kPress;  // kKey, kMouseButton
    int code = 0;                    // kKey: key; kMouseButton: button; kText: code point; kFocus: 1 or 0
    int modifiers = 0;               // kKey, kMouseButton: bits of `modifier`
    // kMouseButton, kMouseMove, kDrop: cursor in window coordinates, from the top left. kScroll: steps, up
    // and right are positive. kResize: framebuffer size in pixels. kContentScale: scale factors.
    double x = 0.0, y = 0.0;
    std::vector<std::filesystem::path> files;  // kDrop
};

// What windows of this platform cannot do.
struct WindowLimits {
    bool quits = true;              // requestClose() closes it
    bool fullscreen = true;         // setFullscreen() works
    bool touch = false;             // fingers reach it
    std::vector<int> foreign_keys;  // that never arrive: a browser keeps them for itself
};

struct WindowSettings {
    std::string title = "Phalanx";
    int width = 1280, height = 720;  // window coordinates: pixels if the content scale is 1
    bool visible = true;
    bool vsync = true;
    ContextSettings context;
};

// The default framebuffer has no multisampling and no depth: frames are drawn to a framebuffer object and
// then copied. Call all functions on the main thread. Install Dear ImGui's GLFW backend afterwards: it chains
// to these callbacks.
class Window {
  public:
    // Throws Error (kEnvironment), with GLFW's message, if there is no display or no OpenGL 3.3.
    explicit Window(const WindowSettings& settings);
    Window(Window&&) noexcept;
    Window& operator=(Window&&) noexcept;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window();

    const Capabilities& capabilities() const;
    static WindowLimits limits();
    GLFWwindow* native() const;  // for Dear ImGui's backend

    // Events since the last call; the span is valid until the next call. Does not wait.
    std::span<const InputEvent> pollEvents();
    void swapBuffers();
    bool shouldClose() const;
    void requestClose();

    // How far a step of the wheel scrolls the panel under the mouse, window coordinates; 0: none is there.
    // Fingers that move up or down scroll it by as much. Call once per frame, after the events are used.
    void setFingerScroll(double per_step);

    bool keyDown(int key) const;
    void cursor(double& x, double& y) const;  // window coordinates

    void size(int& width, int& height) const;  // window coordinates
    // The size to set in WindowSettings to get a window like this one; in full screen, like the window before
    // it.
    void askedSize(int& width, int& height) const;
    void framebufferSize(int& width, int& height) const;  // pixels; 0 while minimized
    // Height at the bottom that controls of the platform cover, window coordinates.
    float coveredBelow() const;
    float contentScale() const;   // 2 on a HiDPI display; scales the UI
    float pixelsPerUnit() const;  // framebuffer pixels per window coordinate
    void setVsync(bool on);
    // Refresh interval of the monitor that shows most of the window; nullopt if swaps do not wait for it, or
    // if it is unknown.
    std::optional<double> refresh_ms() const;
    bool fullscreen() const;
    // Full screen on the monitor that shows most of the window; leaving it restores the window's rectangle.
    void setFullscreen(bool on);
    void makeCurrent();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace phalanx::gl
