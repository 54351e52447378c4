#include "app/cli/option_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cassert>

#include "core/child_process.h"
#include "core/error.h"
#include "terrain/terrain_settings.h"

namespace phalanx {
namespace {

constexpr std::string_view kOptionsGroup = "Options";  // of options without a group

// CLI11 has the same form for a switch that an option can turn off: "--cull,!--no-cull".
std::string namesOf(const SettingInfo& info, const OptionTraits& traits) {
    if (traits.positional) return std::string(info.key);
    std::string names;
    if (traits.letter != '\0') names += fmt::format("-{},", traits.letter);
    names += fmt::format("--{}", info.key);
    if (!info.off_key.empty()) names += fmt::format(",!--{}", info.off_key);
    for (const std::string_view alias : info.aliases) names += fmt::format(",--{}", alias);
    return names;
}

// "NUMBER:0 to 4"; plain() in cli_words.cpp takes the part after the colon for its errors.
std::string typeText(const SettingInfo& info) {
    switch (info.kind) {
        case SettingKind::kWhole:
        case SettingKind::kNumber:
            return "NUMBER:" + rangeText(info);
        case SettingKind::kName:
            return "NAME";
        case SettingKind::kSwitch:
        case SettingKind::kText:
        case SettingKind::kList:
            break;
    }
    return "TEXT";
}

// What may be typed as the value: names, numbers to choose from, "auto".
std::vector<std::string> wordsOf(const SettingInfo& info, const OptionTraits& traits) {
    std::vector<std::string> words;
    const bool listed = std::ranges::count(info.names, kAutoName) > 0;
    if (info.or_auto && !listed) words.emplace_back(kAutoName);
    words.insert(words.end(), info.names.begin(), info.names.end());
    words.insert(words.end(), traits.words.begin(), traits.words.end());
    for (const double number : info.choices) words.push_back(fmt::format("{}", number));
    return words;
}

OptionAbout aboutOption(const SettingInfo& info, const OptionTraits& traits, std::string help,
                        const std::string& shown) {
    OptionAbout about;
    if (traits.letter != '\0') about.names.push_back(fmt::format("-{}", traits.letter));
    about.names.push_back(fmt::format("{}{}", traits.positional ? "" : "--", info.key));
    if (!info.off_key.empty()) about.names.push_back(fmt::format("--{}", info.off_key));
    for (const std::string_view alias : info.aliases) about.names.push_back(fmt::format("--{}", alias));
    about.help = std::move(help);
    about.group = info.group.empty() ? kOptionsGroup : info.group;
    if (info.kind != SettingKind::kSwitch) {
        about.type = typeText(info);
        if (shown != kAutoName) about.shown = shown;
    }
    about.words = wordsOf(info, traits);
    about.files = info.files || traits.file != FileName::kNone;
    about.positional = traits.positional;
    about.required = traits.required;
    about.several = info.kind == SettingKind::kList;
    return about;
}

void checkGiven(const SettingInfo& info, const OptionTraits& traits, const std::string& text) {
    // Usually a shell variable that is not set.
    if (text.empty()) {
        throw SettingError(
            info.key, traits.file == FileName::kNone ? "has no value" : "is empty; give the name of a file");
    }
    if (traits.file == FileName::kRegularOnly && text == "-") {
        throw SettingError(info.key,
                           "'-' means stdout for other options, but this is written to a file alone; give "
                           "its name");
    }
}

template <class Bytes>
void addMegabytes(OptionSet& set, std::string_view key, Bytes& bytes, std::string_view help) {
    constexpr Bytes kMegabyte = Bytes{1} << 20U;
    set.declare({.key = key,
                 .help = help,
                 .unit = "MB",
                 .group = "Import",
                 .kind = SettingKind::kWhole,
                 .least = 1,
                 .most = 1e6},
                fmt::format("{}", bytes / kMegabyte), {}, [&bytes](const SettingValue& value) {
                    bytes = static_cast<Bytes>(std::get<std::int64_t>(value)) * kMegabyte;
                });
}

}  // namespace

void OptionSet::declare(const SettingInfo& info, const std::string& shown, const OptionTraits& traits,
                        const std::function<void(const SettingValue&)>& put) {
    const std::string names = namesOf(info, traits);
    std::string help(info.help);
    if (info.kind == SettingKind::kName)
        help += fmt::format("{}One of {}.", help.empty() ? "" : " ", fmt::join(info.names, ", "));
    SettingInfo kept = info;  // for the callbacks; its help is the caller's string
    kept.help = {};
    CLI::Option* option = nullptr;
    if (info.kind == SettingKind::kSwitch) {
        // Not by a callback, in which CLI11 2.3 takes "maybe" for a number.
        Switch& kept_switch = switches_.emplace_back();
        kept_switch.put = put;
        option = kept_switch.option = command_.add_flag(names, kept_switch.on, help);
    } else if (info.kind == SettingKind::kList) {
        option = command_
                     .add_option_function<std::vector<std::string>>(
                         names,
                         [info = kept, traits, put](const std::vector<std::string>& texts) {
                             for (const std::string& text : texts) checkGiven(info, traits, text);
                             put(texts);
                         },
                         help)
                     ->type_name(typeText(info));
        if (!traits.positional) option->allow_extra_args(false);
    } else {
        option = command_
                     .add_option_function<std::string>(
                         names,
                         [info = kept, traits, put](const std::string& text) {
                             checkGiven(info, traits, text);
                             put(valueFromText(info, text));
                         },
                         help)
                     ->type_name(typeText(info));
        if (!shown.empty() && shown != kAutoName) option->default_str(shown);
    }
    if (traits.required) option->required();
    OptionAbout about = aboutOption(info, traits, std::move(help), shown);
    option->group(traits.hidden ? "" : about.group);
    if (!traits.hidden) about_.push_back(std::move(about));
    options_[std::string(info.key)] = option;
}

void OptionSet::takeSwitches() {
    for (const Switch& each : switches_) {
        if (each.option->count() > 0) each.put(each.on);
    }
}

void OptionSet::models(ArmySettings& army, ImportOptions& import, int most) {
    const bool several = most == kManyModels;
    declare({.key = "MODEL",
             .help = several ? "Model files; none: the soldier that comes with Phalanx."
                             : "Model file; none: the soldier that comes with Phalanx.",
             .kind = SettingKind::kList},
            "", {.positional = true, .file = FileName::kAny},
            [&army](const SettingValue& value) { army.files = std::get<std::vector<std::string>>(value); });
    if (!several) options_.at("MODEL")->expected(1);
    about_.back().several = several;
    group(kModelsGroup, Settings{});
    import.importer = ownExecutable();
    add({.key = "trust",
         .help = "Imports in this process: without limits, and a broken file may end the program.",
         .group = "Import"},
        import.trust);
    addMegabytes(*this, "import-size", import.max_file_bytes, "Largest file that is read.");
    addMegabytes(*this, "import-memory", import.limits.memory_bytes, "Most memory that an import may use.");
    add({.key = "import-cpu",
         .help = "Most processor time of an import, seconds.",
         .group = "Import",
         .least = 1,
         .most = 1e5},
        import.limits.cpu_s);
    add({.key = "import-time",
         .help = "Longest import, seconds.",
         .group = "Import",
         .least = 0.1,
         .most = 1e5},
        import.limits.wall_s);
}

void OptionSet::setting(std::string_view key, const Settings& defaults, std::string_view more) {
    const Setting<Settings>& row = settingOf(key);
    SettingInfo info = static_cast<const SettingInfo&>(row);
    std::string help(row.help);
    if (!more.empty()) help += fmt::format(" {}", more);
    info.help = help;
    OptionTraits traits;
    if (row.key == "clips") traits.file = FileName::kAny;
    // Texts that may also be files.
    if (row.key == "ground") traits.words = {std::string(kGroundFlat), std::string(kGroundHills)};
    if (row.key == "graph") traits.words = {"soldier", "counter-march"};  // of assets/graphs
    declare(info, textOf(row.get(defaults)), traits,
            [this, &row](const SettingValue& value) { patch_.give(row, value); });
}

void OptionSet::group(std::string_view name, const Settings& defaults,
                      std::initializer_list<std::string_view> except) {
    for (const Setting<Settings>& row : settingsTable()) {
        if (row.group == name && std::ranges::find(except, row.key) == except.end())
            setting(row.key, defaults);
    }
}

void OptionSet::exclude(std::string_view key, std::string_view other) {
    options_.find(key)->second->excludes(options_.find(other)->second);
}

bool OptionSet::given(std::string_view key) const {
    const auto found = options_.find(key);
    assert(found != options_.end());
    return found->second->count() > 0;
}

}  // namespace phalanx
