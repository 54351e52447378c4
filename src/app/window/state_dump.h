// The state of the session in the state dump (RunOptions::dump_state).
#pragma once

#include "app/window/session/session.h"
#include "app/window/session/state_text.h"

namespace phalanx {

// Adds window, settings, panels, camera, and the statistics of the last frame.
void addSession(StateText& state, const Session& session);
// Adds the rectangles of the widgets, and the positions of soldiers on the screen at half their height.
void addPlaces(StateText& state, const Session& session);

}  // namespace phalanx
