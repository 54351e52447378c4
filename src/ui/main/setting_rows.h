// Rows of panels that show settings, by the settings table.
#pragma once

#include <functional>
#include <string_view>

#include "settings/settings.h"
#include "ui/toolkit/setting_widget.h"

namespace phalanx {

// One row, with its default widget.
bool settingRow(Form& form, Settings& settings, std::string_view key, const SettingLook& look = {});
// The widget alone, in a row that has begun.
bool settingWidget(Form& form, Settings& settings, std::string_view key, const SettingLook& look = {});

// All rows of a group in the order of the table. `special` draws a row in another way and returns true, or
// returns false. Settings that are `beside` another one share its row.
void settingGroup(Form& form, Settings& settings, std::string_view group,
                  const std::function<bool(std::string_view key)>& special = {});

}  // namespace phalanx
