// What `phalanx run --frames N` and `--json` report when the window is closed.
#pragma once

#include "app/window/frame_pacing.h"
#include "app/window/session/session.h"

namespace phalanx {

// One line on stdout, and JSON. Nothing, if neither was asked for.
void reportRun(const Session& session, const FramePacing& pacing);

}  // namespace phalanx
