// Settings, each declared once: a row of a table says what it is called, what it may be, what it does and
// where it is kept. Options of commands, scenes, results, the state dump, widgets and undo read these rows.
//
//   setting<CrowdSettings>({.key = "speed", .label = "Speed", .help = "Of playback.", .most = 4.0},
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
    kText,    // std::string; "" is none
    kList,    // std::vector<std::string>
};

// What a change asks for beyond the next frame.
enum class Affects : std::uint8_t {
    kFrame,   // nothing
    kLayout,  // units are laid out again
    kBake,    // models are baked again
    kArmy,    // models are loaded again
};

struct SettingInfo {
    std::string_view key{};    // "speed-spread": the option without its dashes, and the key in scenes
    std::string_view label{};  // "Speed spread"
    std::string_view help{};   // one or two plain sentences, for --help and as a tooltip
    std::string_view unit{};  // "s", "m", "deg", "px", "ms", "Hz"; for display alone "%", "x", "cycle"; or ""
    std::string_view group{};                 // heading in --help, and which part of the panel it is in
    SettingKind kind = SettingKind::kSwitch;  // setting() finds it
    double least = 0.0;                       // of numbers; NaN is out of every range
    double most = 1.0;
    double slider_most = 0.0;  // as far as a slider goes, where `most` is more than a hand sets; 0: `most`
    bool or_zero = false;      // 0, for off, although `least` is more
    bool or_auto = false;      // the name "auto" is a value too: the program finds one
    std::vector<double> choices{};          // of whole numbers: no others; of numbers: the usual ones
    std::vector<std::string_view> names{};  // of kName
    std::string_view off_key{};             // of a switch that is on by default: the key that switches it off
    std::vector<std::string_view> aliases{};  // keys of earlier versions
    Affects affects = Affects::kFrame;
    bool beside = false;  // its widget shares the row of the setting before it
};

// A value that a setting does not take. what() is "key: text".
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

// The value as the setting's kind has it: 2 is a number, too, and 2.0 a whole one. Throws SettingError for
// another kind, an unknown name and what is out of range.
SettingValue checkedValue(const SettingInfo& info, SettingValue value);
// Likewise of a text, as a command line has it.
SettingValue valueFromText(const SettingInfo& info, const std::string& text);
// "true", "1.5", "ring"; of a list its texts with commas between.
std::string textOf(const SettingValue& value);
// What it takes, for a person: "0 to 4", "linear, nearest"; "" for texts and switches.
std::string rangeText(const SettingInfo& info);
// Its name in results and in the state dump: "crossfade_s", "speed_spread".
std::string resultKey(const SettingInfo& info);
// Whether an option or a key in a scene of this name means the setting: its key, an alias, or what switches
// it off.
bool isCalled(const SettingInfo& info, std::string_view name);

// One row: SettingInfo, and where the value is kept in an S.
template <class S>
struct Setting : SettingInfo {
    std::function<SettingValue(const S&)> get;
    std::function<void(S&, const SettingValue&)> put;  // of a checked value

    // Throws SettingError as checkedValue() does.
    void set(S& in, const SettingValue& value) const { put(in, checkedValue(*this, value)); }
    // That the value which is kept is one that set() takes. Throws SettingError.
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
        static_assert(IsOptional<T>::value, "a setting of this type needs its values: see choice()");
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

// member: S& -> the value's place, a switch, number, text, list, or an optional number or text. The kind
// follows from its type; a text with `names` is one of them.
template <class S, class Member>
Setting<S> setting(SettingInfo info, Member member) {
    using T = std::remove_cvref_t<decltype(member(std::declval<S&>()))>;
    info.kind = setting_detail::kindOf<T>();
    if (info.kind == SettingKind::kText && !info.names.empty()) info.kind = SettingKind::kName;
    info.or_auto = setting_detail::IsOptional<T>::value && info.kind != SettingKind::kText;
    return {std::move(info), [member](const S& in) { return setting_detail::read(member(in)); },
            [member](S& in, const SettingValue& value) { setting_detail::write(member(in), value); }};
}

// Of an enumeration, or an optional one: `values` in the order in which a person is to see them, named by
// nameOf().
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

// The row of a part, as one of the whole. part: Whole& -> the part.
template <class Whole, class Part, class Member>
Setting<Whole> lifted(const Setting<Part>& row, Member part) {
    return {row, [get = row.get, part](const Whole& in) { return get(part(in)); },
            [put = row.put, part](Whole& in, const SettingValue& value) { put(part(in), value); }};
}

// nullptr where there is none. `key`: no alias.
template <class S>
const Setting<S>* findSetting(std::span<const Setting<S>> rows, std::string_view key) {
    for (const Setting<S>& row : rows) {
        if (row.key == key) return &row;
    }
    return nullptr;
}

}  // namespace phalanx
