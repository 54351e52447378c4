#include "ui/toolkit/setting_widget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace phalanx {
namespace {

// Integers up to this limit get a list, larger ones a logarithmic slider.
constexpr double kMostListed = 16.0;
// Larger ranges (a seed) have no meaningful slider.
constexpr double kMostCount = 1e6;

constexpr double kLongRange_m = 100.0;  // sliders that reach as far show whole metres

SliderStyle styleOf(const SettingInfo& info) {
    SliderStyle style;
    style.least = info.or_zero ? 0.0 : info.least;
    style.most = info.slider_most > 0.0 ? info.slider_most : info.most;
    style.least = std::max(style.least, -style.most);
    if (info.unit == "%") {
        style.shown_per_unit = 100.0;
        style.format = "%.0f %%";
    } else if (info.unit == "s" || info.unit == "ms") {
        style.format = info.unit == "s" ? "%.1f s" : "%.1f ms";
    } else if (info.unit == "m") {
        style.format = style.most < kLongRange_m ? "%.2f m" : "%.0f m";
    } else if (info.unit == "px") {
        style.format = "%.2f px";
    } else if (info.unit == "deg") {
        style.format = "%.0f\xC2\xB0";
    } else if (info.unit == "x") {
        style.format = "%.2f \xC3\x97";
    } else if (info.unit == "cycle") {
        style.format = "%.2f cycle";
    }
    return style;
}

// As a format of printf that prints the text.
std::string escaped(const std::string& text) {
    std::string format;
    for (const char c : text) format += c == '%' ? std::string("%%") : std::string(1, c);
    return format;
}

bool drawSlider(Form& form, const SettingInfo& info, const std::string& name, SettingValue& value,
                const std::string& shown = "") {
    double number = std::get<double>(value);
    SliderStyle style = styleOf(info);
    const std::string format = !shown.empty()        ? escaped(shown)
                               : info.beside.empty() ? std::string(style.format)
                                                     : fmt::format("{} {}", info.beside, style.format);
    style.format = format.c_str();
    if (!form.slider(name.c_str(), number, style)) return false;
    // There are no values between off and the least value.
    if (info.or_zero && number < info.least) number = number < 0.5 * info.least ? 0.0 : info.least;
    value = number;
    return true;
}

// Entries of a list: names or numbers, "auto" first. A value that is not among them is added.
std::vector<SettingValue> entriesOf(const SettingInfo& info, const SettingValue& value) {
    std::vector<SettingValue> entries;
    if (info.kind == SettingKind::kName) {
        for (const std::string_view name : info.names) entries.emplace_back(std::string(name));
        return entries;
    }
    if (info.or_auto) entries.emplace_back(std::string(kAutoName));
    std::vector<double> numbers = info.choices;
    if (numbers.empty()) {
        for (double number = info.least; number <= info.most; ++number) numbers.push_back(number);
    }
    for (const double number : numbers) {
        if (info.kind == SettingKind::kWhole) {
            entries.emplace_back(static_cast<std::int64_t>(number));
        } else {
            entries.emplace_back(number);
        }
    }
    if (std::ranges::find(entries, value) == entries.end()) entries.push_back(value);
    return entries;
}

bool drawList(Form& form, const SettingInfo& info, const std::string& name, SettingValue& value,
              const SettingLook& look) {
    const std::vector<SettingValue> entries = entriesOf(info, value);
    std::vector<std::string> texts;
    for (const SettingValue& entry : entries) {
        const bool automatic = entry == SettingValue(std::string(kAutoName));
        const bool bare = std::holds_alternative<std::string>(entry) || info.unit.empty();
        texts.push_back(automatic && !look.automatic.empty() ? look.automatic
                        : bare                               ? textOf(entry)
                               : fmt::format("{} {}", textOf(entry), info.unit));
    }
    int index = static_cast<int>(std::ranges::find(entries, value) - entries.begin());
    if (!form.combo(name.c_str(), index, texts, look.why_not)) return false;
    value = entries[static_cast<std::size_t>(index)];
    return true;
}

// A list of the words and "by hand", and a slider for the number.
bool drawWordOrNumber(Form& form, const SettingInfo& info, const std::string& name, SettingValue& value) {
    std::vector<std::string> entries;
    if (info.or_auto) entries.emplace_back(kAutoName);
    entries.insert(entries.end(), info.names.begin(), info.names.end());
    const auto words = static_cast<int>(entries.size());
    entries.emplace_back("by hand");
    const auto* const number = std::get_if<double>(&value);
    int index = number != nullptr
                    ? words
                    : static_cast<int>(std::ranges::find(entries, textOf(value)) - entries.begin());
    form.share(0.45F);
    bool changed = form.combo(name.c_str(), index, entries);
    if (changed) {
        if (index == words) {
            value = std::clamp(0.0, info.least, info.most);
        } else {
            value = entries[static_cast<std::size_t>(index)];
        }
    }
    const bool by_hand = std::holds_alternative<double>(value);
    SettingValue slid = by_hand ? value : SettingValue(std::clamp(0.0, info.least, info.most));
    ImGui::BeginDisabled(!by_hand);
    if (drawSlider(form, info, resultKey(info), slid)) {
        value = slid;
        changed = true;
    }
    ImGui::EndDisabled();
    return changed;
}

bool drawWhole(Form& form, const SettingInfo& info, const std::string& name, SettingValue& value) {
    auto number = static_cast<std::uint32_t>(std::get<std::int64_t>(value));
    const bool changed = info.most <= kMostCount
                             ? form.count(name.c_str(), number, static_cast<std::uint32_t>(info.most))
                             : form.integer(name.c_str(), number);
    if (changed) value = static_cast<std::int64_t>(number);
    return changed;
}

}  // namespace

std::string widgetName(const SettingInfo& info) {
    std::string name(info.key);
    std::ranges::replace(name, '-', '_');
    return name;
}

bool drawSetting(Form& form, const SettingInfo& info, SettingValue& value, const SettingLook& look) {
    form.row(std::string(info.label).c_str(), std::string(info.help).c_str());
    return drawSettingWidget(form, info, value, look);
}

bool drawSettingWidget(Form& form, const SettingInfo& info, SettingValue& value, const SettingLook& look) {
    const std::string name = widgetName(info);
    const bool disabled = !look.why_disabled.empty();
    form.help(disabled ? fmt::format("Not available: {}.\n\n{}", look.why_disabled, info.help)
                       : std::string(info.help));
    ImGui::BeginDisabled(disabled);
    bool changed = false;
    switch (info.kind) {
        case SettingKind::kSwitch: {
            bool on = std::get<bool>(value);
            const std::string text(info.beside);
            changed = form.checkbox(name.c_str(), text.c_str(), on);
            if (changed) value = on;
            break;
        }
        case SettingKind::kNumber:
            changed = !info.names.empty()    ? drawWordOrNumber(form, info, name, value)
                      : info.choices.empty() ? drawSlider(form, info, name, value, look.shown)
                                             : drawList(form, info, name, value, look);
            break;
        case SettingKind::kWhole:
            changed = info.most <= kMostListed || !info.choices.empty()
                          ? drawList(form, info, name, value, look)
                          : drawWhole(form, info, name, value);
            break;
        case SettingKind::kName:
            changed = drawList(form, info, name, value, look);
            break;
        case SettingKind::kText:
        case SettingKind::kList:
            break;  // files and clip names have other widgets
    }
    ImGui::EndDisabled();
    return changed;
}

}  // namespace phalanx
