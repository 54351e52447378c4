// A GL context without a window or display, through EGL.
#pragma once

#include <memory>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/context/context.h"

namespace phalanx::gl {

// Tries in this order: EGL devices (hardware first, software last), Mesa's surfaceless platform, the default
// display. The environment variable PHALANX_EGL overrides this: "surfaceless", "default", or the index of a
// device. The context is current on the thread that created it. Its default framebuffer is one pixel (missing
// if EGL supports no pbuffers): draw to a framebuffer object.
// One context per process: the functions loaded for one are used for all.
class HeadlessContext {
  public:
    // Throws Error (kEnvironment) with one line that lists what was tried.
    explicit HeadlessContext(const ContextSettings& settings = {});
    HeadlessContext(HeadlessContext&&) noexcept;
    HeadlessContext& operator=(HeadlessContext&&) noexcept;
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;
    ~HeadlessContext();

    const Capabilities& capabilities() const;
    // The EGL platform used: "EGL device 0 (/dev/dri/card0)", "EGL surfaceless", "EGL default display".
    const std::string& origin() const;
    // Makes the context current after another one was; reloads the functions, with this context's version
    // limit.
    void makeCurrent();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace phalanx::gl
