#include "core/setting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/number_text.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// The words that are allowed instead of a number.
std::vector<std::string_view> wordsOf(const SettingInfo& info) {
    std::vector<std::string_view> words = info.names;
    if (info.or_auto) words.insert(words.begin(), kAutoName);
    return words;
}

// The error for a number that is not allowed: "9 is not a number from 0 to 4, nor auto".
std::string notOfRange(const SettingInfo& info, const std::string& what) {
    if (info.kind == SettingKind::kWhole && !info.choices.empty())
        return fmt::format("{} is not one of {}", what, rangeText(info));
    std::string text =
        fmt::format("{} is {} a {} from {} to {}", what, info.or_zero ? "neither 0 nor" : "not",
                    info.kind == SettingKind::kWhole ? "whole number" : "number", info.least, info.most);
    for (const std::string_view word : wordsOf(info)) text += fmt::format(", nor {}", word);
    return text;
}

std::string quoted(const SettingValue& value) {
    return std::holds_alternative<std::string>(value) ? "'" + printable(textOf(value)) + "'"
                                                      : printable(textOf(value));
}

bool isInRange(const SettingInfo& info, double number) {
    if (info.or_zero && number == 0.0) return true;
    if (!(number >= info.least && number <= info.most)) return false;  // also for NaN
    const bool chosen = info.kind == SettingKind::kWhole && !info.choices.empty();
    return !chosen || std::ranges::find(info.choices, number) != info.choices.end();
}

SettingValue checkedNumber(const SettingInfo& info, const SettingValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    if (text != nullptr && std::ranges::count(wordsOf(info), *text) > 0) return value;
    std::optional<double> number;
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) number = static_cast<double>(*whole);
    if (const auto* const fraction = std::get_if<double>(&value)) number = *fraction;
    const bool whole = info.kind == SettingKind::kWhole;
    if (!number || !isInRange(info, *number) || (whole && std::trunc(*number) != *number))
        throw SettingError(info.key, notOfRange(info, quoted(value)));
    if (whole) return static_cast<std::int64_t>(*number);
    return *number;
}

}  // namespace

SettingValue checkedValue(const SettingInfo& info, SettingValue value) {
    switch (info.kind) {
        case SettingKind::kSwitch:
            if (std::holds_alternative<bool>(value)) return value;
            throw SettingError(
                info.key, fmt::format("{} is neither true nor false, and it is a switch", quoted(value)));
        case SettingKind::kWhole:
        case SettingKind::kNumber:
            return checkedNumber(info, value);
        case SettingKind::kName: {
            const std::string name = textOf(value);
            if (std::ranges::find(info.names, name) != info.names.end()) return name;
            throw SettingError(
                info.key, fmt::format("'{}' is not one of {}", printable(name), fmt::join(info.names, ", ")));
        }
        case SettingKind::kText:
            if (std::holds_alternative<std::vector<std::string>>(value))
                throw SettingError(info.key, "takes only one value");
            return textOf(value);
        case SettingKind::kList:
            if (!std::holds_alternative<std::vector<std::string>>(value)) return std::vector{textOf(value)};
            return value;
    }
    return value;
}

SettingValue valueFromText(const SettingInfo& info, const std::string& text) {
    if (info.kind == SettingKind::kSwitch) {
        constexpr std::array<std::string_view, 4> kTrue{"true", "1", "on", "yes"};
        constexpr std::array<std::string_view, 4> kFalse{"false", "0", "off", "no"};
        if (std::ranges::find(kTrue, text) != kTrue.end()) return true;
        if (std::ranges::find(kFalse, text) != kFalse.end()) return false;
    }
    if (info.kind == SettingKind::kWhole) {
        if (const auto whole = numberOf<std::int64_t>(text)) return checkedValue(info, *whole);
    }
    if (info.kind == SettingKind::kNumber) {
        if (const auto number = numberOf<double>(text)) return checkedValue(info, *number);
    }
    return checkedValue(info, text);
}

std::string textOf(const SettingValue& value) {
    if (const auto* const on = std::get_if<bool>(&value)) return *on ? "true" : "false";
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
    if (const auto* const number = std::get_if<double>(&value)) return fmt::format("{}", *number);
    if (const auto* const list = std::get_if<std::vector<std::string>>(&value))
        return fmt::format("{}", fmt::join(*list, ", "));
    return std::get<std::string>(value);
}

std::string rangeText(const SettingInfo& info) {
    std::string words;
    for (const std::string_view word : wordsOf(info)) words += fmt::format(", or {}", word);
    switch (info.kind) {
        case SettingKind::kWhole:
            if (!info.choices.empty()) return fmt::format("{}{}", fmt::join(info.choices, ", "), words);
            return fmt::format("{} to {}{}", info.least, info.most, words);
        case SettingKind::kNumber:
            return fmt::format("{}{} to {}{}", info.or_zero ? "0, or " : "", info.least, info.most, words);
        case SettingKind::kName:
            return fmt::format("{}", fmt::join(info.names, ", "));
        case SettingKind::kSwitch:
        case SettingKind::kText:
        case SettingKind::kList:
            break;
    }
    return "";
}

std::string resultKey(const SettingInfo& info) {
    std::string key(info.key);
    std::ranges::replace(key, '-', '_');
    constexpr std::array<std::string_view, 5> kSuffixes{"s", "m", "deg", "px", "ms"};
    if (std::ranges::find(kSuffixes, info.unit) != kSuffixes.end()) key += fmt::format("_{}", info.unit);
    return info.unit == "Hz" ? key + "_hz" : key;
}

bool isCalled(const SettingInfo& info, std::string_view name) {
    return name == info.key || (!info.off_key.empty() && name == info.off_key) ||
           std::ranges::find(info.aliases, name) != info.aliases.end();
}

}  // namespace phalanx
