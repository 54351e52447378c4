// Functions of OpenGL 3.3 that OpenGL ES 3.0 and WebGL 2 lack, made from functions that they have, so that
// calls are the same in every context.
#pragma once

#include <string_view>

#include "gl/context/capabilities.h"

namespace phalanx::gl {

// The replacement for `name`; nullptr where OpenGL ES has the function itself or nothing can replace it. Call
// with the lookup of the current context; the replacements use the functions that it gives.
GlFunction esFunction(std::string_view name, GlFunctionLookup lookup);

}  // namespace phalanx::gl
