// User settings, applied to every window: $XDG_CONFIG_HOME/phalanx/settings.json, or
// ~/.config/phalanx/settings.json if XDG_CONFIG_HOME is not set.
//
//   {"options": {"ui-scale": 1.25, "size": "1600x900", "formation": "ring"}}
//
// The keys are the long options of `phalanx run`, as in a scene. The command line takes precedence over a
// scene, a scene over the user settings, and these over the defaults.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/scene/scene.h"

namespace phalanx {

// Empty if there is no home folder.
std::filesystem::path userSettingsFile();

// Returns a scene without options if there is no such file. Throws Error (kInput), with the place in the
// file, for what parseScene() rejects and for anything but "options".
Scene readUserSettings();

// Writes one setting and keeps the others; nullopt removes it. Throws Error if readUserSettings() rejects the
// file, or if it cannot be written.
void keepUserSetting(std::string_view key, const std::optional<SettingValue>& value);

}  // namespace phalanx
