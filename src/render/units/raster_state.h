// Raster state that every pass sets for itself, independent of what came before.
#pragma once

#include "gl/objects/handle.h"

namespace phalanx {

// No blending, scissor, stencil, face culling, polygon offset, rasterizer discard or sRGB conversion; filled
// polygons, all colour channels; depth test, write and function as given.
void setRasterState(bool depth_test, bool depth_write, GLenum depth_function);

// If `discard`, enables GL_RASTERIZER_DISCARD. Call after setRasterState(), which disables it.
void discardPrimitives(bool discard);

}  // namespace phalanx
