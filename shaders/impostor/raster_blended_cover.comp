// Which near impostors cover which pixels.
#define COVERS
#include "layouts.h"
#include "raster_blended.glsl"
#include "raster_cover.glsl"
