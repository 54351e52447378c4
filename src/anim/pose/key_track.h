// Samples a track of keys at a point in time. Used for exact poses, not for baked ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

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

// Keys must not be empty.
template <typename Value>
Value sampleTrack(const std::vector<Key<Value>>& keys, TrackMoment& moment) {
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
        const Key<Value>& last = keys.back();
        if (moment.closing_s <= 0.0 || time_s <= moment.last_key_s) return last.value;
        return interpolate(last.value, keys.front().value,
                           std::min(1.0, (time_s - moment.last_key_s) / moment.closing_s));
    }
    const Key<Value>& before = keys[moment.hint - 1];
    const Key<Value>& next = keys[moment.hint];
    if (before.value == next.value) return before.value;
    const double span = next.time_s - before.time_s;
    return interpolate(before.value, next.value, span > 0.0 ? (time_s - before.time_s) / span : 1.0);
}

}  // namespace phalanx
