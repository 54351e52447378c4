// The default widget of a setting, by its kind and range: a checkbox, a slider, a list, or a field for a
// number.
#pragma once

#include <string>
#include <vector>

#include "core/setting.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {

// What a panel knows beyond the row.
struct SettingLook {
    bool disabled = false;
    std::vector<std::string> why_not{};  // per entry of a list: why it cannot be chosen; "": it can
    std::string automatic{};             // shown in place of "auto": what the program found
};

// The widget's name in the log: the key with '_'.
std::string widgetName(const SettingInfo& info);

// The label with its tooltip, then the widget. Returns whether the value was changed; it is in range then.
bool drawSetting(Form& form, const SettingInfo& info, SettingValue& value, const SettingLook& look = {});
// The widget alone, in a row that has begun.
bool drawSettingWidget(Form& form, const SettingInfo& info, SettingValue& value,
                       const SettingLook& look = {});

}  // namespace phalanx
