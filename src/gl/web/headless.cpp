// A context without a window: WebGL 2 on a canvas that the page does not show.
#include "gl/context/headless.h"

#include <emscripten/html5.h>

#include "core/error.h"
#include "gl/web/webgl_functions.h"

namespace phalanx::gl {

struct HeadlessContext::Impl {
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
    std::string origin = "a hidden canvas";
    Capabilities capabilities;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    Impl(Impl&&) = delete;
    Impl& operator=(Impl&&) = delete;
    ~Impl() {
        if (context > 0) emscripten_webgl_destroy_context(context);
    }
};

HeadlessContext::HeadlessContext(const ContextSettings& settings) : impl_(std::make_unique<Impl>()) {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    impl_->context = emscripten_webgl_create_context("#hidden", &attributes);
    if (impl_->context <= 0) throw environmentError("WebGL 2", "this browser has none, or has turned it off");
    static_cast<void>(settings);
    makeCurrent();
}

HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

const Capabilities& HeadlessContext::capabilities() const {
    return impl_->capabilities;
}

const std::string& HeadlessContext::origin() const {
    return impl_->origin;
}

void HeadlessContext::makeCurrent() {
    emscripten_webgl_make_context_current(impl_->context);
    impl_->capabilities = loadGl(&findWebGlFunction, 0);
}

}  // namespace phalanx::gl
