// What draws and dispatches take: one draw as glDrawElementsIndirect and glMultiDrawElementsIndirect read it
// (OpenGL 4.3).
#pragma once

#include <glad/gl.h>

#include <cstddef>

namespace phalanx {

struct DrawCommand {
    GLuint count;
    GLuint instances;
    GLuint first_index;
    GLint base_vertex;
    GLuint base_instance;
};
static_assert(sizeof(DrawCommand) == 5 * sizeof(GLuint));  // as shaders/include/draw_command.glsl has it

// A dispatch may have as many workgroups; GL promises no more.
inline constexpr std::size_t kWorkgroupsADispatch = 65'535;

}  // namespace phalanx
