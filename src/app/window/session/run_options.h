// What a window is opened with.
#pragma once

#include <optional>
#include <string>

#include "app/army/common_options.h"
#include "app/scene/scene.h"

namespace phalanx {

struct RunOptions : CommonOptions {
    bool last = false;           // go on with the last session
    std::string scene_name;      // "": none
    std::optional<int> frames;   // end after so many, with statistics
    std::optional<Scene> scene;  // its settings are in `settings` already
    std::string dump_state;      // file that the window's state is written to on request, for tests
};

// Computes `settings`: the user's settings, over them those of the scene, over them `given`. Afterwards
// `given` has what any of these gives. Throws Error for the user's settings.
void layerSettings(RunOptions& options);

// The scene's file by its name, as if the window were opened with it. Throws Error.
RunOptions optionsOfScene(const std::string& name);

}  // namespace phalanx
