// What events leave behind: footprints, dust, muzzle flashes with their light on the ground, tracers, smoke. Each is one
// rectangle, an instance of 48 bytes that is written once; how it looks now follows from the clock. Compiles as C++ and as
// GLSL.
#ifndef PHALANX_TRACES_H
#define PHALANX_TRACES_H

#include "layouts.h"

#ifdef __cplusplus
namespace phalanx::layout {
#endif

// T_PLACE, vec4: world, metres; w = direction on the ground, radians, as I_PLACEMENT.
// T_ALONG, vec4: of what lies on the ground its normal, else the direction of the shot, of unit length; w = size, metres.
// T_BIRTH, uvec4: x = tick; y = kind; z = random bits; w unused.
#define T_PLACE 0
#define T_ALONG 1
#define T_BIRTH 2
#define PH_TRACE_BYTES 48

#define PH_TRACE_FOOTPRINT 0u
#define PH_TRACE_DUST 1u
#define PH_TRACE_FLASH 2u
#define PH_TRACE_GLOW 3u  // of a flash, on the ground
#define PH_TRACE_TRACER 4u
#define PH_TRACE_SMOKE 5u
#define PH_TRACE_KINDS 6u

// Seconds until nothing is seen of it.
PH_FN float traceLife(uint kind) {
    if (kind == PH_TRACE_FOOTPRINT) return 14.0f;
    if (kind == PH_TRACE_DUST) return 1.3f;
    if (kind == PH_TRACE_FLASH) return 0.05f;
    if (kind == PH_TRACE_GLOW) return 0.07f;
    if (kind == PH_TRACE_TRACER) return 0.35f;
    return 5.0f;  // smoke
}

// Beyond this distance from the eye none are drawn; over the last part of it they fade.
#define PH_TRACE_REACH 36.0f
#define PH_TRACE_FADE 10.0f

#ifdef __cplusplus
struct Trace {
    vec4 place;
    vec4 along;
    uvec4 birth;
};
static_assert(sizeof(Trace) == PH_TRACE_BYTES);
}  // namespace phalanx::layout
#endif
#endif
