// Searches for the number of units that this machine draws at 30 frames per second, at the start of a window
// without a given number of units.
#pragma once

#include <optional>

#include "app/army/auto_units.h"
#include "app/window/session/session.h"

namespace phalanx {

class UnitSearch {
  public:
    explicit UnitSearch(Session& session) : session_(session) {}

    void begin();
    bool running() const { return search_.has_value(); }
    // Adds the time of a frame drawn with the current number. Returns true when the search has ended.
    bool addFrame(double frame_ms);
    void stop();

  private:
    void report();

    Session& session_;
    std::optional<AutoUnits> search_;
};

}  // namespace phalanx
