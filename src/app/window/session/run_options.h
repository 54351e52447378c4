// The options that a window is opened with.
#pragma once

#include <optional>
#include <string>

#include "app/army/common_options.h"
#include "app/scene/scene.h"

namespace phalanx {

struct RunOptions : CommonOptions {
    RunOptions() { own_frames = kCorpses; }

    bool last = false;           // restore the last session
    bool fit = false;            // choose units and render scale for 60 frames per second, and keep them
    std::string scene_name;      // "": none
    std::optional<int> frames;   // close the window after this number of frames and print statistics
    std::optional<Scene> scene;  // its settings are already applied to `settings`
    std::string log_events;      // file for the events; "": none
    std::string dump_state;  // file that the window's state is written to in each frame, for tests; "": none
};

// Computes `settings`: the user's settings, overridden by those of the scene, overridden by `given`.
// Afterwards `given` contains the values of all three. Throws Error if the user's settings cannot be read.
void layerSettings(RunOptions& options);

// Reads a scene by its name. Returns the options of a window that is opened with it. Throws Error.
RunOptions optionsOfScene(const std::string& name);

}  // namespace phalanx
