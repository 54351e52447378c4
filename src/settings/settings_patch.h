// The settings that one source gives: a command line, a scene, or the user's settings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "settings/settings.h"

namespace phalanx {

// A list of settings and their checked values. Sources are applied in this order, each overriding the ones
// before: the user's settings, a scene, the command line.
class SettingsPatch {
  public:
    // Sets a value; the last value given for a setting is used. place: see Given. Throws SettingError.
    void give(const Setting<Settings>& row, const SettingValue& value, const std::string& place = "");
    // Adds all values of `other`, which override values given before.
    void add(const SettingsPatch& other);
    void drop(const Setting<Settings>& row);
    bool gives(std::string_view key) const;
    const SettingValue* find(std::string_view key) const;  // nullptr: not given
    // If the patch gives the weight of clip B (`blend`) but no crossfade, the automatic crossfade is switched
    // off.
    void apply(Settings& settings) const;

    struct Given {
        const Setting<Settings>* row;
        SettingValue value;
        std::string place{};  // "camp.json:3", the file and line that give it; "": the command line
    };
    const std::vector<Given>& all() const { return given_; }

    // An error that becomes known only after the settings were read (the name of a clip), with the place
    // that gave the setting: a file and its line (kInput), or the option (kUsage).
    Error placed(const SettingError& error) const;

  private:
    std::vector<Given> given_;
};

}  // namespace phalanx
