#include "settings/settings_patch.h"

#include <algorithm>

namespace phalanx {

void SettingsPatch::give(const Setting<Settings>& row, const SettingValue& value, const std::string& place) {
    // put() does further checks, for example the format of a size.
    Settings trial;
    row.set(trial, value);
    drop(row);
    given_.push_back({&row, checkedValue(row, value), place});
}

void SettingsPatch::add(const SettingsPatch& other) {
    for (const Given& given : other.given_) {
        drop(*given.row);
        given_.push_back(given);
    }
}

void SettingsPatch::drop(const Setting<Settings>& row) {
    std::erase_if(given_, [&](const Given& given) { return given.row == &row; });
}

bool SettingsPatch::gives(std::string_view key) const {
    return find(key) != nullptr;
}

const SettingValue* SettingsPatch::find(std::string_view key) const {
    const auto found = std::ranges::find(given_, key, [](const Given& given) { return given.row->key; });
    return found == given_.end() ? nullptr : &found->value;
}

Error SettingsPatch::placed(const SettingError& error) const {
    const auto found =
        std::ranges::find(given_, error.key(), [](const Given& given) { return given.row->key; });
    if (found == given_.end() || found->place.empty()) return usageError("--" + error.key(), error.text());
    return inputError(found->place, "\"" + error.key() + "\" " + error.text());
}

void SettingsPatch::apply(Settings& settings) const {
    for (const Given& given : given_) given.row->put(settings, given.value);
    if (gives("blend") && !gives("crossfade")) settings.crowd.crossfade_s = 0.0;
}

}  // namespace phalanx
