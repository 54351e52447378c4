// Between keys of a curve, which are some of its frames. Shared by the choice of keys and their store.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "anim/compression/curve_store.h"

namespace phalanx {

// Keys 1 and 2, and the keys before and after them, if there are any.
struct KeySpan {
    std::array<const double*, 4> values{};  // as Curve::values; nullptr: none
    std::array<double, 4> frames{};
};

// The slopes at keys 1 and 2 per frame: of the parabola through a key and both its neighbours; at an end so
// that the curve is not bent there.
inline double valueOnCubic(const KeySpan& span, std::size_t component, double t) {
    const double length = span.frames[2] - span.frames[1];
    const double from = span.values[1][component];
    const double to = span.values[2][component];
    const double chord = (to - from) / length;
    const auto slope = [&](double other_chord, double other_length) {
        return (other_chord * length + chord * other_length) / (length + other_length);
    };
    double out = chord;
    double in = chord;
    if (span.values[0] != nullptr) {
        const double before = span.frames[1] - span.frames[0];
        out = slope((from - span.values[0][component]) / before, before);
    }
    if (span.values[3] != nullptr) {
        const double after = span.frames[3] - span.frames[2];
        in = slope((span.values[3][component] - to) / after, after);
    }
    if (span.values[0] == nullptr && span.values[3] != nullptr) out = 0.5 * (3.0 * chord - in);
    if (span.values[3] == nullptr && span.values[0] != nullptr) in = 0.5 * (3.0 * chord - out);
    const double t2 = t * t;
    const double t3 = t2 * t;
    return from * (2.0 * t3 - 3.0 * t2 + 1.0) + out * (length * (t3 - 2.0 * t2 + t)) +
           to * (3.0 * t2 - 2.0 * t3) + in * (length * (t3 - t2));
}

// t: 0..1 between keys 1 and 2. Keys of neighbouring frames are blended as the frames themselves are: then
// all keys together are the clip.
inline glm::dvec4 shownBetween(CurveKind kind, const KeySpan& span, KeyShape shape, double t) {
    if (shape == KeyShape::kLines || span.frames[2] - span.frames[1] <= 1.0)
        return blendShown(kind, shownValue(kind, span.values[1]), shownValue(kind, span.values[2]), t);
    std::array<double, 4> value{};
    const std::size_t components = kind == CurveKind::kQuaternion ? 4 : 3;
    for (std::size_t c = 0; c < components; ++c) value[c] = valueOnCubic(span, c, t);
    return shownValue(kind, value.data());
}

// Whether the curve goes on from its last key to its first.
inline bool wraps(CurveKind kind, bool closed) {
    return closed && kind != CurveKind::kQuaternion;  // whose sign may differ there
}

}  // namespace phalanx
