// Rows of panels for settings of the settings table.
#pragma once

#include <functional>
#include <string_view>

#include "settings/settings.h"
#include "ui/toolkit/setting_widget.h"

namespace phalanx {

// One row, with its default widget.
bool settingRow(Form& form, Settings& settings, std::string_view key, const SettingLook& look = {});
// Only the widget, in a row that was started before.
bool settingWidget(Form& form, Settings& settings, std::string_view key, const SettingLook& look = {});

// Only the label of a row, with the setting's help as its tooltip unless `help` is given.
void settingLabel(Form& form, std::string_view key, std::string_view help = {});

// All rows of a group in the order of the table. `special` may draw a row itself and return true. Settings
// that are `beside` another one share its row.
void settingGroup(Form& form, Settings& settings, std::string_view group,
                  const std::function<bool(std::string_view key)>& special = {});

}  // namespace phalanx
