// A context without a window: WebGL 2 on a canvas that is no part of a page, so that workers can have it,
// too.
#include "gl/context/headless.h"

#include <emscripten/em_js.h>
#include <emscripten/html5.h>

#include "core/error.h"
#include "gl/web/webgl_functions.h"

// Makes a canvas of one pixel that emscripten_webgl_create_context() finds by the name "#hidden". Returns 0
// where the browser cannot.
EM_JS(int, phalanxMakeHiddenCanvas, (), {
    if (typeof OffscreenCanvas == 'undefined') return 0;
    specialHTMLTargets['#hidden'] = new OffscreenCanvas(1, 1);
    return 1;
})

namespace phalanx::gl {

struct HeadlessContext::Impl {
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
    std::string origin = "an offscreen canvas";
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

HeadlessContext::HeadlessContext(const ContextSettings& /*settings*/) : impl_(std::make_unique<Impl>()) {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    if (phalanxMakeHiddenCanvas() == 0)
        throw environmentError("WebGL 2", "this browser has no OffscreenCanvas");
    impl_->context = emscripten_webgl_create_context("#hidden", &attributes);
    if (impl_->context <= 0) throw environmentError("WebGL 2", "this browser has none, or has turned it off");
    emscripten_webgl_enable_extension(impl_->context, "WEBGL_debug_renderer_info");
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
