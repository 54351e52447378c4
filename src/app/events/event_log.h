// A file with all events of an army: a line per crossing of a marker, in order.
//
//   seconds,unit,clip,event
//   0.2500,17,Walk,footstep.L
#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "app/events/army_markers.h"
#include "crowd/events/event_queue.h"
#include "crowd/events/polled_events.h"

namespace phalanx {

class EventLog {
  public:
    // Throws Error (kEnvironment) if the file cannot be written.
    explicit EventLog(const std::string& file);

    // Writes what happened since the last call and before `now`. Call it before anything changes the crowd at
    // `now`, and in each frame. The first call, and one after markersChanged() or with an earlier `now`,
    // begins there. polled: writes only what this program hears of.
    void advance(const Crowd& crowd, const ArmyMarkers& markers, Ticks now, PolledEvents* polled = nullptr);
    void markersChanged() { queue_.reset(); }

    // Throws Error (kEnvironment) if not everything could be written.
    void close();

  private:
    std::string file_;
    std::ofstream out_;
    std::optional<EventQueue> queue_;
    std::uint64_t lines_ = 0;
};

}  // namespace phalanx
