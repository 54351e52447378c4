// Settings as JSON and as text: reads values from scenes and command lines, writes them to scenes, results
// and the state dump.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "settings/settings.h"

namespace phalanx {

// The sections of a scene file that contain settings.
enum class SceneSection : std::uint8_t {
    kOptions,   // "options"
    kWindow,    // "window", which also contains state that is not a setting
    kMistakes,  // "mistakes", a list of keys
};
SceneSection sectionOf(const Setting<Settings>& row);

// Converts a JSON value to a value of the setting. `name`: the key in the file; if it is the row's off_key,
// the value is negated. Strings are parsed as on the command line, so "12" is accepted as a number. Throws
// SettingError, with `name` as its key.
SettingValue valueFromJson(const Setting<Settings>& row, std::string_view name,
                           const nlohmann::ordered_json& value);
// The key and the value that a scene file stores for the setting. A null value means that the setting is not
// stored, because it has its default.
std::pair<std::string_view, nlohmann::ordered_json> sceneEntry(const Setting<Settings>& row,
                                                               const SettingValue& value);

// The settings of these groups by resultKey(). Numbers are JSON numbers, or "auto" if the program determines
// them.
nlohmann::json resultsOf(const Settings& settings, std::span<const std::string_view> groups);
// All settings except those of the group Window, by resultKey(), as text; switches are 0 or 1.
std::vector<std::pair<std::string, std::string>> stateOf(const Settings& settings);

}  // namespace phalanx
