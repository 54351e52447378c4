// What happens in the clips of a model, and when: markers of its file, and footsteps found in its poses.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct ClipMarker {
    std::string name;
    double phase = 0.0;        // cycles: 0 .. 1, below 1 in clips that loop
    std::uint32_t cycles = 0;  // the same * 2^32, rounded; in one-shots at most 2^32 - 1
    bool found = false;        // by the poses, not given

    friend bool operator==(const ClipMarker&, const ClipMarker&) = default;
};
using ClipMarkers = std::vector<ClipMarker>;  // of one clip, by phase

// Of each clip. A footstep is where a foot comes down that was lifted: "footstep.L" and "footstep.R", or
// "footstep." and the ankle's name in models whose feet are not one left and one right. Clips whose file has
// markers that begin with "footstep" keep those only. Takes some milliseconds per clip.
std::vector<ClipMarkers> clipMarkers(const Model& model);

// The name of the footsteps of one of a model's ankles.
std::string footstepName(const Model& model, std::span<const int> ankles, int ankle);

// Gives the clip these markers, found ones among them.
void giveMarkers(const ClipMarkers& markers, Clip& clip);

// A crossing of a marker by a unit that plays the clip at speed 1, with phase 0 at 0 s.
struct MarkerTime {
    double seconds = 0.0;
    std::size_t marker = 0;  // into the clip's markers
};

// Those with from_s <= seconds < to_s, by time. Loops have played for ever; a one-shot begins at 0 s and ends
// once.
std::vector<MarkerTime> markerTimes(const Clip& clip, const ClipMarkers& markers, double from_s, double to_s);

}  // namespace phalanx
