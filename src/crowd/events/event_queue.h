// Says what happens to units, in order, without looking at each of them in each frame: the crossings of the
// next few cycles of each unit wait in a queue, and a unit is looked at again when they have passed or when
// it is changed.
#pragma once

#include <functional>
#include <vector>

#include "crowd/crowd.h"
#include "crowd/events/crossings.h"

namespace phalanx {

class EventQueue {
  public:
    using Listener = std::function<void(const Crossing&)>;

    // markers: per model, per clip: clipMarkers().
    explicit EventQueue(std::vector<std::vector<ClipMarkers>> markers) : markers_(std::move(markers)) {}

    // From `now` on, no unit is listened to. The crowd must be the same in all later calls.
    void begin(const Crowd& crowd, Ticks now);
    // From the queue's time on, which is that of begin() or of the last advance().
    void listen(const Crowd& crowd, std::uint32_t unit);
    void listenToAll(const Crowd& crowd);  // also to units that the crowd gets later
    void forget(std::uint32_t unit);
    bool listensTo(std::uint32_t unit) const { return unit < heard_.size() && heard_[unit] != 0U; }

    // Calls `listener` with each crossing since the last call and before `now`, in the order of
    // Crossing::order(). Call it before anything changes the crowd at `now`.
    void advance(const Crowd& crowd, Ticks now, const Listener& listener);

    const ClipMarker& markerOf(const Crowd& crowd, const Crossing& crossing) const {
        const auto model = static_cast<std::size_t>(crowd.modelOf(crossing.unit));
        return markers_[model][crossing.clip][crossing.marker];
    }
    // The end of the time that was listened to, the crossings that wait, and how often a unit was looked at.
    EventTime time() const { return time_; }
    std::size_t waiting() const { return queue_.size(); }
    std::uint64_t looked() const { return looked_; }
    static constexpr std::size_t entryBytes() { return sizeof(Entry); }

  private:
    // A crossing, or a unit to look at again: those come first, so that all crossings of a tick are known.
    struct Entry {
        Crossing crossing{};
        std::uint32_t version = 0;  // of the unit: after a change, what waited is void
        bool look = false;
    };
    static bool later(const Entry& a, const Entry& b);

    void takeChanges(const Crowd& crowd);
    void look(const Crowd& crowd, std::uint32_t unit, EventTime from);
    void push(Entry entry);

    std::vector<std::vector<ClipMarkers>> markers_;
    bool all_ = false;
    std::vector<std::uint8_t> heard_;      // by unit
    std::vector<std::uint32_t> versions_;  // by unit
    std::vector<Entry> queue_;             // a heap
    std::vector<Crossing> found_;          // scratch
    EventTime time_ = 0;
    std::uint64_t looked_ = 0;
    std::uint64_t changes_ = 0;  // Crowd::changesEnd()
    std::uint64_t layout_ = 0;
};

}  // namespace phalanx
