// Samples a track of keys at a point in time. Used for exact poses, not for baked ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

inline double interpolate(double a, double b, double t) {
    return a + (b - a) * t;
}

inline glm::dvec3 interpolate(const glm::dvec3& a, const glm::dvec3& b, double t) {
    return a + (b - a) * t;
}

inline glm::dquat interpolate(const glm::dquat& a, const glm::dquat& b, double t) {
    return glm::slerp(a, b, t);
}

// A point in time within a clip, and the key index found for the previous track as a hint: most tracks share
// their key times.
struct TrackMoment {
    double time_s = 0.0;      // clipTime()
    double last_key_s = 0.0;  // duration_s - closing_s
    double closing_s = 0.0;   // Clip::closing_s; above 0, the pose returns from the last key to the first
    std::size_t hint = 0;     // index of the key after time_s; any value is valid
};

inline TrackMoment momentOf(const Clip& clip, double clip_time_s) {
    return {clip_time_s, clip.duration_s - clip.closing_s, clip.closing_s, 0};
}

// A point of the cubic Hermite spline from `from` to `to`, which are `span_s` apart. t: 0..1.
template <typename Value>
Value hermite(const Value& from, const Value& out, const Value& in, const Value& to, double span_s,
              double t) {
    const double t2 = t * t;
    const double t3 = t2 * t;
    return from * (2.0 * t3 - 3.0 * t2 + 1.0) + out * (span_s * (t3 - 2.0 * t2 + t)) +
           to * (3.0 * t2 - 2.0 * t3) + in * (span_s * (t3 - t2));
}

inline double spline(double from, double out, double in, double to, double span_s, double t) {
    return hermite(from, out, in, to, span_s, t);
}

inline glm::dvec3 spline(const glm::dvec3& from, const glm::dvec3& out, const glm::dvec3& in,
                         const glm::dvec3& to, double span_s, double t) {
    return hermite(from, out, in, to, span_s, t);
}

inline glm::dquat spline(const glm::dquat& from, const glm::dquat& out, const glm::dquat& in,
                         const glm::dquat& to, double span_s, double t) {
    const glm::dquat result = hermite(from, out, in, to, span_s, t);
    const double length = glm::length(result);
    constexpr double kShortest = 1e-9;
    return length > kShortest ? result / length : from;  // between two opposite keys the length may be 0
}

// The value between keys number `from` and `to`, which are `span_s` apart. t: 0..1.
template <typename Value>
Value between(const Track<Value>& track, std::size_t from, std::size_t to, double span_s, double t) {
    const Value& a = track.keys[from].value;
    const Value& b = track.keys[to].value;
    switch (track.interpolation) {
        case Interpolation::kStep:
            return t < 1.0 ? a : b;
        case Interpolation::kCubic:
            return spline(a, track.tangents[from].out, track.tangents[to].in, b, span_s, t);
        case Interpolation::kLinear:
            break;
    }
    return a == b ? a : interpolate(a, b, t);
}

// The track must have keys.
template <typename Value>
Value sampleTrack(const Track<Value>& track, TrackMoment& moment) {
    const std::vector<Key<Value>>& keys = track.keys;
    const double time_s = moment.time_s;
    if (time_s <= keys.front().time_s) {
        // Before the first key of the track its value is held.
        return keys.front().value;
    }
    const bool hit = moment.hint > 0 && moment.hint < keys.size() && keys[moment.hint - 1].time_s <= time_s &&
                     time_s < keys[moment.hint].time_s;
    if (!hit) {
        const auto after = std::upper_bound(keys.begin(), keys.end(), time_s,
                                            [](double t, const Key<Value>& key) { return t < key.time_s; });
        moment.hint = static_cast<std::size_t>(after - keys.begin());
    }
    if (moment.hint == keys.size()) {
        if (moment.closing_s <= 0.0 || time_s <= moment.last_key_s) return keys.back().value;
        return between(track, keys.size() - 1, 0, moment.closing_s,
                       std::min(1.0, (time_s - moment.last_key_s) / moment.closing_s));
    }
    const double before_s = keys[moment.hint - 1].time_s;
    const double span_s = keys[moment.hint].time_s - before_s;
    return between(track, moment.hint - 1, moment.hint, span_s, (time_s - before_s) / span_s);
}

}  // namespace phalanx
