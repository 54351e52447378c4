// What one unit plays before and after a moment, worked out from his 64 bytes by playback.h as the picture
// is, so that it cannot say anything else. No GL.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "crowd/crowd.h"
#include "playback.h"

namespace phalanx {

struct UnitPlayback {
    UnitInstance unit{};
    glm::uvec4 clip_a{0U};  // entries of the clip table
    glm::uvec4 clip_b{0U};
    layout::Schedule schedule{};  // of the moment
};
UnitPlayback playbackOf(const Crowd& crowd, std::uint32_t unit, Ticks now);

// Ticks from the moment on; negative: before it. All times here are such, within a day.
using TickOffset = std::int32_t;

layout::UnitPhases phasesAt(const UnitPlayback& playback, TickOffset at);

// What his bytes tell: from when they were written last to the end of a fade that happens once, after which
// the crowd writes them anew.
struct KnownTime {
    TickOffset from = 0;
    TickOffset until = 0;

    bool holds(TickOffset at) const { return at >= from && at <= until; }
};
inline constexpr TickOffset kEndOfTime = std::int32_t{1} << 30U;
KnownTime knownTime(const UnitPlayback& playback);

enum class ClipLane : std::uint8_t { kA, kB };
std::uint32_t phaseOf(const layout::UnitPhases& phases, ClipLane lane);  // cycles * 2^32

// A stretch in which a clip runs on without beginning anew, or stands: a one-shot before it begins and after
// its end.
struct LaneBlock {
    TickOffset from = 0;
    TickOffset until = 0;
    bool runs = false;
};

// In order, without gaps, from `from` to `until`; cut off there. Cycles that are shorter than 1/512 of that
// are not told apart. Some hundred evaluations of the playback.
std::vector<LaneBlock> laneBlocks(const UnitPlayback& playback, ClipLane lane, TickOffset from,
                                  TickOffset until);

// When the clip comes to each of its baked frames, where it runs: by straight lines between moments that lie
// a quarter of a frame apart or less.
std::vector<TickOffset> frameTimes(const UnitPlayback& playback, ClipLane lane, TickOffset from,
                                   TickOffset until);

// Cycles a second, from the moment on; 0 where it stands.
double cyclesPerSecond(const UnitPlayback& playback, ClipLane lane);

}  // namespace phalanx
