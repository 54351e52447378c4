// Impostors: soldiers far away as pictures of themselves, one quad each. What the C++ that makes them (src/render/impostor_*)
// and the shaders that make and show them have in common. Compiles as C++ and as GLSL.
//
// A model is drawn from PH_IMPOSTOR_VIEWS directions in each of some baked frames ("poses"). A picture is a cell: cell = first
// + pose * VIEWS + view; cells lie in rows on the layers of array textures. Three of those: the silhouette, how much of a texel is
// covered; at half the size colour, with the share of the tint in alpha; and the normal in the picture's axes, not of unit
// length where it is a mean. All are multiplied by what is covered, which of the last one alpha tells: so they filter as they
// should.
#ifndef PHALANX_IMPOSTOR_H
#define PHALANX_IMPOSTOR_H

#include "layouts.h"

#ifdef __cplusplus
#include <cmath>
namespace phalanx::layout {
using std::asin;
using std::atan2;
using std::cos;
using std::floor;
using std::pow;
using std::sin;
using std::sqrt;
#define PH_ATAN2 atan2
#else
#define PH_ATAN2 atan
#endif

#define PH_IMPOSTOR_AZIMUTHS 28u  // of the lowest ring; of each as many as lie as far apart
#define PH_IMPOSTOR_RINGS 9u
#define PH_IMPOSTOR_VIEWS 169u
#define PH_IMPOSTOR_SHAPE 32  // texels a side of a cell, of the silhouette
#define PH_IMPOSTOR_COLOR 16  // of the others
#define PH_IMPOSTOR_DETAIL 2  // drawn so much finer than the silhouette, then averaged
#define PH_IMPOSTOR_ROW 16u   // cells a row, rows a layer
#define PH_IMPOSTOR_LAYER 256u

#define PH_IMPOSTOR_CELL_TEXELS 2
#define PH_HALF_PI 1.57079632679490f

// Axes of a picture, in model space: to the right, up, and towards the eye.
struct ImpostorView {
    vec3 right;
    vec3 up;
    vec3 toward;
};

// Rings lie closer where crowds are seen from: near the ground.
#define PH_IMPOSTOR_RISE 1.3f
PH_FN float impostorElevation(uint ring) { return PH_HALF_PI * pow(float(ring) / float(PH_IMPOSTOR_RINGS - 1u), PH_IMPOSTOR_RISE); }

// The first view of a ring; of PH_IMPOSTOR_RINGS: how many there are. Azimuths times the cosine of each ring's elevation, rounded,
// and one at the top.
PH_FN uint impostorFirst(uint ring) {
    if (ring == 0u) return 0u;
    if (ring == PH_IMPOSTOR_RINGS) return PH_IMPOSTOR_VIEWS;
    uint four = ring < 5u ? 0x6C53381Cu : 0xA8A19482u;
    return (four >> (((ring - 1u) & 3u) * 8u)) & 0xFFu;
}

PH_FN ImpostorView impostorView(uint view) {
    uint ring = 0u;
    while (view >= impostorFirst(ring + 1u)) ++ring;
    uint first = impostorFirst(ring);
    float azimuth = 4.0f * PH_HALF_PI * float(view - first) / float(impostorFirst(ring + 1u) - first);
    float elevation = impostorElevation(ring);
    float s = sin(azimuth);
    float c = cos(azimuth);
    float high = sin(elevation);
    float flat_part = cos(elevation);
    ImpostorView axes;
    axes.right = vec3(c, 0.0f, -s);
    axes.up = vec3(-high * s, flat_part, -high * c);
    axes.toward = vec3(flat_part * s, high, flat_part * c);
    return axes;
}

// The one nearest to a direction towards the eye, model space, unit length.
PH_FN uint nearestImpostorView(vec3 toward) {
    float high = toward.y < 0.0f ? 0.0f : (toward.y > 1.0f ? 1.0f : toward.y);
    float share = pow(asin(high) / PH_HALF_PI, 1.0f / PH_IMPOSTOR_RISE);
    uint ring = uint(floor(share * float(PH_IMPOSTOR_RINGS - 1u) + 0.5f));
    uint first = impostorFirst(ring);
    uint azimuths = impostorFirst(ring + 1u) - first;
    float turn = PH_ATAN2(toward.x, toward.z) / (4.0f * PH_HALF_PI);
    return first + uint(floor(turn * float(azimuths) + 0.5f) + float(azimuths)) % azimuths;
}

// What a cell shows, metres at scale 1 from the foot along the view's axes: a box around the model, and through it the plane that
// comes nearest to him. There the picture is shown: seen from a little beside where it was taken, he is foreshortened as he
// should be. Two texels of u_impostor_cells: middle and half width and height, then middle and half depth and slope.
struct ImpostorBox {
    vec3 middle;     // of the box in width and height, there on the plane in depth
    vec3 half_size;
    vec2 slope;      // how much nearer to the eye the plane is, a metre to the right, and upwards
};

#ifdef __cplusplus
}  // namespace phalanx::layout
#endif
#endif
