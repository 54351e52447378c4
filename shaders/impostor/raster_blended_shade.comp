// The colours of near impostors.
#include "layouts.h"
#include "raster_blended.glsl"
#include "raster_shade.glsl"
