// The functions of libEGL that a headless context needs, loaded at run time: a system with only GLX has no
// libEGL, and the window still works there. Internal to headless.cpp.
#pragma once

#include <glad/egl.h>

#include <string>
#include <string_view>

namespace phalanx::gl {

struct Egl {
    PFNEGLGETPROCADDRESSPROC getProcAddress = nullptr;
    PFNEGLGETERRORPROC getError = nullptr;
    PFNEGLQUERYSTRINGPROC queryString = nullptr;
    PFNEGLGETDISPLAYPROC getDisplay = nullptr;
    PFNEGLINITIALIZEPROC initialize = nullptr;
    PFNEGLBINDAPIPROC bindApi = nullptr;
    PFNEGLCHOOSECONFIGPROC chooseConfig = nullptr;
    PFNEGLCREATECONTEXTPROC createContext = nullptr;
    PFNEGLDESTROYCONTEXTPROC destroyContext = nullptr;
    PFNEGLGETCURRENTCONTEXTPROC getCurrentContext = nullptr;
    PFNEGLMAKECURRENTPROC makeCurrent = nullptr;
    PFNEGLCREATEPBUFFERSURFACEPROC createPbufferSurface = nullptr;
    PFNEGLDESTROYSURFACEPROC destroySurface = nullptr;
    // Null if the client extension is not available.
    PFNEGLGETPLATFORMDISPLAYEXTPROC getPlatformDisplay = nullptr;
    PFNEGLQUERYDEVICESEXTPROC queryDevices = nullptr;
    PFNEGLQUERYDEVICESTRINGEXTPROC queryDeviceString = nullptr;

    std::string client_extensions;
};

// Opens libEGL.so.1 once and keeps it open. Throws Error (kEnvironment) if it is missing.
const Egl& egl();

// Whether a space-separated list of extensions contains this one.
bool hasExtension(std::string_view list, std::string_view extension);

// Name of this thread's last EGL error, for example "EGL_BAD_MATCH".
std::string eglErrorName(const Egl& egl);

}  // namespace phalanx::gl
