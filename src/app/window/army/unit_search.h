// Finds how many units this machine draws 30 times per second, at the start of a window that was not given a
// number.
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
    // A frame was drawn with the present number. True: the search is over.
    bool addFrame(double frame_ms);
    void stop();

  private:
    void report();

    Session& session_;
    std::optional<AutoUnits> search_;
};

}  // namespace phalanx
