#include "crowd/unit_timeline.h"

#include <algorithm>

namespace phalanx {
namespace {

constexpr TickOffset kSteps = 256;       // minimum number of steps in the time range
constexpr TickOffset kMostCycles = 512;  // if the range has more cycles, they are not separated
constexpr TickOffset kStepsACycle = 3;   // so that no step contains a whole cycle
constexpr int kProbe = 64;               // ticks over which the speed is measured

class LaneView {
  public:
    LaneView(const UnitPlayback& playback, ClipLane lane) : playback_(playback), lane_(lane) {}

    // Since the start of the cycle, in the direction in which the clip runs: cycles * 2^32.
    std::uint32_t phase(TickOffset at) const {
        const std::uint32_t phase = phaseOf(phasesAt(playback_, at), lane_);
        return back() ? ~phase : phase;
    }
    bool back() const {
        const glm::uvec4& playback = playback_.unit.playback;
        return layout::runsBack(lane_ == ClipLane::kA ? playback.z : playback.w);
    }
    bool loops() const { return clip().z != 0U; }
    std::uint32_t intervals() const { return std::max(1U, clip().y); }
    bool runs(TickOffset at) const { return phase(at + 1) != phase(at); }

    // The shortest duration of a cycle in ticks. In step, a clip may run at the faster rate of the two clips.
    TickOffset shortestCycle() const {
        const bool in_step = (playback_.unit.fade.w & PH_FLAG_IN_STEP) != 0U;
        const std::uint32_t a = layout::rateSize(playback_.unit.playback.z);
        const std::uint32_t b = layout::rateSize(playback_.unit.playback.w);
        const std::uint32_t rate = in_step ? std::max(a, b) : lane_ == ClipLane::kA ? a : b;
        constexpr std::uint64_t kCycle = std::uint64_t{1} << 32U;
        if (rate == 0U) return kEndOfTime;
        return static_cast<TickOffset>(std::min<std::uint64_t>(kCycle / rate, kEndOfTime));
    }

    // The first tick in (before, after] for which `holds` is true. It must be true at `after`, and stay true
    // once it is.
    template <typename Holds>
    static TickOffset firstWhere(TickOffset before, TickOffset after, const Holds& holds) {
        while (after - before > 1) {
            const TickOffset middle = before + (after - before) / 2;
            (holds(middle) ? after : before) = middle;
        }
        return after;
    }

  private:
    const glm::uvec4& clip() const { return lane_ == ClipLane::kA ? playback_.clip_a : playback_.clip_b; }

    const UnitPlayback& playback_;
    ClipLane lane_;
};

class BlockList {
  public:
    BlockList(const LaneView& view, TickOffset from) : view_(view) {
        blocks_.push_back({from, from, view.runs(from)});
    }

    // Extends the blocks to `at`. Until then the clip changes at most once between running and standing
    // still.
    void goOnTo(TickOffset at) {
        LaneBlock& last = blocks_.back();
        if (at <= last.until) return;
        const bool runs = view_.runs(at);
        if (runs == last.runs) {
            last.until = at;
            return;
        }
        const TickOffset change =
            LaneView::firstWhere(last.until, at, [&](TickOffset t) { return view_.runs(t) == runs; });
        last.until = change;
        blocks_.push_back({change, at, runs});
    }
    void restart(TickOffset at) {
        blocks_.back().until = at;
        blocks_.push_back({at, at, view_.runs(at)});
    }
    std::vector<LaneBlock> take(TickOffset until) {
        blocks_.back().until = until;
        std::erase_if(blocks_, [](const LaneBlock& block) { return block.until <= block.from; });
        return std::move(blocks_);
    }

  private:
    const LaneView& view_;
    std::vector<LaneBlock> blocks_;
};

}  // namespace

UnitPlayback playbackOf(const Crowd& crowd, std::uint32_t unit, Ticks now) {
    const UnitInstance& instance = crowd.unit(unit);
    const int model = crowd.modelOf(unit);
    return {instance, crowd.clipEntry(model, instance.playback.y & 0xFFFFU),
            crowd.clipEntry(model, instance.playback.y >> 16U), crowd.schedule(now)};
}

layout::UnitPhases phasesAt(const UnitPlayback& playback, TickOffset at) {
    layout::Schedule schedule = playback.schedule;
    schedule.clock.x += static_cast<Ticks>(at);
    return layout::unitPhases(playback.unit, playback.clip_a, playback.clip_b, schedule);
}

KnownTime knownTime(const UnitPlayback& playback) {
    const Ticks now = playback.schedule.clock.x;
    const layout::UnitInstance& unit = playback.unit;
    // A one-shot may start in the future; the time since which it waits is not known.
    KnownTime known{std::min(0, static_cast<TickOffset>(unit.playback.x - now)), kEndOfTime};
    if (unit.fade.w >> PH_FADE_MODE_SHIFT == PH_FADE_EVENT) {
        const Ticks end = unit.fade.z + (unit.fade.w & PH_FADE_VALUE_MAX);
        known.until = std::max(0, static_cast<TickOffset>(end - now));
    }
    return known;
}

std::uint32_t phaseOf(const layout::UnitPhases& phases, ClipLane lane) {
    return lane == ClipLane::kA ? phases.a : phases.b;
}

std::vector<LaneBlock> laneBlocks(const UnitPlayback& playback, ClipLane lane, TickOffset from,
                                  TickOffset until) {
    if (until <= from) return {};
    const LaneView view(playback, lane);
    const TickOffset cycle = view.shortestCycle();
    if (cycle < (until - from) / kMostCycles) return {{from, until, view.runs(from)}};
    const TickOffset step = std::max(1, std::min((until - from) / kSteps, cycle / kStepsACycle));
    BlockList blocks(view, from);
    std::uint32_t phase = view.phase(from);
    for (TickOffset at = from; at < until;) {
        const TickOffset next = std::min(at + step, until);
        const std::uint32_t phase_next = view.phase(next);
        if (phase_next < phase) {
            const TickOffset restart =
                LaneView::firstWhere(at, next, [&](TickOffset t) { return view.phase(t) < phase; });
            // One tick before the restart, the phase changes even if the clip stands still.
            blocks.goOnTo(restart - 2);
            blocks.restart(restart);
        }
        blocks.goOnTo(next);
        at = next;
        phase = phase_next;
    }
    return blocks.take(until);
}

std::vector<TickOffset> frameTimes(const UnitPlayback& playback, ClipLane lane, TickOffset from,
                                   TickOffset until) {
    const LaneView view(playback, lane);
    const auto intervals = static_cast<double>(view.intervals());
    const auto frameOf = [&](std::uint32_t phase) { return phase * 0x1p-32 * intervals; };
    const TickOffset step = std::max(1, static_cast<TickOffset>(view.shortestCycle() / (intervals * 4.0)));
    std::vector<TickOffset> times;
    double frame = frameOf(view.phase(from));
    for (TickOffset at = from; at < until;) {
        const TickOffset next = std::min(at + step, until);
        const double frame_next = frameOf(view.phase(next));
        const double whole = std::floor(frame_next);
        if (whole > std::floor(frame)) {
            const double share = (whole - frame) / (frame_next - frame);
            times.push_back(at + static_cast<TickOffset>(std::lround(share * (next - at))));
        }
        at = next;
        frame = frame_next;
    }
    return times;
}

double cyclesPerSecond(const UnitPlayback& playback, ClipLane lane) {
    const LaneView view(playback, lane);
    const std::uint32_t now = view.phase(0);
    const std::uint32_t later = view.phase(kProbe);
    if (!view.loops() && later < now) return 0.0;
    const double cycles = (later - now) * 0x1p-32;
    return (view.back() ? -cycles : cycles) / kProbe * PH_TICKS_PER_SECOND;
}

}  // namespace phalanx
