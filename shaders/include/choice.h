// What the choice of units by the CPU (src/crowd/selection.cpp) and by compute shaders (select.comp) have in common.
// Compiles as C++ and as GLSL.
#ifndef PHALANX_CHOICE_H
#define PHALANX_CHOICE_H

#include "layouts.h"

#ifdef __cplusplus
namespace phalanx::layout {
#endif

// How much of the error allowed a unit may forgo.
#define PH_LEVEL_BAND 0.15f
// What floats may add to a place, as a share of the distance from the world's origin, and what is left to rounding near
// it, metres.
#define PH_PLACE_ERROR 5e-7f
#define PH_PLACE_SLACK 1e-4f

// A unit's number, well mixed.
// Constants: Wellons, "Prospecting for Hash Functions", 2018, https://nullprogram.com/blog/2018/07/31/ ("lowbias32").
PH_FN uint mixedNumber(uint unit) {
    unit ^= unit >> 16;
    unit *= 0x7FEB352Du;
    unit ^= unit >> 15;
    unit *= 0x846CA68Bu;
    unit ^= unit >> 16;
    return unit;
}

// What the views show, by compute shaders. All places are relative to the eye, which two floats a coordinate hold.
PH_BLOCK(SelectionBlock) {
    vec4 u_eye_high;
    vec4 u_eye_low;
    uvec4 u_views;      // x: how many are chosen for
    vec4 u_allowed[PH_SELECT_VIEWS];  // error, metres: x + y * distance; z: what is smaller than so much of it is left out
    vec4 u_planes[PH_SELECT_VIEWS * PH_SELECT_PLANES];  // dot(xyz, place) + w >= 0 inside, xyz of unit length
    vec4 u_holes[PH_SELECT_VIEWS * 6];  // likewise, of what is left out: who lies wholly inside of all six of a view
};

#ifdef __cplusplus
}  // namespace phalanx::layout
#endif
#endif
