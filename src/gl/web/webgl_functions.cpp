#include "gl/web/webgl_functions.h"

#include <emscripten/em_js.h>
#include <emscripten/html5.h>
#include <glad/gl.h>

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

// Copies from the buffer bound to `target` (WebGL2RenderingContext.getBufferSubData).
EM_JS(void, phalanxGetBufferSubData, (unsigned target, int offset, int size, void* data),
      { GLctx.getBufferSubData(target, offset, HEAPU8.subarray(data, data + size)); })

// Without waiting: browsers allow none.
EM_JS(unsigned, phalanxClientWaitSync, (void* sync, unsigned flags),
      { return GLctx.clientWaitSync(GL.syncs[sync], flags, 0); })

extern "C" {
// Emscripten's lookups of the functions of its GL library: all, and those that WebGL 2 added. Of queries, the
// first gives the functions of an extension of WebGL 1.
void* emscripten_GetProcAddress(const char* name);
void* emscripten_webgl2_get_proc_address(const char* name);
}

namespace phalanx::gl {
namespace {

// A mapped range: WebGL maps nothing, so it is memory that is copied from or to the buffer.
struct Mapping {
    GLintptr offset = 0;
    GLbitfield access = 0;
    std::vector<std::uint8_t> bytes;
};

std::map<GLenum, Mapping>& mappings() {
    static std::map<GLenum, Mapping> all;
    return all;
}

template <typename Function>
Function own(const char* name) {
    return reinterpret_cast<Function>(emscripten_GetProcAddress(name));
}

void* GLAD_API_PTR mapBufferRange(GLenum target, GLintptr offset, GLsizeiptr size, GLbitfield access) {
    Mapping& mapping = mappings()[target];
    mapping.offset = offset;
    mapping.access = access;
    mapping.bytes.resize(static_cast<std::size_t>(size));
    if ((access & GL_MAP_READ_BIT) != 0)
        phalanxGetBufferSubData(target, static_cast<int>(offset), static_cast<int>(size),
                                mapping.bytes.data());
    return mapping.bytes.data();
}

GLboolean GLAD_API_PTR unmapBuffer(GLenum target) {
    Mapping& mapping = mappings()[target];
    if ((mapping.access & GL_MAP_WRITE_BIT) != 0) {
        glBufferSubData(target, mapping.offset, static_cast<GLsizeiptr>(mapping.bytes.size()),
                        mapping.bytes.data());
    }
    mapping.access = 0;
    return GL_TRUE;
}

// Emscripten's own takes the 64 bits of the timeout as two numbers, which a pointer to it cannot.
GLenum GLAD_API_PTR clientWaitSync(GLsync sync, GLbitfield flags, GLuint64 /*timeout_ns*/) {
    return phalanxClientWaitSync(sync, flags);
}

// A browser's glFinish does not wait; reading a pixel does.
void GLAD_API_PTR finish() {
    GLint bound = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    std::uint8_t pixel[4];
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(bound));
}

// The driver's own names, where the browser reports them (WEBGL_debug_renderer_info).
const GLubyte* GLAD_API_PTR getString(GLenum name) {
    constexpr GLenum kUnmaskedVendor = 0x9245;
    constexpr GLenum kUnmaskedRenderer = 0x9246;
    static const auto get = own<PFNGLGETSTRINGPROC>("glGetString");
    static const auto get_error = own<PFNGLGETERRORPROC>("glGetError");
    if (name == GL_VENDOR || name == GL_RENDERER) {
        const GLubyte* text = get(name == GL_VENDOR ? kUnmaskedVendor : kUnmaskedRenderer);
        if (text != nullptr && *text != '\0') return text;
        get_error();
    }
    return get(name);
}

template <typename Function>
GlFunction erased(Function function) {
    return reinterpret_cast<GlFunction>(function);
}

}  // namespace

GlFunction findWebGlFunction(const char* name) {
    const std::string_view wanted(name);
    if (wanted == "glMapBufferRange") return erased(&mapBufferRange);
    if (wanted == "glUnmapBuffer") return erased(&unmapBuffer);
    if (wanted == "glClientWaitSync") return erased(&clientWaitSync);
    if (wanted == "glFinish") return erased(&finish);
    if (wanted == "glGetString") return erased(&getString);
    if (void* function = emscripten_webgl2_get_proc_address(name); function != nullptr)
        return reinterpret_cast<GlFunction>(function);
    return reinterpret_cast<GlFunction>(emscripten_GetProcAddress(name));
}

}  // namespace phalanx::gl
