// Functions of OpenGL ES 3.0 that WebGL 2 lacks or that Emscripten gives differently.
#pragma once

#include "gl/context/capabilities.h"

namespace phalanx::gl {

// The functions of the current WebGL 2 context, for loadGl().
GlFunction findWebGlFunction(const char* name);

}  // namespace phalanx::gl
