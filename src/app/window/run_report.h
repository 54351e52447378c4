// The report of `phalanx run --frames N` and `--json` when the window is closed.
#pragma once

#include "app/window/frame_pacing.h"
#include "app/window/session/session.h"

namespace phalanx {

// Prints one line to stdout and writes the JSON file. Does nothing without these options.
void reportRun(const Session& session, const FramePacing& pacing);

}  // namespace phalanx
