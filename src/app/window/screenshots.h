// Screenshots of the window, with its panels, as PNG files.
#pragma once

#include <string>

#include "app/window/session/session.h"
#include "app/window/session/state_text.h"

namespace phalanx {

class Screenshots {
  public:
    explicit Screenshots(Session& session) : session_(session) {}

    void request() { requested_ = true; }
    // Call when a frame is complete, before the swap: writes the file if one was requested, and says so.
    void takeIfRequested();
    void addState(StateText& state) const { state.addLine("screenshot", last_); }

  private:
    Session& session_;
    bool requested_ = false;
    std::string last_;  // file; "": none yet
};

}  // namespace phalanx
