// DrawCommand: the layout that glDrawElementsIndirect and glMultiDrawElementsIndirect read (OpenGL 4.3).
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
static_assert(sizeof(DrawCommand) == 5 * sizeof(GLuint));  // equal to shaders/culling/draw_command.glsl

// Largest number of workgroups per dispatch and axis that OpenGL guarantees.
inline constexpr std::size_t kWorkgroupsADispatch = 65'535;

}  // namespace phalanx
