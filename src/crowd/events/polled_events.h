// What a program hears of events that makes EventMistakes, and how many it loses. The exact events, by which
// it is counted, are those of EventQueue.
#pragma once

#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "crowd/events/event_mistakes.h"
#include "crowd/events/event_queue.h"

namespace phalanx {

class PolledEvents {
  public:
    // markers: per model, per clip.
    explicit PolledEvents(const std::vector<std::vector<ClipMarkers>>& markers);

    // A frame begins, in which these units are drawn; by unit, units beyond `drawn` are not.
    void beginFrame(const EventMistakes& mistakes, std::vector<bool> drawn);
    // Counts what happened to all units since the last call and before `now`. Call it before anything changes
    // the crowd at `now`, any number of times per frame. The first call, and one with an earlier `now`,
    // begins there.
    void advance(const Crowd& crowd, Ticks now);
    // Whether the program hears of it in this frame. Asked again, the answer is the same.
    bool hears(const Crowd& crowd, const Crossing& crossing);

    struct Counts {
        std::uint64_t happened = 0;
        std::uint64_t heard = 0;

        std::uint64_t lost() const { return happened - heard; }
    };
    const Counts& counts() const { return counts_; }
    const EventQueue& queue() const { return queue_; }

  private:
    EventQueue queue_;
    // Per model, clip, marker: the number of its name.
    std::vector<std::vector<std::vector<std::uint32_t>>> names_;
    bool begun_ = false;
    EventMistakes mistakes_;
    std::vector<bool> drawn_;
    // By unit and name: the first crossing of this frame.
    std::unordered_map<std::uint64_t, std::tuple<EventTime, float, std::uint32_t, std::uint32_t>> first_;
    Counts counts_;
};

}  // namespace phalanx
