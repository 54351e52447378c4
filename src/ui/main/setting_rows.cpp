#include "ui/main/setting_rows.h"
#include "ui/toolkit/form.h"

#include <fmt/format.h>

#include <string>

namespace phalanx {
namespace {

bool draw(Form& form, Settings& settings, const Setting<Settings>& row, const SettingLook& look,
          bool with_label) {
    SettingValue value = row.get(settings);
    const bool changed =
        with_label ? drawSetting(form, row, value, look) : drawSettingWidget(form, row, value, look);
    if (changed) row.set(settings, value);
    return changed;
}

}  // namespace

bool settingRow(Form& form, Settings& settings, std::string_view key, const SettingLook& look) {
    return draw(form, settings, settingOf(key), look, true);
}

bool settingWidget(Form& form, Settings& settings, std::string_view key, const SettingLook& look) {
    return draw(form, settings, settingOf(key), look, false);
}

void settingLabel(Form& form, std::string_view key, std::string_view help) {
    const Setting<Settings>& row = settingOf(key);
    form.row(std::string(row.label).c_str(), std::string(help.empty() ? row.help : help).c_str());
}

void settingGroup(Form& form, Settings& settings, std::string_view group,
                  const std::function<bool(std::string_view key)>& special) {
    const std::span<const Setting<Settings>> rows = settingsTable();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Setting<Settings>& row = rows[i];
        if (row.group != group || (special && special(row.key))) continue;
        if (!row.beside.empty()) {
            draw(form, settings, row, {}, false);
            continue;
        }
        const bool shared = i + 1 < rows.size() && rows[i + 1].group == group && !rows[i + 1].beside.empty();
        std::string help(row.help);
        if (shared) help += fmt::format("\n\n{}: {}", rows[i + 1].label, rows[i + 1].help);
        form.row(std::string(row.label).c_str(), help.c_str());
        if (shared) form.share(0.5F);
        draw(form, settings, row, {}, false);
    }
}

}  // namespace phalanx
