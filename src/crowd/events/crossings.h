// When units pass the markers of their clips: a closed form of the clock and the unit's 64 bytes, like
// everything that it shows. So no crossing is lost and none comes twice, however long the time between two
// looks is.
//
// A unit plays two clips. Only one of them has its say: the clip that it changes to, from the start of the
// change on; without a change, the one with the larger weight.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "anim/events/clip_markers.h"
#include "crowd/unit_timeline.h"

namespace phalanx {

// Ticks since tick 0 of the clock, which does not wrap.
using EventTime = std::int64_t;

// A crossing lies between its tick and the next one.
struct Crossing {
    EventTime tick = 0;
    std::uint32_t unit = 0;
    std::uint32_t clip = 0;
    std::uint32_t marker = 0;  // into the clip's markers
    float within = 0.0F;       // 0 .. 1: after the tick, in ticks

    double seconds() const {
        return (static_cast<double>(tick) + static_cast<double>(within)) / PH_TICKS_PER_SECOND;
    }
    // By time, then by unit: the order does not depend on how the time was divided.
    auto order() const { return std::tuple(tick, within, unit, clip, marker); }
};

// The cycles of one lane, * 2^32, without wrapping: what layout::unitPhases() gives, as a number that goes
// on. Of a one-shot it goes from 0 to 2^32 and stays there; backwards from 2^32 - 1 to -1. A function of the
// tick alone, as long as the unit's bytes stay.
std::int64_t cyclesAt(const UnitPlayback& playback, ClipLane lane, TickOffset at);

// The lane whose markers count.
ClipLane heardLane(const UnitPlayback& playback, TickOffset at);

// Appends the crossings from tick `from` until before tick `until`, both relative to the moment of
// `playback`, whose own place in time is `moment`. A marker is crossed by [cycles at from, cycles at until):
// changes of the unit at `until`, which keep its phases, do not lose or repeat it. markers: per clip of the
// model; clips beyond them have none.
void appendCrossings(const UnitPlayback& playback, std::span<const ClipMarkers> markers, std::uint32_t unit,
                     EventTime moment, TickOffset from, TickOffset until, std::vector<Crossing>& crossings);

// Whether the unit will pass a marker after the moment without being changed, and the time in which it plays
// some cycles of its clips: how far to look ahead.
struct Outlook {
    bool any = false;
    TickOffset ticks = 0;
};
Outlook outlookOf(const UnitPlayback& playback, std::span<const ClipMarkers> markers);

}  // namespace phalanx
