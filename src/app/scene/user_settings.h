// What a person wants of every window: $XDG_CONFIG_HOME/phalanx/settings.json, or below ~/.config where that
// is not set.
//
//   {"options": {"ui-scale": 1.25, "size": "1600x900", "formation": "ring"}}
//
// The keys are the long options of `phalanx run`, as in a scene. The command line goes before a scene, a
// scene before these, and these before the defaults.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/scene/scene.h"

namespace phalanx {

// Empty where there is no home.
std::filesystem::path userSettingsFile();

// Without options where there is no such file. Throws Error (kInput), with the place, for what parseScene()
// refuses and for all but options.
Scene readUserSettings();

// Writes one setting, and keeps the others; no value removes it. Throws Error: the file is none that
// readUserSettings() takes, or cannot be written.
void keepUserSetting(std::string_view key, const std::optional<SettingValue>& value);

}  // namespace phalanx
