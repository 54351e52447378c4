// A GL context without window or display, through EGL.
#pragma once

#include <memory>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/context/context.h"

namespace phalanx::gl {

// Tries, in this order: EGL devices (hardware first, software last), Mesa's surfaceless platform, the default
// display. The environment variable PHALANX_EGL overrides: "surfaceless", "default", or the index of a
// device. The context is current on the thread that made it, and its default framebuffer is a single pixel
// (or, on an EGL without pbuffers, missing): draw to your own.
// One context a process: functions found for one are used for all.
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
    // Where it came from: "EGL device 0 (/dev/dri/card0)", "EGL surfaceless", "EGL default display".
    const std::string& origin() const;
    // Back from another context: also finds the functions anew, through this context's gate.
    void makeCurrent();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace phalanx::gl
