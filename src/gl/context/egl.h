// The functions of libEGL that a headless context needs, found at run time: a machine with only GLX has no
// libEGL, and then the window still works. Internal to headless.cpp.
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
    // Null where the client extension is not there.
    PFNEGLGETPLATFORMDISPLAYEXTPROC getPlatformDisplay = nullptr;
    PFNEGLQUERYDEVICESEXTPROC queryDevices = nullptr;
    PFNEGLQUERYDEVICESTRINGEXTPROC queryDeviceString = nullptr;

    std::string client_extensions;
};

// Opens libEGL.so.1, which stays open. Throws Error (kEnvironment) where there is none.
const Egl& egl();

// Whether a list of extensions, separated by spaces, has this one.
bool hasExtension(std::string_view list, std::string_view extension);

// "EGL_BAD_MATCH" for the last error of this thread.
std::string eglErrorName(const Egl& egl);

}  // namespace phalanx::gl
