// One draw as glDrawElementsIndirect and glMultiDrawElementsIndirect read it (OpenGL 4.3).
#pragma once

#include <glad/gl.h>

namespace phalanx {

struct DrawCommand {
    GLuint count;
    GLuint instances;
    GLuint first_index;
    GLint base_vertex;
    GLuint base_instance;
};

}  // namespace phalanx
