// The state that each pass sets for itself, whatever came before.
#pragma once

#include "gl/objects/handle.h"

namespace phalanx {

// No blending, scissor, culling or offset, filled polygons, all colours; depth as asked for.
void setRasterState(bool depth_test, bool depth_write, GLenum depth_function);

// Of primitives, before fragments are made of them. After setRasterState(), which switches it off.
void discardPrimitives(bool discard);

}  // namespace phalanx
