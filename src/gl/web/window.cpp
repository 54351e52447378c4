// A window in a browser: the canvas of the page.
#include "gl/context/window.h"

#include <emscripten.h>
#include <emscripten/em_js.h>
#include <emscripten/html5.h>
#include <glad/gl.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/log.h"
#include "gl/web/keys.h"
#include "gl/web/touch.h"
#include "gl/web/webgl_functions.h"

EM_JS(int, phalanxMayFillScreen, (), { return document.fullscreenEnabled ? 1 : 0; })
EM_JS(int, phalanxHasTouch, (), { return matchMedia("(any-pointer: coarse)").matches ? 1 : 0; })
// Functions of web/page.js.
EM_JS(double, phalanxCoveredBelow, (), { return Module.page.coveredBelow(); })
EM_JS(void, phalanxSetFullscreen, (int on), { Module.page.setFullscreen(on != 0); })

namespace phalanx::gl {
namespace {

constexpr const char* kCanvas = "#canvas";
constexpr double kPixelsPerStep = 100.0;  // of the wheel, in browsers that count pixels
constexpr double kLinesPerStep = 3.0;

// The events of the one window, for files that the page hands over; null: there is no window.
std::vector<InputEvent>* events_of_page = nullptr;

int modifiersOf(bool control, bool shift, bool alt, bool meta) {
    return (shift ? modifier::kShift : 0) | (control ? modifier::kControl : 0) | (alt ? modifier::kAlt : 0) |
           (meta ? modifier::kSuper : 0);
}

// The code point of a text in UTF-8 that has only one; else 0, as for "Enter".
int onlyCodePoint(std::string_view text) {
    if (text.empty()) return 0;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    std::size_t length = 1;
    int point = byte(0);
    if (byte(0) >= 0xF0) {
        length = 4;
        point = byte(0) & 0x07;
    } else if (byte(0) >= 0xE0) {
        length = 3;
        point = byte(0) & 0x0F;
    } else if (byte(0) >= 0xC0) {
        length = 2;
        point = byte(0) & 0x1F;
    }
    if (text.size() != length) return 0;
    for (std::size_t i = 1; i < length; ++i) point = (point << 6) | (byte(i) & 0x3F);
    return point;
}

}  // namespace

struct Window::Impl {
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
    Capabilities capabilities;
    std::vector<InputEvent> collected;  // by callbacks
    std::vector<InputEvent> handed_out;
    std::set<int> keys_down;
    double cursor_x = 0.0, cursor_y = 0.0;
    int width = 0, height = 0;  // of the canvas, window coordinates
    double pixels = 1.0;        // per window coordinate
    Touch touch;

    Impl() { events_of_page = &collected; }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    Impl(Impl&&) = delete;
    Impl& operator=(Impl&&) = delete;
    ~Impl() { events_of_page = nullptr; }

    void create();
    void installCallbacks();
    void fitCanvas();

    InputEvent& add(InputEvent::Kind kind) {
        InputEvent& event = collected.emplace_back();
        event.kind = kind;
        return event;
    }
    bool onKey(int type, const EmscriptenKeyboardEvent& event);
    void onMouse(int type, const EmscriptenMouseEvent& event);
};

void Window::Impl::create() {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.alpha = EM_FALSE;
    attributes.depth = EM_FALSE;
    attributes.stencil = EM_FALSE;
    attributes.antialias = EM_FALSE;
    attributes.powerPreference = EM_WEBGL_POWER_PREFERENCE_HIGH_PERFORMANCE;
    attributes.enableExtensionsByDefault = EM_TRUE;
    context = emscripten_webgl_create_context(kCanvas, &attributes);
    if (context <= 0) throw environmentError("WebGL 2", "this browser has none, or has turned it off");
    emscripten_webgl_enable_extension(context, "WEBGL_debug_renderer_info");
}

void Window::Impl::fitCanvas() {
    double css_width = 0.0;
    double css_height = 0.0;
    emscripten_get_element_css_size(kCanvas, &css_width, &css_height);
    const double ratio = emscripten_get_device_pixel_ratio();
    const int wide = static_cast<int>(std::lround(css_width));
    const int high = static_cast<int>(std::lround(css_height));
    if (wide == width && high == height && ratio == pixels) return;
    width = wide;
    height = high;
    if (ratio != pixels) {
        pixels = ratio;
        InputEvent& event = add(InputEvent::Kind::kContentScale);
        event.x = event.y = ratio;
    }
    const int pixels_wide = static_cast<int>(std::lround(css_width * ratio));
    const int pixels_high = static_cast<int>(std::lround(css_height * ratio));
    emscripten_set_canvas_element_size(kCanvas, pixels_wide, pixels_high);
    InputEvent& event = add(InputEvent::Kind::kResize);
    event.x = pixels_wide;
    event.y = pixels_high;
}

bool Window::Impl::onKey(int type, const EmscriptenKeyboardEvent& event) {
    const bool control = event.ctrlKey != 0 || event.metaKey != 0;
    const int code = keyOf(event.code);
    if (belongsToBrowser(code, control, event.shiftKey != 0, event.altKey != 0)) {
        if (code >= 0) keys_down.erase(code);
        return false;
    }
    const bool down = type == EMSCRIPTEN_EVENT_KEYDOWN;
    InputEvent& key = add(InputEvent::Kind::kKey);
    key.code = code;
    key.action = !down               ? InputEvent::Action::kRelease
                 : event.repeat != 0 ? InputEvent::Action::kRepeat
                                     : InputEvent::Action::kPress;
    key.modifiers = modifiersOf(control, event.shiftKey != 0, event.altKey != 0, false);
    if (down) {
        keys_down.insert(code);
        const int point = control ? 0 : onlyCodePoint(event.key);
        if (point >= 32) add(InputEvent::Kind::kText).code = point;
    } else {
        keys_down.erase(code);
    }
    return true;
}

void Window::Impl::onMouse(int type, const EmscriptenMouseEvent& event) {
    cursor_x = static_cast<double>(event.targetX);
    cursor_y = static_cast<double>(event.targetY);
    if (type == EMSCRIPTEN_EVENT_MOUSEMOVE) {
        InputEvent& move = add(InputEvent::Kind::kMouseMove);
        move.x = cursor_x;
        move.y = cursor_y;
        return;
    }
    constexpr std::array kButtons = {mouse::kLeft, mouse::kMiddle, mouse::kRight};
    if (event.button >= kButtons.size()) return;
    InputEvent& button = add(InputEvent::Kind::kMouseButton);
    button.code = kButtons[event.button];
    button.action =
        type == EMSCRIPTEN_EVENT_MOUSEDOWN ? InputEvent::Action::kPress : InputEvent::Action::kRelease;
    button.modifiers =
        modifiersOf(event.ctrlKey != 0, event.shiftKey != 0, event.altKey != 0, event.metaKey != 0);
    button.x = cursor_x;
    button.y = cursor_y;
}

void Window::Impl::installCallbacks() {
    const auto key = [](int type, const EmscriptenKeyboardEvent* event, void* self) -> EM_BOOL {
        return static_cast<Impl*>(self)->onKey(type, *event) ? EM_TRUE : EM_FALSE;
    };
    emscripten_set_keydown_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, EM_FALSE, key);
    emscripten_set_keyup_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, EM_FALSE, key);
    const auto mouse = [](int type, const EmscriptenMouseEvent* event, void* self) -> EM_BOOL {
        static_cast<Impl*>(self)->onMouse(type, *event);
        return EM_FALSE;
    };
    emscripten_set_mousedown_callback(kCanvas, this, EM_FALSE, mouse);
    // Releases and moves count outside of the canvas, too, while a button is held.
    emscripten_set_mouseup_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, EM_FALSE, mouse);
    emscripten_set_mousemove_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, EM_FALSE, mouse);
    emscripten_set_wheel_callback(
        kCanvas, this, EM_FALSE, [](int /*type*/, const EmscriptenWheelEvent* event, void* self) -> EM_BOOL {
            const double steps = event->deltaMode == DOM_DELTA_PIXEL  ? kPixelsPerStep
                                 : event->deltaMode == DOM_DELTA_LINE ? kLinesPerStep
                                                                      : 1.0;
            InputEvent& scroll = static_cast<Impl*>(self)->add(InputEvent::Kind::kScroll);
            scroll.x = -event->deltaX / steps;
            scroll.y = -event->deltaY / steps;
            return EM_TRUE;
        });
    const auto touch_changed = [](int type, const EmscriptenTouchEvent* event, void* self) -> EM_BOOL {
        std::vector<Finger> fingers;
        for (int i = 0; i < event->numTouches; ++i) {
            const EmscriptenTouchPoint& point = event->touches[i];
            const bool lifted = type == EMSCRIPTEN_EVENT_TOUCHEND || type == EMSCRIPTEN_EVENT_TOUCHCANCEL;
            if (lifted && point.isChanged != 0) continue;
            fingers.push_back({static_cast<double>(point.targetX), static_cast<double>(point.targetY)});
        }
        auto& window = *static_cast<Impl*>(self);
        window.touch.change(fingers, window.collected);
        return EM_TRUE;
    };
    emscripten_set_touchstart_callback(kCanvas, this, EM_FALSE, touch_changed);
    emscripten_set_touchmove_callback(kCanvas, this, EM_FALSE, touch_changed);
    emscripten_set_touchend_callback(kCanvas, this, EM_FALSE, touch_changed);
    emscripten_set_touchcancel_callback(kCanvas, this, EM_FALSE, touch_changed);
    const auto focus = [](int type, const EmscriptenFocusEvent* /*event*/, void* self) -> EM_BOOL {
        auto& window = *static_cast<Impl*>(self);
        const bool focused = type == EMSCRIPTEN_EVENT_FOCUS;
        if (!focused) window.keys_down.clear();
        window.add(InputEvent::Kind::kFocus).code = focused ? 1 : 0;
        return EM_FALSE;
    };
    emscripten_set_focus_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, EM_FALSE, focus);
    emscripten_set_blur_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, EM_FALSE, focus);
}

Window::Window(const WindowSettings& /*settings*/) : impl_(std::make_unique<Impl>()) {
    impl_->create();
    impl_->installCallbacks();
    makeCurrent();
    impl_->fitCanvas();
    debug("window: {}", describe(impl_->capabilities));
}

Window::Window(Window&&) noexcept = default;
Window& Window::operator=(Window&&) noexcept = default;
Window::~Window() = default;

const Capabilities& Window::capabilities() const {
    return impl_->capabilities;
}
WindowLimits Window::limits() {
    return {false,
            phalanxMayFillScreen() != 0,
            phalanxHasTouch() != 0,
            {kBrowserKeys.begin(), kBrowserKeys.end()}};
}
GLFWwindow* Window::native() const {
    return nullptr;
}

void Window::makeCurrent() {
    emscripten_webgl_make_context_current(impl_->context);
    impl_->capabilities = loadGl(&findWebGlFunction, 0);
}

std::span<const InputEvent> Window::pollEvents() {
    impl_->fitCanvas();
    impl_->touch.beginFrame(impl_->collected);
    impl_->handed_out.clear();
    std::swap(impl_->handed_out, impl_->collected);
    for (const InputEvent& event : impl_->handed_out) {
        if (event.kind != InputEvent::Kind::kMouseMove && event.kind != InputEvent::Kind::kMouseButton)
            continue;
        impl_->cursor_x = event.x;
        impl_->cursor_y = event.y;
    }
    return impl_->handed_out;
}

// The browser shows the canvas when the frame's callback returns.
void Window::swapBuffers() {}
bool Window::shouldClose() const {
    return false;
}
// A page is closed by the browser.
void Window::requestClose() {}

void Window::setFingerScroll(double per_step) {
    impl_->touch.setScroll(per_step);
}

bool Window::keyDown(int key) const {
    return impl_->keys_down.contains(key);
}
void Window::cursor(double& x, double& y) const {
    x = impl_->cursor_x;
    y = impl_->cursor_y;
}

void Window::size(int& width, int& height) const {
    width = impl_->width;
    height = impl_->height;
}
void Window::askedSize(int& width, int& height) const {
    size(width, height);
}

void Window::framebufferSize(int& width, int& height) const {
    width = static_cast<int>(std::lround(impl_->width * impl_->pixels));
    height = static_cast<int>(std::lround(impl_->height * impl_->pixels));
}

float Window::contentScale() const {
    return static_cast<float>(impl_->pixels);
}
float Window::pixelsPerUnit() const {
    return static_cast<float>(impl_->pixels);
}

// A browser always waits for the display, and does not report its refresh rate.
void Window::setVsync(bool /*on*/) {}
std::optional<double> Window::refresh_ms() const {
    return std::nullopt;
}

float Window::coveredBelow() const {
    return static_cast<float>(phalanxCoveredBelow());
}

bool Window::fullscreen() const {
    EmscriptenFullscreenChangeEvent status;
    return emscripten_get_fullscreen_status(&status) == EMSCRIPTEN_RESULT_SUCCESS && status.isFullscreen != 0;
}

void Window::setFullscreen(bool on) {
    if (on == fullscreen()) return;
    phalanxSetFullscreen(on ? 1 : 0);
}

namespace {

void drop(std::string_view paths) {
    if (events_of_page == nullptr) return;
    InputEvent& event = events_of_page->emplace_back();
    event.kind = InputEvent::Kind::kDrop;
    while (!paths.empty()) {
        const std::size_t end = std::min(paths.find('\n'), paths.size());
        if (end > 0) event.files.emplace_back(std::string(paths.substr(0, end)));
        paths.remove_prefix(std::min(end + 1, paths.size()));
    }
}

}  // namespace
}  // namespace phalanx::gl

// Called by web/page.js with paths in the program's file system, one per line, that the user dropped.
extern "C" EMSCRIPTEN_KEEPALIVE void phalanxDrop(const char* paths) {
    phalanx::gl::drop(paths);
}
