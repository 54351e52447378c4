// The default widget of a setting, by its kind and range: a checkbox, a slider, a list, or a field for a
// number.
#pragma once

#include <string>
#include <vector>

#include "core/setting.h"
#include "ui/toolkit/form.h"

namespace phalanx {

// What a panel adds to the row.
struct SettingLook {
    std::string why_disabled{};          // tooltip of the greyed widget; "": it can be used
    std::vector<std::string> why_not{};  // per entry of a list: why it is not available; "": it is
    std::string automatic{};             // shown instead of "auto": the program's choice
    std::string shown{};                 // text of a slider instead of its value; "": the value
};

// The widget's name in the log: the key with '_' for '-'.
std::string widgetName(const SettingInfo& info);

// The label with its tooltip, then the widget. Returns true if the value changed; it stays in range.
bool drawSetting(Form& form, const SettingInfo& info, SettingValue& value, const SettingLook& look = {});
// Only the widget, in a row that was started before.
bool drawSettingWidget(Form& form, const SettingInfo& info, SettingValue& value,
                       const SettingLook& look = {});

}  // namespace phalanx
