// Which near impostors cover which pixels.
#include "layouts.h"
#include "raster_blended.glsl"
#include "raster_cover.glsl"
