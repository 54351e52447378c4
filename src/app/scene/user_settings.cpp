#include "app/scene/user_settings.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "core/error.h"
#include "core/file.h"
#include "settings/settings_json.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

fs::path absoluteFromEnvironment(const char* name) {
    const char* value = std::getenv(name);
    fs::path path = value != nullptr ? fs::path(value) : fs::path();
    return path.is_absolute() ? path : fs::path();  // the XDG specification requires ignoring relative paths
}

}  // namespace

fs::path userSettingsFile() {
    fs::path folder = absoluteFromEnvironment("XDG_CONFIG_HOME");
    if (folder.empty()) {
        const fs::path home = absoluteFromEnvironment("HOME");
        if (home.empty()) return {};
        folder = home / ".config";
    }
    return folder / "phalanx" / "settings.json";
}

Scene readUserSettings() {
    const fs::path file = userSettingsFile();
    std::error_code error;
    if (file.empty() || !fs::exists(file, error)) return {};
    Scene settings = readScene(file);
    if (!settings.models.empty() || !settings.soldiers.empty() || settings.window != SceneWindow{} ||
        std::ranges::any_of(settings.settings.all(), [](const SettingsPatch::Given& given) {
            return sectionOf(*given.row) != SceneSection::kOptions;
        }))
        throw inputError(file.string(),
                         "user settings may contain \"options\" only; move models, window and soldiers to a "
                         "scene");
    settings.file = file;
    return settings;
}

void keepUserSetting(std::string_view key, const std::optional<SettingValue>& value) {
    const fs::path file = userSettingsFile();
    if (file.empty())
        throw environmentError("settings",
                               "neither XDG_CONFIG_HOME nor HOME is an absolute path; set one of them");
    Scene scene = readUserSettings();
    const Setting<Settings>& row = settingOf(key);
    if (value) {
        scene.settings.give(row, *value);
    } else if (scene.settings.gives(key)) {
        scene.settings.drop(row);
    } else {
        return;
    }
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error) throw environmentError(file.string(), "cannot be written: " + error.message());
    writeFile(file, sceneText(scene));
}

}  // namespace phalanx
