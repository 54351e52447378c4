// A file with all events of an army: a line per crossing of a marker, in order.
//
//   seconds,unit,clip,event
//   0.2500,17,Walk,footstep.L
#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "crowd/events/event_queue.h"

namespace phalanx {

std::vector<std::vector<ClipMarkers>> markersOf(const std::vector<LoadedModel>& models);

class EventLog {
  public:
    // Throws Error (kEnvironment) if the file cannot be written.
    explicit EventLog(const std::string& file);

    // Writes what happened since the last call and before `now`. Call it before anything changes the crowd at
    // `now`, and in each frame. The first call, and one after modelsReplaced() or with an earlier `now`,
    // begins there.
    void advance(const Crowd& crowd, const std::vector<LoadedModel>& models, Ticks now);
    void modelsReplaced() { queue_.reset(); }

    // Throws Error (kEnvironment) if not everything could be written.
    void close();

  private:
    std::string file_;
    std::ofstream out_;
    std::optional<EventQueue> queue_;
    std::uint64_t lines_ = 0;
};

}  // namespace phalanx
