#include "gl/context/es_functions.h"

#include <glad/gl.h>

#include <cstring>

namespace phalanx::gl {
namespace {

PFNGLENABLEPROC own_enable = nullptr;
PFNGLDISABLEPROC own_disable = nullptr;
PFNGLCLEARDEPTHFPROC own_clear_depth = nullptr;

// States that OpenGL ES does not have: lines are never drawn in place of triangles, and values written to
// sRGB images are always encoded (Capabilities::encodes_srgb).
bool isUnknownState(GLenum state) {
    return state == GL_FRAMEBUFFER_SRGB || state == GL_POLYGON_OFFSET_LINE;
}

void GLAD_API_PTR enable(GLenum state) {
    if (!isUnknownState(state)) own_enable(state);
}

void GLAD_API_PTR disable(GLenum state) {
    if (!isUnknownState(state)) own_disable(state);
}

void GLAD_API_PTR clearDepth(GLdouble depth) {
    own_clear_depth(static_cast<GLfloat>(depth));
}

// In OpenGL ES, output i of a shader goes to attachment i or nowhere.
void GLAD_API_PTR drawBuffer(GLenum buffer) {
    glDrawBuffers(1, &buffer);
}

void GLAD_API_PTR polygonMode(GLenum /*face*/, GLenum /*mode*/) {}

void GLAD_API_PTR getBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void* data) {
    const void* mapped = glMapBufferRange(target, offset, size, GL_MAP_READ_BIT);
    if (mapped == nullptr) return;
    std::memcpy(data, mapped, static_cast<std::size_t>(size));
    glUnmapBuffer(target);
}

void GLAD_API_PTR getQueryObjectiv(GLuint query, GLenum name, GLint* value) {
    GLuint result = 0;
    glGetQueryObjectuiv(query, name, &result);
    *value = static_cast<GLint>(result);
}

template <typename Function>
void find(Function& function, const char* name, GlFunctionLookup lookup) {
    function = reinterpret_cast<Function>(lookup(name));
}

template <typename Function>
GlFunction erased(Function function) {
    return reinterpret_cast<GlFunction>(function);
}

}  // namespace

GlFunction esFunction(std::string_view name, GlFunctionLookup lookup) {
    if (name == "glEnable") {
        find(own_enable, "glEnable", lookup);
        return erased(&enable);
    }
    if (name == "glDisable") {
        find(own_disable, "glDisable", lookup);
        return erased(&disable);
    }
    if (name == "glClearDepth") {
        find(own_clear_depth, "glClearDepthf", lookup);
        return erased(&clearDepth);
    }
    if (name == "glDrawBuffer") return erased(&drawBuffer);
    if (name == "glPolygonMode") return erased(&polygonMode);
    if (name == "glGetBufferSubData") return erased(&getBufferSubData);
    if (name == "glGetQueryObjectiv") return erased(&getQueryObjectiv);
    if (name == "glGetQueryObjectui64v") return lookup("glGetQueryObjectui64vEXT");
    return nullptr;
}

}  // namespace phalanx::gl
