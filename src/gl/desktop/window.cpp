#include "gl/context/window.h"

#include <glad/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/log.h"

namespace phalanx::gl {

static_assert(key::kEscape == GLFW_KEY_ESCAPE && key::kTab == GLFW_KEY_TAB && key::kF1 == GLFW_KEY_F1 &&
              key::kF5 == GLFW_KEY_F5 && key::kF11 == GLFW_KEY_F11 && key::kF12 == GLFW_KEY_F12 &&
              key::kKeypadAdd == GLFW_KEY_KP_ADD && key::kKeypadSubtract == GLFW_KEY_KP_SUBTRACT &&
              key::kLeftShift == GLFW_KEY_LEFT_SHIFT && key::kLeftControl == GLFW_KEY_LEFT_CONTROL &&
              key::kLeftAlt == GLFW_KEY_LEFT_ALT && key::kRightShift == GLFW_KEY_RIGHT_SHIFT &&
              key::kRightControl == GLFW_KEY_RIGHT_CONTROL && key::kPageUp == GLFW_KEY_PAGE_UP &&
              key::kHome == GLFW_KEY_HOME && key::kEnd == GLFW_KEY_END && key::kUp == GLFW_KEY_UP &&
              key::kRight == GLFW_KEY_RIGHT && key::kEnter == GLFW_KEY_ENTER &&
              key::kDelete == GLFW_KEY_DELETE && key::kBackspace == GLFW_KEY_BACKSPACE &&
              key::kInsert == GLFW_KEY_INSERT && key::kKeypadEnter == GLFW_KEY_KP_ENTER &&
              key::kLeftSuper == GLFW_KEY_LEFT_SUPER && key::kRightSuper == GLFW_KEY_RIGHT_SUPER);
static_assert(mouse::kLeft == GLFW_MOUSE_BUTTON_LEFT && mouse::kRight == GLFW_MOUSE_BUTTON_RIGHT &&
              mouse::kMiddle == GLFW_MOUSE_BUTTON_MIDDLE);
static_assert(modifier::kShift == GLFW_MOD_SHIFT && modifier::kControl == GLFW_MOD_CONTROL &&
              modifier::kAlt == GLFW_MOD_ALT && modifier::kSuper == GLFW_MOD_SUPER);

namespace {

// GLFW's last error on this thread; reading it clears it.
std::string glfwReason() {
    const char* text = nullptr;
    const int code = glfwGetError(&text);
    return code == GLFW_NO_ERROR || text == nullptr ? "unknown GLFW error" : text;
}

// GLFW's texts differ between releases and platforms, so the usual case gets a text of its own.
std::string whyNoDisplay() {
    const auto isSet = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    if (!isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY")) return "neither DISPLAY nor WAYLAND_DISPLAY is set";
    return glfwReason();
}

// glfwInit() and glfwTerminate() are global: the last window calls glfwTerminate().
class Library {
  public:
    Library() {
        if (users++ == 0 && glfwInit() == GLFW_FALSE) {
            users = 0;
            throw environmentError("display",
                                   "none available (" + whyNoDisplay() +
                                       "); render an image without one: phalanx shot -o picture.png");
        }
    }
    ~Library() {
        if (--users == 0) glfwTerminate();
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    Library(Library&&) = delete;
    Library& operator=(Library&&) = delete;

  private:
    static inline int users = 0;
};

GlFunction lookUpByGlfw(const char* name) {
    return glfwGetProcAddress(name);
}

struct Rectangle {
    int x = 0, y = 0, width = 0, height = 0;
};

int overlap(const Rectangle& a, const Rectangle& b) {
    const int width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const int height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    return std::max(0, width) * std::max(0, height);
}

// The monitor with the largest part of the rectangle; the primary one if none overlaps; null without
// monitors.
GLFWmonitor* monitorUnder(const Rectangle& window) {
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    GLFWmonitor* best = glfwGetPrimaryMonitor();
    int most = 0;
    for (int i = 0; i < count; ++i) {
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        if (mode == nullptr) continue;
        Rectangle screen{0, 0, mode->width, mode->height};
        glfwGetMonitorPos(monitors[i], &screen.x, &screen.y);
        const int shared = overlap(window, screen);
        if (shared > most) {
            most = shared;
            best = monitors[i];
        }
    }
    return best;
}

}  // namespace

struct Window::Impl {
    Library library;  // first member: terminates GLFW after the window is destroyed
    GLFWwindow* window = nullptr;
    Capabilities capabilities;
    int asked = 0;
    bool vsync = true;
    Rectangle windowed;
    std::vector<InputEvent> collected;  // by callbacks
    std::vector<InputEvent> handed_out;
    // By the events so far; empty after the window has changed under the cursor. glfwGetCursorPos() says
    // where the cursor is now, which may be far from where a click was when a slow frame asks.
    std::optional<std::array<double, 2>> cursor;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    Impl(Impl&&) = delete;
    Impl& operator=(Impl&&) = delete;
    ~Impl() {
        if (window != nullptr) glfwDestroyWindow(window);
    }

    void create(const WindowSettings& settings);
    void installCallbacks();

    static Impl& of(GLFWwindow* window) { return *static_cast<Impl*>(glfwGetWindowUserPointer(window)); }
    static InputEvent& add(GLFWwindow* window, InputEvent::Kind kind) {
        InputEvent& event = of(window).collected.emplace_back();
        event.kind = kind;
        return event;
    }
};

void Window::Impl::create(const WindowSettings& settings) {
    if (settings.context.version == kEs30)
        throw usageError("--gl es3.0", "windows use OpenGL; shot, verify and bench can draw with OpenGL ES");
    const std::vector<int> versions = versionsToTry(settings.context);
    std::string reason;
    for (const int version : versions) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version / 10);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version % 10);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, settings.context.debug ? GLFW_TRUE : GLFW_FALSE);
        glfwWindowHint(GLFW_DEPTH_BITS, 0);
        glfwWindowHint(GLFW_STENCIL_BITS, 0);
        glfwWindowHint(GLFW_SAMPLES, 0);
        glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
        glfwWindowHint(GLFW_VISIBLE, settings.visible ? GLFW_TRUE : GLFW_FALSE);
        // As in the desktop file, so that the task bar finds the icon.
        glfwWindowHintString(GLFW_X11_CLASS_NAME, "phalanx");
        glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "phalanx");
        window = glfwCreateWindow(settings.width, settings.height, settings.title.c_str(), nullptr, nullptr);
        if (window != nullptr) break;
        reason = glfwReason();
    }
    if (window == nullptr) {
        const int least = versions.back();
        throw environmentError("display", "no window with OpenGL " + std::to_string(least / 10) + "." +
                                              std::to_string(least % 10) + " core (" + reason +
                                              "); update the driver, or use a lower version (--gl 3.3)");
    }
}

void Window::Impl::installCallbacks() {
    using Kind = InputEvent::Kind;
    using Action = InputEvent::Action;
    glfwSetWindowUserPointer(window, this);
    glfwSetKeyCallback(window, [](GLFWwindow* w, int code, int /*scancode*/, int action, int modifiers) {
        InputEvent& event = add(w, Kind::kKey);
        event.code = code;
        event.action = static_cast<Action>(action);
        event.modifiers = modifiers;
    });
    glfwSetCharCallback(
        window, [](GLFWwindow* w, unsigned point) { add(w, Kind::kText).code = static_cast<int>(point); });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int modifiers) {
        InputEvent& event = add(w, Kind::kMouseButton);
        event.code = button;
        event.action = static_cast<Action>(action);
        event.modifiers = modifiers;
        if (const auto& at = of(w).cursor) {
            event.x = (*at)[0];
            event.y = (*at)[1];
        } else {
            glfwGetCursorPos(w, &event.x, &event.y);
        }
    });
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
        of(w).cursor = {x, y};
        InputEvent& event = add(w, Kind::kMouseMove);
        event.x = x;
        event.y = y;
    });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
        InputEvent& event = add(w, Kind::kScroll);
        event.x = x;
        event.y = y;
    });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** files) {
        InputEvent& event = add(w, Kind::kDrop);
        glfwGetCursorPos(w, &event.x, &event.y);
        for (int i = 0; i < count; ++i) event.files.emplace_back(files[i]);
    });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int width, int height) {
        of(w).cursor.reset();
        InputEvent& event = add(w, Kind::kResize);
        event.x = width;
        event.y = height;
    });
    glfwSetWindowPosCallback(window, [](GLFWwindow* w, int /*x*/, int /*y*/) { of(w).cursor.reset(); });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
        of(w).cursor.reset();
        add(w, Kind::kFocus).code = focused;
    });
    glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float x, float y) {
        InputEvent& event = add(w, Kind::kContentScale);
        event.x = x;
        event.y = y;
    });
}

Window::Window(const WindowSettings& settings) : impl_(std::make_unique<Impl>()) {
    impl_->create(settings);
    impl_->asked = settings.context.version;
    impl_->installCallbacks();
    constexpr int kLeastWidth = 320;
    constexpr int kLeastHeight = 200;
    glfwSetWindowSizeLimits(impl_->window, kLeastWidth, kLeastHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
    makeCurrent();
    setVsync(settings.vsync);
    debug("window: {}", describe(impl_->capabilities));
}

Window::Window(Window&&) noexcept = default;
Window& Window::operator=(Window&&) noexcept = default;
Window::~Window() = default;

const Capabilities& Window::capabilities() const {
    return impl_->capabilities;
}
GLFWwindow* Window::native() const {
    return impl_->window;
}

void Window::makeCurrent() {
    glfwMakeContextCurrent(impl_->window);
    impl_->capabilities = loadGl(&lookUpByGlfw, impl_->asked);
}

std::span<const InputEvent> Window::pollEvents() {
    glfwPollEvents();
    impl_->handed_out.clear();
    std::swap(impl_->handed_out, impl_->collected);
    return impl_->handed_out;
}

void Window::swapBuffers() {
    glfwSwapBuffers(impl_->window);
}
bool Window::shouldClose() const {
    return glfwWindowShouldClose(impl_->window) != GLFW_FALSE;
}
void Window::requestClose() {
    glfwSetWindowShouldClose(impl_->window, GLFW_TRUE);
}

// GLFW gives the fingers as the mouse, and desktops scroll by two of them.
void Window::setFingerScroll(double /*per_step*/) {}

bool Window::keyDown(int key) const {
    return glfwGetKey(impl_->window, key) == GLFW_PRESS;
}
void Window::cursor(double& x, double& y) const {
    glfwGetCursorPos(impl_->window, &x, &y);
}

void Window::size(int& width, int& height) const {
    glfwGetWindowSize(impl_->window, &width, &height);
}
void Window::askedSize(int& width, int& height) const {
    size(width, height);
    if (fullscreen() && impl_->windowed.width > 0) {
        width = impl_->windowed.width;
        height = impl_->windowed.height;
    }
    // Undo GLFW_SCALE_TO_MONITOR where window coordinates are pixels.
    const float scaled = std::max(0.01F, contentScale() / pixelsPerUnit());
    width = static_cast<int>(std::lround(static_cast<float>(width) / scaled));
    height = static_cast<int>(std::lround(static_cast<float>(height) / scaled));
}

WindowLimits Window::limits() {
    return {};
}

void Window::framebufferSize(int& width, int& height) const {
    glfwGetFramebufferSize(impl_->window, &width, &height);
}

float Window::contentScale() const {
    float x = 1.0F;
    float y = 1.0F;
    glfwGetWindowContentScale(impl_->window, &x, &y);
    return std::max(x, y);
}

float Window::pixelsPerUnit() const {
    int units = 0;
    int pixels = 0;
    int height = 0;
    size(units, height);
    framebufferSize(pixels, height);
    return units > 0 && pixels > 0 ? static_cast<float>(pixels) / static_cast<float>(units) : 1.0F;
}

void Window::setVsync(bool on) {
    impl_->vsync = on;
    glfwSwapInterval(on ? 1 : 0);
}

std::optional<double> Window::refresh_ms() const {
    if (!impl_->vsync) return std::nullopt;
    Rectangle place;
    glfwGetWindowPos(impl_->window, &place.x, &place.y);
    glfwGetWindowSize(impl_->window, &place.width, &place.height);
    GLFWmonitor* monitor = monitorUnder(place);
    const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
    if (mode == nullptr || mode->refreshRate <= 0) return std::nullopt;
    return 1000.0 / mode->refreshRate;
}

float Window::coveredBelow() const {
    return 0.0F;
}

bool Window::fullscreen() const {
    return glfwGetWindowMonitor(impl_->window) != nullptr;
}

void Window::setFullscreen(bool on) {
    if (on == fullscreen()) return;
    Rectangle& windowed = impl_->windowed;
    if (on) {
        glfwGetWindowPos(impl_->window, &windowed.x, &windowed.y);
        glfwGetWindowSize(impl_->window, &windowed.width, &windowed.height);
        GLFWmonitor* monitor = monitorUnder(windowed);
        const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
        if (mode == nullptr) {
            warn("no monitor for full screen: {}", glfwReason());
            return;
        }
        glfwSetWindowMonitor(impl_->window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else {
        glfwSetWindowMonitor(impl_->window, nullptr, windowed.x, windowed.y, windowed.width, windowed.height,
                             GLFW_DONT_CARE);
    }
    // Some window systems reset it when the monitor changes.
    setVsync(impl_->vsync);
}

}  // namespace phalanx::gl
