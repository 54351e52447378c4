// The playback of one unit before and after a moment, computed from its 64 bytes by the formulas of
// playback.h. The shaders use the same formulas, so the timeline always agrees with the image. No GL.
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
    layout::Schedule schedule{};  // at the moment
};
UnitPlayback playbackOf(const Crowd& crowd, std::uint32_t unit, Ticks now);

// Ticks since the moment; negative: before it. All times here are within a day of it.
using TickOffset = std::int32_t;

layout::UnitPhases phasesAt(const UnitPlayback& playback, TickOffset at);

// The time range for which the unit's bytes are valid: from the last time they were written to the end of a
// single crossfade, after which the crowd rewrites them.
struct KnownTime {
    TickOffset from = 0;
    TickOffset until = 0;

    bool holds(TickOffset at) const { return at >= from && at <= until; }
};
inline constexpr TickOffset kEndOfTime = std::int32_t{1} << 30U;
KnownTime knownTime(const UnitPlayback& playback);

enum class ClipLane : std::uint8_t { kA, kB };
std::uint32_t phaseOf(const layout::UnitPhases& phases, ClipLane lane);  // cycles * 2^32

// A time range in which a clip runs without restarting, or stands still, as one-shots do before they start
// and after their end.
struct LaneBlock {
    TickOffset from = 0;
    TickOffset until = 0;
    bool runs = false;
};

// The blocks from `from` to `until`, in order and without gaps, clipped to this range. Cycles shorter than
// 1/512 of the range are not separated. Takes a few hundred evaluations of the playback.
std::vector<LaneBlock> laneBlocks(const UnitPlayback& playback, ClipLane lane, TickOffset from,
                                  TickOffset until);

// The times at which the running clip reaches its baked frames. Interpolated linearly between samples that
// are at most a quarter of a frame apart.
std::vector<TickOffset> frameTimes(const UnitPlayback& playback, ClipLane lane, TickOffset from,
                                   TickOffset until);

// Cycles per second after the moment; 0 if the clip stands still.
double cyclesPerSecond(const UnitPlayback& playback, ClipLane lane);

}  // namespace phalanx
