// The part of the window's state that the session holds, for those who drive it from outside.
#pragma once

#include "app/window/session/session.h"
#include "app/window/session/state_text.h"

namespace phalanx {

// Window, settings, panels, camera and what the last frame drew.
void addSession(StateText& state, const Session& session);
// Rectangles of the widgets, and where soldiers are on the screen, at half their height.
void addPlaces(StateText& state, const Session& session);

}  // namespace phalanx
