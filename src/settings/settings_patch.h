// What one source (a command line, a scene, the user's settings) says of the settings.
#pragma once

#include <string_view>
#include <vector>

#include "settings/settings.h"

namespace phalanx {

// Some settings with a value each, checked: what one source gives. Sources are laid over each other by
// apply(): the user's settings, then a scene, then the command line.
class SettingsPatch {
  public:
    // The last value of a setting counts. Throws SettingError.
    void give(const Setting<Settings>& row, const SettingValue& value);
    // All that `other` gives.
    void add(const SettingsPatch& other);
    void drop(const Setting<Settings>& row);
    bool gives(std::string_view key) const;
    const SettingValue* find(std::string_view key) const;  // nullptr: it does not give it
    // A weight of clip B without a crossfade in the same source switches the automatic crossfade off.
    void apply(Settings& settings) const;

    struct Given {
        const Setting<Settings>* row;
        SettingValue value;
    };
    const std::vector<Given>& all() const { return given_; }

  private:
    std::vector<Given> given_;
};

}  // namespace phalanx
