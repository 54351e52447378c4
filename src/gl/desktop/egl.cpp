#include "gl/desktop/egl.h"

#include <dlfcn.h>

#include <array>
#include <utility>

#include "core/error.h"

namespace phalanx::gl {
namespace {

template <typename Function>
void take(const Egl& egl, void* library, const char* name, Function& function) {
    void* symbol = dlsym(library, name);
    function = symbol != nullptr ? reinterpret_cast<Function>(symbol)
                                 : reinterpret_cast<Function>(egl.getProcAddress(name));
}

Egl open() {
    void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* reason = dlerror();
        throw environmentError("EGL", std::string(reason == nullptr ? "libEGL.so.1 is missing" : reason) +
                                          "; on Debian: apt install libegl1 libegl-mesa0");
    }
    Egl egl;
    egl.getProcAddress = reinterpret_cast<PFNEGLGETPROCADDRESSPROC>(dlsym(library, "eglGetProcAddress"));
    if (egl.getProcAddress == nullptr) throw environmentError("EGL", "libEGL.so.1 has no eglGetProcAddress");
    take(egl, library, "eglGetError", egl.getError);
    take(egl, library, "eglQueryString", egl.queryString);
    take(egl, library, "eglGetDisplay", egl.getDisplay);
    take(egl, library, "eglInitialize", egl.initialize);
    take(egl, library, "eglBindAPI", egl.bindApi);
    take(egl, library, "eglChooseConfig", egl.chooseConfig);
    take(egl, library, "eglCreateContext", egl.createContext);
    take(egl, library, "eglDestroyContext", egl.destroyContext);
    take(egl, library, "eglGetCurrentContext", egl.getCurrentContext);
    take(egl, library, "eglMakeCurrent", egl.makeCurrent);
    take(egl, library, "eglCreatePbufferSurface", egl.createPbufferSurface);
    take(egl, library, "eglDestroySurface", egl.destroySurface);
    if (egl.getError == nullptr || egl.queryString == nullptr || egl.getDisplay == nullptr ||
        egl.initialize == nullptr || egl.bindApi == nullptr || egl.chooseConfig == nullptr ||
        egl.createContext == nullptr || egl.destroyContext == nullptr || egl.getCurrentContext == nullptr ||
        egl.makeCurrent == nullptr || egl.createPbufferSurface == nullptr || egl.destroySurface == nullptr) {
        throw environmentError("EGL", "libEGL.so.1 lacks functions of EGL 1.4");
    }

    // EGL 1.4 without EGL_EXT_client_extensions returns null and sets an error, which is cleared here.
    const char* list = egl.queryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    egl.client_extensions = list == nullptr ? "" : list;
    egl.getError();
    const auto has = [&](std::string_view name) { return hasExtension(egl.client_extensions, name); };
    if (has("EGL_EXT_platform_base")) take(egl, library, "eglGetPlatformDisplayEXT", egl.getPlatformDisplay);
    if (has("EGL_EXT_device_enumeration") || has("EGL_EXT_device_base")) {
        take(egl, library, "eglQueryDevicesEXT", egl.queryDevices);
    }
    if (has("EGL_EXT_device_query") || has("EGL_EXT_device_base")) {
        take(egl, library, "eglQueryDeviceStringEXT", egl.queryDeviceString);
    }
    return egl;
}

}  // namespace

const Egl& egl() {
    static const Egl kEgl = open();
    return kEgl;
}

bool hasExtension(std::string_view list, std::string_view extension) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        if (list.substr(0, end) == extension) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

std::string eglErrorName(const Egl& egl) {
    constexpr std::array<std::pair<EGLint, const char*>, 15> kNames = {{
        {EGL_SUCCESS, "EGL_SUCCESS"},
        {EGL_NOT_INITIALIZED, "EGL_NOT_INITIALIZED"},
        {EGL_BAD_ACCESS, "EGL_BAD_ACCESS"},
        {EGL_BAD_ALLOC, "EGL_BAD_ALLOC"},
        {EGL_BAD_ATTRIBUTE, "EGL_BAD_ATTRIBUTE"},
        {EGL_BAD_CONFIG, "EGL_BAD_CONFIG"},
        {EGL_BAD_CONTEXT, "EGL_BAD_CONTEXT"},
        {EGL_BAD_CURRENT_SURFACE, "EGL_BAD_CURRENT_SURFACE"},
        {EGL_BAD_DISPLAY, "EGL_BAD_DISPLAY"},
        {EGL_BAD_MATCH, "EGL_BAD_MATCH"},
        {EGL_BAD_NATIVE_PIXMAP, "EGL_BAD_NATIVE_PIXMAP"},
        {EGL_BAD_NATIVE_WINDOW, "EGL_BAD_NATIVE_WINDOW"},
        {EGL_BAD_PARAMETER, "EGL_BAD_PARAMETER"},
        {EGL_BAD_SURFACE, "EGL_BAD_SURFACE"},
        {EGL_CONTEXT_LOST, "EGL_CONTEXT_LOST"},
    }};
    const EGLint error = egl.getError();
    for (const auto& [code, name] : kNames) {
        if (code == error) return name;
    }
    return "EGL error " + std::to_string(error);
}

}  // namespace phalanx::gl
