// What unit selection on the CPU (src/crowd/selection.cpp) and by compute shaders (select.comp) share.
// Compiles as C++ and as GLSL.
#ifndef PHALANX_LOD_SELECTION_H
#define PHALANX_LOD_SELECTION_H

#include "layouts.h"

#ifdef __cplusplus
namespace phalanx::layout {
#endif

// The largest fraction by which a unit's allowed error is reduced, so that units change LOD one by one.
#define PH_LOD_BAND 0.15f
// Rounding errors of a unit's position: a fraction of the distance from the world's origin, and an absolute
// part, metres.
#define PH_PLACE_ERROR 5e-7f
#define PH_PLACE_SLACK 1e-4f

// Hash of a unit's number.
// Constants: Wellons, "Prospecting for Hash Functions", 2018, https://nullprogram.com/blog/2018/07/31/
// ("lowbias32").
PH_FN uint mixedNumber(uint unit) {
    unit ^= unit >> 16;
    unit *= 0x7FEB352Du;
    unit ^= unit >> 15;
    unit *= 0x846CA68Bu;
    unit ^= unit >> 16;
    return unit;
}

// The views of a selection by compute shaders. Positions are relative to the eye, which is stored as two
// floats per coordinate.
PH_BLOCK(SelectionBlock) {
    vec4 u_eye_high;
    vec4 u_eye_low;
    uvec4 u_views;                    // x: number of views
    vec4 u_allowed[PH_SELECT_VIEWS];  // allowed error, metres: x + y * distance; smallest unit: z times that
    vec4 u_planes[PH_SELECT_VIEWS * PH_SELECT_PLANES];  // dot(xyz, place) + w >= 0 inside, xyz of unit length
    vec4 u_holes[PH_SELECT_VIEWS *
                 6];  // planes of the excluded volume: units entirely inside all six are not selected
};

#ifdef __cplusplus
}  // namespace phalanx::layout
#endif
#endif
