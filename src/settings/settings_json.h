// Settings as JSON and as text: what a scene or a command line gives, what a scene keeps, what results and
// the state dump report.
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

// The parts of a scene that hold settings.
enum class SceneSection : std::uint8_t {
    kOptions,   // "options"
    kWindow,    // "window", beside what is no setting
    kMistakes,  // "mistakes", a list of keys
};
SceneSection sectionOf(const Setting<Settings>& row);

// One value as the setting `name` means it: of the key that switches it off, the contrary. Text is read as on
// a command line, so that "12" is a number too. Throws SettingError, with `name` as its key.
SettingValue valueFromJson(const Setting<Settings>& row, std::string_view name,
                           const nlohmann::ordered_json& value);
// Under which name a scene keeps the setting, and as what; null: not at all, since it is the default.
std::pair<std::string_view, nlohmann::ordered_json> sceneEntry(const Setting<Settings>& row,
                                                               const SettingValue& value);

// By resultKey(), in the order of the table: numbers as numbers, what is found by the program as "auto".
nlohmann::json resultsOf(const Settings& settings, std::span<const std::string_view> groups);
// The same of all but the window's own, as texts; switches are 0 or 1.
std::vector<std::pair<std::string, std::string>> stateOf(const Settings& settings);

}  // namespace phalanx
