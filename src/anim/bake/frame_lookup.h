// Finds the baked frames before and after a phase, as encode.h defines and the shaders implement it.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "anim/bake/bake.h"
#include "anim/bake/switches.h"

namespace phalanx {

struct FramePair {
    std::uint32_t before = 0;  // frame numbers in the whole animation; equal for kNearest
    std::uint32_t after = 0;
    double within = 0.0;  // position between them, 0..1; 0 for kNearest
};

inline FramePair lookUpFrames(const BakedClip& clip, double phase, FrameLookup lookup) {
    const double frame = std::clamp(phase, 0.0, 1.0) * clip.intervals;
    const double whole = std::min(std::floor(frame), static_cast<double>(clip.intervals) - 1.0);
    FramePair pair;
    pair.before = clip.first_frame + static_cast<std::uint32_t>(whole);
    pair.after = pair.before + 1;
    pair.within = frame - whole;
    if (lookup == FrameLookup::kNearest) {
        pair.before = pair.within < 0.5 ? pair.before : pair.after;
        pair.after = pair.before;
        pair.within = 0.0;
    }
    return pair;
}

inline FramePair lookUpFrames(std::span<const BakedClip> clips, int clip, double phase, FrameLookup lookup) {
    assert(clip >= 0 && static_cast<std::size_t>(clip) < clips.size());
    return lookUpFrames(clips[static_cast<std::size_t>(clip)], phase, lookup);
}

}  // namespace phalanx
