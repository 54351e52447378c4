#include "app/window/session/run_options.h"

#include "app/scene/user_settings.h"

namespace phalanx {

void layerAllSettings(RunOptions& options) {
    layerSettings(options, readUserSettings().settings);
}

RunOptions optionsOfScene(const std::string& name) {
    RunOptions options;
    options.scene = readScene(findScene(name));
    layerAllSettings(options);
    return options;
}

}  // namespace phalanx
