#include "app/scene/scene_options.h"

namespace phalanx {

void layerSettings(SceneOptions& options, const SettingsPatch& users) {
    const SettingsPatch command_line = options.given;
    const std::vector<std::string> files = options.settings.army.files;
    options.given = users;
    options.given.apply(options.settings);
    if (options.scene) {
        options.scene->settings.apply(options.settings);
        options.given.add(options.scene->settings);
        if (files.empty()) options.settings.army.files = options.scene->models;
    }
    command_line.apply(options.settings);
    options.given.add(command_line);
}

}  // namespace phalanx
