#include "crowd/events/crossings.h"

#include <algorithm>
#include <cmath>

namespace phalanx {
namespace {

constexpr std::int64_t kCycle = std::int64_t{1} << 32U;

std::uint32_t clipOf(const UnitPlayback& playback, ClipLane lane) {
    const std::uint32_t clips = playback.unit.playback.y;
    return lane == ClipLane::kA ? clips & 0xFFFFU : clips >> 16U;
}
std::int64_t rateOf(const UnitPlayback& playback, ClipLane lane) {
    const glm::uvec4& unit = playback.unit.playback;
    return static_cast<std::int32_t>(lane == ClipLane::kA ? unit.z : unit.w);
}
bool loops(const UnitPlayback& playback, ClipLane lane) {
    return (lane == ClipLane::kA ? playback.clip_a : playback.clip_b).z != 0U;
}
bool inStep(const UnitPlayback& playback) {
    return (playback.unit.fade.w & PH_FLAG_IN_STEP) != 0U;
}
std::uint32_t modeOf(const UnitPlayback& playback) {
    return playback.unit.fade.w >> PH_FADE_MODE_SHIFT;
}
std::span<const ClipMarker> laneMarkers(const UnitPlayback& playback, ClipLane lane,
                                        std::span<const ClipMarkers> markers) {
    const std::uint32_t clip = clipOf(playback, lane);
    return clip < markers.size() ? std::span<const ClipMarker>(markers[clip]) : std::span<const ClipMarker>();
}

// How far a loop has come since the unit's start, cycles * 2^32: exact for a lane of its own rate, else to a
// fraction of a cycle.
std::int64_t roughCycles(const UnitPlayback& playback, ClipLane lane, TickOffset at) {
    const Ticks now = playback.schedule.clock.x + static_cast<Ticks>(at);
    if (!inStep(playback)) {
        const auto elapsed = static_cast<std::int32_t>(now - playback.unit.playback.x);
        return rateOf(playback, lane) * elapsed;
    }
    const std::uint32_t since = layout::ticksSince(now, playback.unit.playback.x);
    const std::int64_t a = rateOf(playback, ClipLane::kA);
    const auto faster = static_cast<double>(rateOf(playback, ClipLane::kB) - a);
    layout::Schedule schedule = playback.schedule;
    schedule.clock.x = now;
    const layout::FadeState fade = layout::unitFade(playback.unit, schedule, since);
    const double area = modeOf(playback) == PH_FADE_CONSTANT
                            ? static_cast<double>(fade.weight) * since
                            : static_cast<double>(fade.area_whole) + static_cast<double>(fade.area_rest);
    return a * since + std::llround(faster * area);
}

// The next tick after `at`, up to `until`, at which a one-shot starts again: those of a periodic crossfade do
// in each of its periods. Beyond `until` if none comes.
TickOffset restartAfter(const UnitPlayback& playback, ClipLane lane, TickOffset at, TickOffset until) {
    if (modeOf(playback) != PH_FADE_PERIODIC || loops(playback, lane)) return until + 1;
    const auto period = static_cast<std::int64_t>(playback.schedule.clock.y);
    // periodicFade(): B is played again where a period begins, A where B has been held.
    const std::int64_t in_period = lane == ClipLane::kB ? 0 : period - playback.schedule.clock.z;
    const auto since = static_cast<std::int32_t>(playback.schedule.clock.x - playback.unit.playback.x);
    if (std::int64_t{since} + at < 0) return std::min<TickOffset>(until + 1, -since);
    const std::int64_t time = std::int64_t{since} + at + playback.unit.fade.z - in_period;
    const std::int64_t next = at + period - (time % period + period) % period;
    return static_cast<TickOffset>(std::min<std::int64_t>(next, std::int64_t{until} + 1));
}

class LaneCrossings {
  public:
    LaneCrossings(const UnitPlayback& playback, ClipLane lane, std::span<const ClipMarkers> markers,
                  std::uint32_t unit, EventTime moment, std::vector<Crossing>& crossings)
        : playback_(playback),
          lane_(lane),
          markers_(laneMarkers(playback, lane, markers)),
          unit_(unit),
          moment_(moment),
          crossings_(crossings) {}

    void between(TickOffset from, TickOffset until) const {
        if (markers_.empty()) return;
        for (TickOffset at = from; at < until;) {
            const TickOffset restart = restartAfter(playback_, lane_, at, until);
            // At a restart the phase is the new one, so the old play ends a tick before.
            segment(at, restart <= until ? std::max(restart - 1, at) : until);
            at = restart;
        }
    }

  private:
    std::int64_t cycles(TickOffset at) const { return cyclesAt(playback_, lane_, at); }

    void segment(TickOffset from, TickOffset until) const {
        if (until <= from) return;
        const std::int64_t first = cycles(from);
        const std::int64_t last = cycles(until);
        if (first == last) return;
        const bool back = last < first;
        for (std::uint32_t m = 0; m < markers_.size(); ++m) {
            const std::int64_t place = markers_[m].cycles;
            if (!loops(playback_, lane_)) {
                if (back ? place > last && place <= first : place >= first && place < last)
                    add(m, place, {from, until, first, last});
            } else if (back) {
                for (std::int64_t k = place + floorCycles(first - place); k > last; k -= kCycle)
                    add(m, k, {from, until, first, last});
            } else {
                for (std::int64_t k = place - floorCycles(place - first); k < last; k += kCycle)
                    add(m, k, {from, until, first, last});
            }
        }
    }
    // Rounded down to whole cycles.
    static std::int64_t floorCycles(std::int64_t cycles) { return cycles & ~(kCycle - 1); }

    struct Range {
        TickOffset from = 0;
        TickOffset until = 0;
        std::int64_t first = 0;
        std::int64_t last = 0;
    };

    void add(std::uint32_t marker, std::int64_t place, const Range& range) const {
        const bool back = range.last < range.first;
        // The last tick at which the place is still ahead.
        const auto ahead = [&](TickOffset at) { return back ? cycles(at) >= place : cycles(at) <= place; };
        TickOffset low = range.from;
        TickOffset high = range.until;
        const double share =
            static_cast<double>(place - range.first) / static_cast<double>(range.last - range.first);
        const auto guess =
            static_cast<TickOffset>(range.from + std::floor(share * (range.until - range.from)));
        // At an even rate the guess is right, or off by one.
        for (const TickOffset at : {guess, guess + 1, guess - 1, guess + 2}) {
            if (at <= low || at >= high) continue;
            (ahead(at) ? low : high) = at;
        }
        while (high - low > 1) {
            const TickOffset middle = low + (high - low) / 2;
            (ahead(middle) ? low : high) = middle;
        }
        if (heardLane(playback_, low) != lane_) return;
        const std::int64_t at_low = cycles(low);
        const std::int64_t step = cycles(low + 1) - at_low;
        Crossing crossing;
        crossing.tick = moment_ + low;
        crossing.unit = unit_;
        crossing.clip = clipOf(playback_, lane_);
        crossing.marker = marker;
        crossing.within = step == 0
                              ? 0.0F
                              : std::clamp(static_cast<float>(place - at_low) / static_cast<float>(step),
                                           0.0F, 0.99999994F);
        crossings_.push_back(crossing);
    }

    const UnitPlayback& playback_;
    ClipLane lane_;
    std::span<const ClipMarker> markers_;
    std::uint32_t unit_;
    EventTime moment_;
    std::vector<Crossing>& crossings_;
};

}  // namespace

std::int64_t cyclesAt(const UnitPlayback& playback, ClipLane lane, TickOffset at) {
    const std::uint32_t phase = phaseOf(phasesAt(playback, at), lane);
    if (!loops(playback, lane)) {
        if (rateOf(playback, lane) < 0) return phase == 0U ? -1 : std::int64_t{phase};
        return phase == 0xFFFFFFFFU ? kCycle : std::int64_t{phase};
    }
    const std::int64_t rough = roughCycles(playback, lane, at);
    const std::uint32_t base =
        lane == ClipLane::kA || inStep(playback) ? playback.unit.fade.x : playback.unit.fade.y;
    const std::int64_t near = rough + base;
    return near + static_cast<std::int32_t>(phase - static_cast<std::uint32_t>(near));
}

ClipLane heardLane(const UnitPlayback& playback, TickOffset at) {
    const Ticks now = playback.schedule.clock.x + static_cast<Ticks>(at);
    const std::uint32_t mode = modeOf(playback);
    if (mode == PH_FADE_EVENT || mode == PH_FADE_STRIDE) {
        const bool begun = static_cast<std::int32_t>(now - playback.unit.fade.z) >= 0;
        return begun ? ClipLane::kB : ClipLane::kA;
    }
    return phasesAt(playback, at).weight >= 0.5F ? ClipLane::kB : ClipLane::kA;
}

void appendCrossings(const UnitPlayback& playback, std::span<const ClipMarkers> markers, std::uint32_t unit,
                     EventTime moment, TickOffset from, TickOffset until, std::vector<Crossing>& crossings) {
    for (const ClipLane lane : {ClipLane::kA, ClipLane::kB})
        LaneCrossings(playback, lane, markers, unit, moment, crossings).between(from, until);
}

Outlook outlookOf(const UnitPlayback& playback, std::span<const ClipMarkers> markers) {
    constexpr std::int64_t kCycles = 4;
    constexpr auto kLeast = static_cast<std::int64_t>(0.25 * PH_TICKS_PER_SECOND);
    constexpr auto kMost = static_cast<std::int64_t>(60.0 * PH_TICKS_PER_SECOND);
    const bool repeats = modeOf(playback) == PH_FADE_PERIODIC;
    Outlook outlook;
    std::int64_t ticks = kMost;
    for (const ClipLane lane : {ClipLane::kA, ClipLane::kB}) {
        if (laneMarkers(playback, lane, markers).empty()) continue;
        const std::int64_t rate = inStep(playback) ? std::max(std::abs(rateOf(playback, ClipLane::kA)),
                                                              std::abs(rateOf(playback, ClipLane::kB)))
                                                   : std::abs(rateOf(playback, lane));
        if (rate == 0) continue;
        const std::int64_t cycles = cyclesAt(playback, lane, 0);
        const bool ended = !loops(playback, lane) && !repeats && (cycles == kCycle || cycles == -1);
        if (ended) continue;
        outlook.any = true;
        ticks = std::min(ticks, kCycles * kCycle / rate);
    }
    outlook.ticks = static_cast<TickOffset>(std::clamp(ticks, kLeast, kMost));
    return outlook;
}

}  // namespace phalanx
