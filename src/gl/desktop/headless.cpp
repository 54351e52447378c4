#include "gl/context/headless.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/log.h"
#include "gl/desktop/egl.h"

namespace phalanx::gl {

// The display is not terminated: it is shared by the whole process, and another context may use it.
struct HeadlessContext::Impl {
    const Egl& e = egl();
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    EGLSurface surface = EGL_NO_SURFACE;  // a 1x1 pbuffer, or none if EGL supports no pbuffers
    int asked = 0;
    std::string origin;
    Capabilities capabilities;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    Impl(Impl&&) = delete;
    Impl& operator=(Impl&&) = delete;
    ~Impl() {
        if (context == EGL_NO_CONTEXT) return;
        if (e.getCurrentContext() == context) {
            e.makeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        }
        if (surface != EGL_NO_SURFACE) e.destroySurface(display, surface);
        e.destroyContext(display, context);
    }
};

namespace {

// A display to try, and its name for messages.
struct Candidate {
    EGLDisplay display = EGL_NO_DISPLAY;
    std::string name;
};

// A context on one candidate, or the reason why there is none.
struct Attempt {
    EGLContext context = EGL_NO_CONTEXT;
    EGLSurface surface = EGL_NO_SURFACE;
    std::string failure;
};

struct Device {
    EGLDeviceEXT device = nullptr;
    std::string name;
    bool software = false;
};

std::vector<Device> listDevices(const Egl& e) {
    std::vector<Device> devices;
    if (e.queryDevices == nullptr || e.getPlatformDisplay == nullptr ||
        !hasExtension(e.client_extensions, "EGL_EXT_platform_device")) {
        return devices;
    }
    std::array<EGLDeviceEXT, 32> found{};
    EGLint count = 0;
    if (e.queryDevices(static_cast<EGLint>(found.size()), found.data(), &count) == EGL_FALSE) return devices;
    for (int i = 0; i < count; ++i) {
        Device device{found[static_cast<std::size_t>(i)], "EGL device " + std::to_string(i), false};
        if (e.queryDeviceString != nullptr) {
            const char* extensions = e.queryDeviceString(device.device, EGL_EXTENSIONS);
            const std::string_view list = extensions == nullptr ? "" : extensions;
            device.software = hasExtension(list, "EGL_MESA_device_software");
            if (hasExtension(list, "EGL_EXT_device_drm")) {
                const char* file = e.queryDeviceString(device.device, EGL_DRM_DEVICE_FILE_EXT);
                if (file != nullptr) device.name += " (" + std::string(file) + ")";
            }
            e.getError();
        }
        if (device.software) device.name += " (software)";
        devices.push_back(std::move(device));
    }
    return devices;
}

Candidate openDevice(const Egl& e, const Device& device) {
    return {e.getPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device.device, nullptr), device.name};
}

std::optional<Candidate> openSurfaceless(const Egl& e) {
    if (e.getPlatformDisplay == nullptr ||
        !hasExtension(e.client_extensions, "EGL_MESA_platform_surfaceless"))
        return {};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): EGL_DEFAULT_DISPLAY is such a cast, made by EGL itself.
    return Candidate{e.getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr),
                     "EGL surfaceless"};
}

Candidate openDefault(const Egl& e) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return {e.getDisplay(EGL_DEFAULT_DISPLAY), "EGL default display"};
}

// Hardware devices, software devices, surfaceless, default display; or only the one set by PHALANX_EGL.
std::vector<Candidate> candidates(const Egl& e) {
    std::vector<Candidate> list;
    const std::vector<Device> devices = listDevices(e);
    const char* wanted_text = std::getenv("PHALANX_EGL");
    const std::string_view wanted = wanted_text == nullptr ? "" : wanted_text;
    if (wanted.empty()) {
        for (const bool software : {false, true}) {
            for (const Device& device : devices) {
                if (device.software == software) list.push_back(openDevice(e, device));
            }
        }
        if (auto surfaceless = openSurfaceless(e)) list.push_back(std::move(*surfaceless));
        list.push_back(openDefault(e));
        return list;
    }
    if (wanted == "default") return {openDefault(e)};
    if (wanted == "surfaceless") {
        if (auto surfaceless = openSurfaceless(e)) return {std::move(*surfaceless)};
        throw environmentError("PHALANX_EGL=surfaceless",
                               "this EGL has no surfaceless platform (only Mesa has it)");
    }
    std::size_t index = 0;
    const auto [end, code] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
    if (code != std::errc() || end != wanted.data() + wanted.size()) {
        throw environmentError("PHALANX_EGL=" + std::string(wanted),
                               "must be \"surfaceless\", \"default\" or the index of a device");
    }
    if (index >= devices.size()) {
        throw environmentError(
            "PHALANX_EGL=" + std::string(wanted),
            "no such device; EGL has " + std::to_string(devices.size()) + " devices, counted from 0");
    }
    return {openDevice(e, devices[index])};
}

EGLContext createContext(const Egl& e, EGLDisplay display, EGLConfig config, int version, bool debug) {
    if (version == kEs30) {
        constexpr std::array<EGLint, 5> kAttributes = {EGL_CONTEXT_MAJOR_VERSION, 3,
                                                       EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
        return e.createContext(display, config, EGL_NO_CONTEXT, kAttributes.data());
    }
    // Names of EGL_KHR_create_context; EGL 1.5 has the same values.
    const std::array<EGLint, 9> attributes = {EGL_CONTEXT_MAJOR_VERSION,
                                              version / 10,
                                              EGL_CONTEXT_MINOR_VERSION,
                                              version % 10,
                                              EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                              EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                              debug ? EGL_CONTEXT_FLAGS_KHR : EGL_NONE,
                                              EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR,
                                              EGL_NONE};
    return e.createContext(display, config, EGL_NO_CONTEXT, attributes.data());
}

Attempt attempt(const Egl& e, EGLDisplay display, const ContextSettings& settings) {
    Attempt result;
    const auto failed = [&](const std::string& step) {
        result.failure = step + ": " + eglErrorName(e);
        return result;
    };
    if (display == EGL_NO_DISPLAY) return failed("no display");
    EGLint major = 0;
    EGLint minor = 0;
    if (e.initialize(display, &major, &minor) == EGL_FALSE) return failed("eglInitialize");
    const bool es = settings.version == kEs30;
    if (e.bindApi(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API) == EGL_FALSE)
        return failed(es ? "no OpenGL ES" : "no desktop OpenGL");
    const char* list = e.queryString(display, EGL_EXTENSIONS);
    const std::string extensions = list == nullptr ? "" : list;

    const std::array<EGLint, 5> wanted = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                          es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (e.chooseConfig(display, wanted.data(), &config, 1, &count) == EGL_FALSE || count == 0) {
        return failed("no configuration for OpenGL");
    }
    const std::vector<int> versions = versionsToTry(settings);
    for (const int version : versions) {
        result.context = createContext(e, display, config, version, settings.debug);
        if (result.context != EGL_NO_CONTEXT) break;
    }
    if (result.context == EGL_NO_CONTEXT) {
        return failed((es ? "no context of OpenGL " : "no core context of OpenGL ") +
                      versionText(versions.back()));
    }
    // GL requires a complete framebuffer even for draws that rasterize nothing: a tiny surface provides one.
    constexpr std::array<EGLint, 5> kSize = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    result.surface = e.createPbufferSurface(display, config, kSize.data());
    if (result.surface == EGL_NO_SURFACE && !hasExtension(extensions, "EGL_KHR_surfaceless_context")) {
        failed("no surface of 1 x 1 pixels");
        e.destroyContext(display, result.context);
        result.context = EGL_NO_CONTEXT;
        return result;
    }
    if (e.makeCurrent(display, result.surface, result.surface, result.context) == EGL_FALSE) {
        failed("eglMakeCurrent");
        if (result.surface != EGL_NO_SURFACE) e.destroySurface(display, result.surface);
        e.destroyContext(display, result.context);
        result.context = EGL_NO_CONTEXT;
        result.surface = EGL_NO_SURFACE;
    }
    return result;
}

GlFunction lookUp(const char* name) {
    return reinterpret_cast<GlFunction>(egl().getProcAddress(name));
}

}  // namespace

HeadlessContext::HeadlessContext(const ContextSettings& settings) : impl_(std::make_unique<Impl>()) {
    const Egl& e = impl_->e;
    std::string tried;
    for (const Candidate& candidate : candidates(e)) {
        Attempt result = attempt(e, candidate.display, settings);
        if (result.context == EGL_NO_CONTEXT) {
            tried += (tried.empty() ? "" : "; ") + candidate.name + ": " + result.failure;
            continue;
        }
        impl_->display = candidate.display;
        impl_->context = result.context;
        impl_->surface = result.surface;
        impl_->asked = settings.version;
        impl_->origin = candidate.name;
        impl_->capabilities = loadGl(&lookUp, settings.version);
        if (!tried.empty()) debug("headless: failed: {}", tried);
        debug("headless: {}, {}", impl_->origin, describe(impl_->capabilities));
        return;
    }
    throw environmentError("EGL", "no context of OpenGL " +
                                      versionText(settings.version == 0 ? 33 : settings.version) +
                                      " without a display. Tried " + tried +
                                      ". Install a driver (on Debian: libegl-mesa0 libgl1-mesa-dri), or use "
                                      "a lower version (--gl 3.3)");
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
    const Egl& e = impl_->e;
    if (e.makeCurrent(impl_->display, impl_->surface, impl_->surface, impl_->context) == EGL_FALSE) {
        throw environmentError("EGL", "the context cannot be made current again: " + eglErrorName(e));
    }
    impl_->capabilities = loadGl(&lookUp, impl_->asked);
}

}  // namespace phalanx::gl
