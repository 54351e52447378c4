// Impostors: distant soldiers drawn as images of themselves, one triangle each. Shared by the C++ code that makes the atlas
// (src/render/impostor) and the shaders that make and draw it. Compiles as C++ and as GLSL.
//
// A model is rendered from PH_IMPOSTOR_VIEWS directions in each of several baked frames ("poses"). An image is a cell: cell
// = first + pose * VIEWS + view; cells lie in rows on the layers of three array textures: silhouette, the coverage of each
// texel; at half the resolution, colour with the tint's strength in alpha, or the fraction of unlit surface in models without
// a tint mask that have unlit materials; and the normal in the image's axes, shorter than 1 where it is an average, with the
// coverage in alpha. Colour and normal are premultiplied by coverage, so that they filter correctly.
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

#define PH_IMPOSTOR_AZIMUTHS 28u  // in the lowest ring; other rings have as many as keep the same spacing
#define PH_IMPOSTOR_RINGS 9u
#define PH_IMPOSTOR_VIEWS 169u
#define PH_IMPOSTOR_SHAPE 32  // texels per side of a cell, silhouette
#define PH_IMPOSTOR_COLOR 16  // texels per side of a cell, colour and normal
#define PH_IMPOSTOR_DETAIL 2  // factor of the resolution at which cells are rendered before averaging
#define PH_IMPOSTOR_ROW 16u   // cells per row, rows per layer
#define PH_IMPOSTOR_LAYER 256u

#define PH_IMPOSTOR_BLENDED 4  // images blended for impostors that are not the farthest
#define PH_IMPOSTOR_CELL_TEXELS 3
#define PH_IMPOSTOR_MOST_SAMPLES 16  // largest number of samples per pixel with coverage per sample
#define PH_HALF_PI 1.57079632679490f

// Axes of an image in model space: to the right, up, and towards the eye.
struct ImpostorView {
    vec3 right;
    vec3 up;
    vec3 toward;
};

// Rings are denser near the horizon, from where crowds are usually seen.
#define PH_IMPOSTOR_RISE 1.3f
PH_FN float impostorElevation(uint ring) { return PH_HALF_PI * pow(float(ring) / float(PH_IMPOSTOR_RINGS - 1u), PH_IMPOSTOR_RISE); }

// Index of a ring's first view; of PH_IMPOSTOR_RINGS: the number of views. A ring has PH_IMPOSTOR_AZIMUTHS times the cosine
// of its elevation, rounded, and one view at the top.
PH_FN uint impostorFirst(uint ring) {
    // A byte each, and no branches: drivers write this out several times per program.
    uint four = ring < 4u ? 0x53381C00u : (ring < 8u ? 0xA194826Cu : 0x0000A9A8u);
    return (four >> ((ring & 3u) * 8u)) & 255u;
}

PH_FN ImpostorView impostorViewAt(float s, float c, float high, float flat_part) {
    ImpostorView axes;
    axes.right = vec3(c, 0.0f, -s);
    axes.up = vec3(-high * s, flat_part, -high * c);
    axes.toward = vec3(flat_part * s, high, flat_part * c);
    return axes;
}
// Of a view: sine and cosine of the azimuth, sine and cosine of the elevation.
PH_FN vec4 impostorAngles(uint view) {
    uint ring = 0u;
    while (view >= impostorFirst(ring + 1u)) ++ring;
    uint first = impostorFirst(ring);
    float azimuth = 4.0f * PH_HALF_PI * float(view - first) / float(impostorFirst(ring + 1u) - first);
    float elevation = impostorElevation(ring);
    return vec4(sin(azimuth), cos(azimuth), sin(elevation), cos(elevation));
}
PH_FN ImpostorView impostorView(uint view) {
    vec4 angles = impostorAngles(view);
    return impostorViewAt(angles.x, angles.y, angles.z, angles.w);
}
// Same for any direction of unit length.
PH_FN ImpostorView impostorViewFrom(vec3 toward) {
    float flat_part = sqrt(toward.x * toward.x + toward.z * toward.z);
    if (flat_part < 1e-4f) return impostorViewAt(0.0f, 1.0f, toward.y, flat_part);
    return impostorViewAt(toward.x / flat_part, toward.z / flat_part, toward.y, flat_part);
}

// Place of a direction towards the eye (model space, unit length) among the views: the nearest ring, and the number of
// azimuth steps of that ring, with fraction.
struct ImpostorPlace {
    uint ring;
    float beyond;   // distance from that ring in steps to the next one, -0.5..0.5
    float azimuth;
};
PH_FN ImpostorPlace impostorPlace(vec3 toward) {
    float high = toward.y < 0.0f ? 0.0f : (toward.y > 1.0f ? 1.0f : toward.y);
    float share = pow(asin(high) / PH_HALF_PI, 1.0f / PH_IMPOSTOR_RISE);
    ImpostorPlace place;
    float rings = share * float(PH_IMPOSTOR_RINGS - 1u);
    place.ring = uint(floor(rings + 0.5f));
    place.beyond = rings - float(place.ring);
    float azimuths = float(impostorFirst(place.ring + 1u) - impostorFirst(place.ring));
    float turn = PH_ATAN2(toward.x, toward.z) / (4.0f * PH_HALF_PI);
    place.azimuth = (turn < 0.0f ? turn + 1.0f : turn) * azimuths;
    return place;
}

// number modulo count, for at most twice the count; a division by a variable takes a GPU some twenty instructions.
PH_FN uint impostorWrapped(uint number, uint count) { return number < count ? number : (number - count < count ? number - count : 0u); }

// The nearest view, the next one in the same ring, and the nearest one of the neighbouring ring on the direction's side, the
// latter two with their interpolation weights, 0..0.5.
struct ImpostorViews {
    uint nearest;
    uint beside;
    uint above;  // or below
    float beside_share;
    float above_share;
};
PH_FN ImpostorViews nearestImpostorViews(vec3 toward) {
    ImpostorPlace place = impostorPlace(toward);
    uint first = impostorFirst(place.ring);
    uint azimuths = impostorFirst(place.ring + 1u) - first;
    float below = floor(place.azimuth);
    float within = place.azimuth - below;
    uint low = uint(below);
    bool upper = within >= 0.5f;
    uint ring = place.beyond > 0.0f ? place.ring + 1u : (place.beyond < 0.0f ? place.ring - 1u : place.ring);
    uint ring_first = impostorFirst(ring);
    uint ring_azimuths = impostorFirst(ring + 1u) - ring_first;
    ImpostorViews views;
    views.nearest = first + impostorWrapped(upper ? low + 1u : low, azimuths);
    views.beside = first + impostorWrapped(upper ? low : low + 1u, azimuths);
    uint in_ring = uint(floor(place.azimuth * float(ring_azimuths) / float(azimuths) + 0.5f));
    views.above = ring_first + impostorWrapped(in_ring, ring_azimuths);
    views.beside_share = upper ? 1.0f - within : within;
    views.above_share = place.beyond < 0.0f ? -place.beyond : place.beyond;
    return views;
}
PH_FN uint nearestImpostorView(vec3 toward) {
    ImpostorPlace place = impostorPlace(toward);
    uint first = impostorFirst(place.ring);
    return first + impostorWrapped(uint(floor(place.azimuth + 0.5f)), impostorFirst(place.ring + 1u) - first);
}

// The two poses that a baked frame lies between, and the weight of the second, 0..1, in a word of u_impostor_poses.
#define PH_IMPOSTOR_MOST_POSES 4096u
PH_FN uint impostorPosesOf(uint before, uint after, float share) { return before | after << 12u | uint(share * 255.0f + 0.5f) << 24u; }
PH_FN uint impostorPoseBefore(uint word) { return word & 4095u; }
PH_FN uint impostorPoseAfter(uint word) { return (word >> 12u) & 4095u; }
PH_FN float impostorPoseShare(uint word) { return float(word >> 24u) / 255.0f; }
PH_FN uint nearestImpostorPose(uint word) { return impostorPoseShare(word) <= 0.5f ? impostorPoseBefore(word) : impostorPoseAfter(word); }

// Extent of a cell, metres at scale 1 from the model's origin along the view's axes: a box around the model, and a plane
// close to its vertices. The image is drawn in that plane, so that it is foreshortened correctly when seen from slightly
// beside the view direction. Stored in three texels of u_impostor_cells, behind those of the views: middle and half size in width and height; middle
// and half size in depth, and slope; and the triangle on which a single image is drawn, with corners in cell coordinates,
// -1..1 for the cell.
struct ImpostorBox {
    vec3 middle;     // of the box in width and height; in depth: of the plane
    vec3 half_size;
    vec2 slope;      // metres that the plane comes nearer to the eye per metre to the right, and upwards
};

// A corner packed into a float: 12 bits per coordinate, from -4 to 4 minus a step.
#define PH_IMPOSTOR_CORNER_STEP (1.0f / 512.0f)
PH_FN float impostorCornerOf(vec2 corner) {
    return floor((corner.x + 4.0f) / PH_IMPOSTOR_CORNER_STEP + 0.5f) + floor((corner.y + 4.0f) / PH_IMPOSTOR_CORNER_STEP + 0.5f) * 4096.0f;
}
PH_FN vec2 impostorCorner(float kept) {
    float y = floor(kept / 4096.0f);
    return vec2(kept - y * 4096.0f, y) * PH_IMPOSTOR_CORNER_STEP - vec2(4.0f);
}

#ifdef __cplusplus
}  // namespace phalanx::layout
#endif
#endif
