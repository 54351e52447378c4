// Which far impostors cover which pixels.
#define COVERS
#include "layouts.h"
#include "raster_plain.glsl"
#include "raster_cover.glsl"
