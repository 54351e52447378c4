#include "settings/settings_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace phalanx {
namespace {

using Json = nlohmann::ordered_json;

SettingValue plainValue(const Setting<Settings>& row, std::string_view name, const Json& value) {
    const bool texts =
        row.kind == SettingKind::kText || row.kind == SettingKind::kList || row.kind == SettingKind::kName;
    if (value.is_string()) return valueFromText(row, value.get<std::string>());
    if (texts && (value.is_number_integer() || value.is_boolean())) return value.dump();
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number_float()) {
        const auto number = value.get<double>();
        return texts ? SettingValue(textOf(number)) : SettingValue(number);
    }
    // Above the range of int64: converted to double, which is out of every setting's range.
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) return value.get<double>();
    if (value.is_number_integer()) return value.get<std::int64_t>();
    throw SettingError(name, "must be a string, a number, true, false or a list of these");
}

// Four decimals are enough, and whole numbers are written without a decimal point, so that scene files are
// easy to read.
Json numberJson(double value) {
    const double rounded = std::round(value * 10000.0) / 10000.0;
    if (std::trunc(rounded) == rounded) return static_cast<std::int64_t>(rounded);
    return rounded;
}

struct ToJson {
    nlohmann::json operator()(const auto& value) const { return value; }
};

}  // namespace

SceneSection sectionOf(const Setting<Settings>& row) {
    if (row.group == kMistakesGroup) return SceneSection::kMistakes;
    if (row.group == kPictureGroup || row.group == kTracesGroup || row.group == kSceneryGroup ||
        row.group == kOverlayGroup)
        return SceneSection::kWindow;
    return SceneSection::kOptions;
}

SettingValue valueFromJson(const Setting<Settings>& row, std::string_view name, const Json& value) {
    try {
        if (value.is_array() && row.kind == SettingKind::kList) {
            std::vector<std::string> list;
            for (const Json& entry : value) list.push_back(textOf(plainValue(row, name, entry)));
            return list;
        }
        if (value.is_object() && row.json) return value.dump();
        if (value.is_array()) throw SettingError(name, "takes one value, not a list");
        SettingValue checked = checkedValue(row, plainValue(row, name, value));
        if (row.kind == SettingKind::kSwitch && name == row.off_key) return !std::get<bool>(checked);
        return checked;
    } catch (const SettingError& error) {
        throw SettingError(name, error.text());
    }
}

std::pair<std::string_view, Json> sceneEntry(const Setting<Settings>& row, const SettingValue& value) {
    switch (row.kind) {
        case SettingKind::kSwitch: {
            const bool on = std::get<bool>(value);
            if (sectionOf(row) == SceneSection::kWindow) return {row.key, on};
            if (row.off_key.empty()) return {row.key, on ? Json(true) : Json()};
            return {row.off_key, on ? Json() : Json(true)};
        }
        case SettingKind::kList: {
            const auto& list = std::get<std::vector<std::string>>(value);
            if (list.empty()) return {row.key, Json()};
            return {row.key, list.size() == 1 ? Json(list.front()) : Json(list)};
        }
        case SettingKind::kWhole:
        case SettingKind::kNumber:
        case SettingKind::kName:
        case SettingKind::kText:
            break;
    }
    if (const auto* const number = std::get_if<double>(&value)) return {row.key, numberJson(*number)};
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) return {row.key, *whole};
    const auto& text = std::get<std::string>(value);
    const bool none = text.empty() || (row.or_auto && text == kAutoName);
    if (row.json && !none) return {row.key, Json::parse(text)};
    return {row.key, none ? Json() : Json(text)};
}

nlohmann::json resultsOf(const Settings& settings, std::span<const std::string_view> groups) {
    nlohmann::json results = nlohmann::json::object();
    for (const Setting<Settings>& row : settingsTable()) {
        if (std::ranges::find(groups, row.group) != groups.end())
            results[resultKey(row)] = std::visit(ToJson{}, row.get(settings));
    }
    return results;
}

std::vector<std::pair<std::string, std::string>> stateOf(const Settings& settings) {
    std::vector<std::pair<std::string, std::string>> lines;
    for (const Setting<Settings>& row : settingsTable()) {
        if (row.group == kWindowGroup) continue;
        const SettingValue value = row.get(settings);
        const auto* const on = std::get_if<bool>(&value);
        lines.emplace_back(resultKey(row), on != nullptr ? (*on ? "1" : "0") : textOf(value));
    }
    return lines;
}

}  // namespace phalanx
