#include "app/window/session/run_options.h"

#include "app/scene/user_settings.h"

namespace phalanx {

void layerSettings(RunOptions& options) {
    const SettingsPatch command_line = options.given;
    const std::vector<std::string> files = options.settings.army.files;
    options.given = readUserSettings().settings;
    options.given.apply(options.settings);
    if (options.scene) {
        options.scene->settings.apply(options.settings);
        options.given.add(options.scene->settings);
        if (files.empty()) options.settings.army.files = options.scene->models;
    }
    command_line.apply(options.settings);
    options.given.add(command_line);
}

RunOptions optionsOfScene(const std::string& name) {
    RunOptions options;
    options.scene = readScene(findScene(name));
    layerSettings(options);
    return options;
}

}  // namespace phalanx
