// Options of commands that open a scene.
#pragma once

#include <optional>
#include <string>

#include "app/army/common_options.h"
#include "app/scene/scene.h"

namespace phalanx {

struct SceneOptions : CommonOptions {
    std::string scene_name;      // a file, or the name of one that comes with Phalanx; "": none
    std::optional<Scene> scene;  // its settings are already applied to `settings`

    bool hasFallen() const { return scene && !scene->fallen.empty(); }
};

// Computes `settings`: as they are, overridden by `users`, by those of the scene, if there is one, and by
// `given`. Afterwards `given` contains the values of all three.
void layerSettings(SceneOptions& options, const SettingsPatch& users = {});

}  // namespace phalanx
