// Settings, each declared once: a row of a table has the setting's name, its range, its help and the member
// that stores its value. Command-line options, scenes, results, the state dump, widgets and undo read these
// rows.
//
//   setting<CrowdSettings>({.key = "speed", .label = "Speed", .help = "Playback speed.", .most = 4.0},
//                          [](auto& s) -> auto& { return s.speed; })
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.h"

namespace phalanx {

using SettingValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

enum class SettingKind : std::uint8_t {
    kSwitch,  // bool
    kWhole,   // std::int64_t
    kNumber,  // double
    kName,    // std::string, one of `names`
    kText,    // std::string; "" means not set
    kList,    // std::vector<std::string>
};

// What must be recomputed when the setting changes.
enum class Affects : std::uint8_t {
    kFrame,   // nothing: the next frame uses the new value
    kLayout,  // the layout of the units
    kBake,    // the bake of the models
    kArmy,    // everything: the models are reloaded
};

struct SettingInfo {
    std::string_view key{};    // "speed-spread": the option without its dashes, and the key in scenes
    std::string_view label{};  // "Speed spread"
    std::string_view help{};   // one or two sentences, for --help and tooltips
    // "s", "m", "deg", "px", "ms" or "Hz", also part of resultKey(); "%", "x" or "cycle", for display only;
    // or ""
    std::string_view unit{};
    std::string_view group{};                 // heading in --help and section of the panel
    SettingKind kind = SettingKind::kSwitch;  // set by setting() and choice()
    double least = 0.0;                       // smallest number allowed; NaN is always out of range
    double most = 1.0;                        // largest number allowed
    double slider_most = 0.0;                 // upper end of the slider if smaller than `most`; 0: `most`
    bool or_zero = false;                     // 0 (off) is allowed although it is below `least`
    bool or_auto = false;                     // "auto" is allowed: the program determines the value
    std::vector<double> choices{};            // kWhole: the only values allowed; kNumber: values to suggest
    std::vector<std::string_view> names{};    // the values of kName; words that a kNumber may be instead
    std::string_view off_key{};               // for a switch that is on by default: the key that turns it off
    std::vector<std::string_view> aliases{};  // keys of earlier versions
    Affects affects = Affects::kFrame;
    bool json = false;          // kText: an object as JSON, which scenes hold as such
    bool files = false;         // its values may be names of files, which scenes hold relative to themselves
    std::string_view beside{};  // the widget shares a row with others, with this text inside
};

// Thrown for a value that a setting does not accept. what() is "key: text".
class SettingError : public Error {
  public:
    SettingError(std::string_view key, const std::string& text)
        : Error(ExitCode::kUsage, std::string(key), text), key_(key), text_(text) {}

    const std::string& key() const { return key_; }
    const std::string& text() const { return text_; }

  private:
    std::string key_;
    std::string text_;
};

inline constexpr std::string_view kAutoName = "auto";

// Converts the value to the setting's kind: 2 is accepted as a number, and 2.0 as a whole number. Throws
// SettingError for a value of another kind, an unknown name or a number out of range.
SettingValue checkedValue(const SettingInfo& info, SettingValue value);
// Parses a value of the command line, and checks it as checkedValue() does.
SettingValue valueFromText(const SettingInfo& info, const std::string& text);
// "true", "1.5", "ring"; the entries of a list are separated by commas.
std::string textOf(const SettingValue& value);
// The values allowed, for display: "0 to 4", "linear, nearest"; "" for texts, lists and switches.
std::string rangeText(const SettingInfo& info);
// The setting's name in results and in the state dump: "crossfade_s", "speed_spread".
std::string resultKey(const SettingInfo& info);
// Whether `name` is the setting's key, its off_key or one of its aliases.
bool isCalled(const SettingInfo& info, std::string_view name);

// One row: SettingInfo, and access to the value in an S.
template <class S>
struct Setting : SettingInfo {
    std::function<SettingValue(const S&)> get;
    std::function<void(S&, const SettingValue&)> put;  // takes a checked value

    // Throws SettingError as checkedValue() does.
    void set(S& in, const SettingValue& value) const { put(in, checkedValue(*this, value)); }
    // Checks the stored value. Throws SettingError if set() would not accept it.
    void check(const S& in) const { checkedValue(*this, get(in)); }
};

namespace setting_detail {

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
constexpr SettingKind kindOf() {
    if constexpr (std::same_as<T, bool>) {
        return SettingKind::kSwitch;
    } else if constexpr (std::integral<T>) {
        return SettingKind::kWhole;
    } else if constexpr (std::floating_point<T>) {
        return SettingKind::kNumber;
    } else if constexpr (std::same_as<T, std::string>) {
        return SettingKind::kText;
    } else if constexpr (std::same_as<T, std::vector<std::string>>) {
        return SettingKind::kList;
    } else {
        static_assert(IsOptional<T>::value, "a setting of this type needs a list of values: use choice()");
        return kindOf<typename T::value_type>();
    }
}

template <class T>
SettingValue read(const T& kept) {
    if constexpr (std::integral<T> && !std::same_as<T, bool>) {
        return static_cast<std::int64_t>(kept);
    } else if constexpr (IsOptional<T>::value) {
        constexpr bool kText = kindOf<T>() == SettingKind::kText;
        return kept ? read(*kept) : SettingValue(std::string(kText ? std::string_view() : kAutoName));
    } else {
        return kept;
    }
}

template <class T>
void write(T& kept, const SettingValue& value) {
    if constexpr (std::integral<T> && !std::same_as<T, bool>) {
        kept = static_cast<T>(std::get<std::int64_t>(value));
    } else if constexpr (IsOptional<T>::value) {
        constexpr bool kText = kindOf<T>() == SettingKind::kText;
        const auto* const text = std::get_if<std::string>(&value);
        const bool none = text != nullptr && *text == (kText ? std::string_view() : kAutoName);
        if (none) {
            kept.reset();
        } else {
            write(kept.emplace(), value);
        }
    } else {
        kept = std::get<T>(value);
    }
}

}  // namespace setting_detail

// member: returns a reference to the value in an S. The value is a bool, number, text or list, or an optional
// number or text. Its type determines the kind; a text with `names` is a kName.
template <class S, class Member>
Setting<S> setting(SettingInfo info, Member member) {
    using T = std::remove_cvref_t<decltype(member(std::declval<S&>()))>;
    info.kind = setting_detail::kindOf<T>();
    if (info.kind == SettingKind::kText && !info.names.empty()) info.kind = SettingKind::kName;
    info.or_auto = setting_detail::IsOptional<T>::value && info.kind != SettingKind::kText;
    return {std::move(info), [member](const S& in) { return setting_detail::read(member(in)); },
            [member](S& in, const SettingValue& value) { setting_detail::write(member(in), value); }};
}

// A row of a text for which "" means `text`, so that it is never empty.
template <class S>
Setting<S> emptyIs(std::string_view text, Setting<S> row) {
    row.put = [put = row.put, text = std::string(text)](S& in, const SettingValue& value) {
        const bool empty = std::get<std::string>(value).empty();
        put(in, empty ? SettingValue(text) : value);
    };
    return row;
}

// A setting whose value is an enumeration, or an optional one. `values` are listed in the order of display;
// nameOf() returns their names.
template <class S, class Values, class Member>
Setting<S> choice(SettingInfo info, const Values& values, Member member) {
    using T = std::remove_cvref_t<decltype(member(std::declval<S&>()))>;
    constexpr bool kOptional = setting_detail::IsOptional<T>::value;
    info.kind = SettingKind::kName;
    if (kOptional) info.names.push_back(kAutoName);
    info.or_auto = kOptional;
    for (const auto& value : values) info.names.push_back(nameOf(value));
    const auto read = [member](const S& in) -> SettingValue {
        if constexpr (kOptional) {
            return std::string(member(in) ? nameOf(*member(in)) : kAutoName);
        } else {
            return std::string(nameOf(member(in)));
        }
    };
    const auto write = [member, values](S& in, const SettingValue& value) {
        const auto& name = std::get<std::string>(value);
        if constexpr (kOptional) {
            if (name == kAutoName) return member(in).reset();
        }
        for (const auto& each : values) {
            if (nameOf(each) == name) member(in) = each;
        }
    };
    return {std::move(info), read, write};
}

// Converts a row of a Part to a row of the Whole that contains it. part: returns a reference to the Part.
template <class Whole, class Part, class Member>
Setting<Whole> lifted(const Setting<Part>& row, Member part) {
    return {static_cast<const SettingInfo&>(row),
            [get = row.get, part](const Whole& in) { return get(part(in)); },
            [put = row.put, part](Whole& in, const SettingValue& value) { put(part(in), value); }};
}

// The row with this key, or nullptr. Aliases are not searched.
template <class S>
const Setting<S>* findSetting(std::span<const Setting<S>> rows, std::string_view key) {
    for (const Setting<S>& row : rows) {
        if (row.key == key) return &row;
    }
    return nullptr;
}

}  // namespace phalanx
