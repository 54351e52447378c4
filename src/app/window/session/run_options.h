// The options that a window is opened with.
#pragma once

#include <optional>
#include <string>

#include "app/scene/scene_options.h"

namespace phalanx {

struct RunOptions : SceneOptions {
    RunOptions() {
        own_frames = kOwnFrames;
        graph_may_fail = true;
    }

    bool last = false;          // restore the last session
    bool fit = false;           // choose units and render scale for 60 frames per second, and keep them
    std::optional<int> frames;  // close the window after this number of frames and print statistics
    std::string log_events;     // file for the events; "": none
    std::string dump_state;  // file that the window's state is written to in each frame, for tests; "": none
};

// layerSettings() with the user's settings. Throws Error if they cannot be read.
void layerAllSettings(RunOptions& options);

// Reads a scene by its name. Returns the options of a window that is opened with it. Throws Error.
RunOptions optionsOfScene(const std::string& name);

}  // namespace phalanx
