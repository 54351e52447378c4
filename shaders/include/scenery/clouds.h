// Numbers of the clouds (clouds.glsl). Compiles as C++ and as GLSL.
#ifndef PHALANX_CLOUDS_H
#define PHALANX_CLOUDS_H

#define PH_CLOUD_SHIFT 21  // they drift over their texture once per 2^21 ticks along x, half as fast along z
#define PH_CLOUD_SHADE 0.60f  // of the sunlight, what the middle of a cloud keeps off

#endif
