// The colours of far impostors.
#include "layouts.h"
#include "raster_plain.glsl"
#include "raster_shade.glsl"
