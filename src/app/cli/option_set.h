// The options of one command, each bound to the value that it sets. Commands include only this header;
// CLI11 is included by option_set.cpp, invocation.cpp and cli_words.cpp alone, because it costs seconds of
// compile time.
#pragma once

#include <deque>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/army/army.h"
#include "core/setting.h"
#include "settings/settings.h"
#include "settings/settings_patch.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace phalanx {

// What an option that names a file accepts.
enum class FileName : std::uint8_t {
    kNone,        // not a file
    kAny,         // "-" means stdout
    kRegularOnly  // "-" is refused: images and tables do not go to stdout
};

struct OptionTraits {
    char letter = '\0';  // 'o' for "-o"
    bool required = false;
    bool positional = false;
    bool hidden = false;  // not in --help
    FileName file = FileName::kNone;
    std::vector<std::string> words{};  // values to suggest for a text
};

// What an option accepts, as --help shows it: for the manual page and the completions of shells.
struct OptionAbout {
    std::vector<std::string> names;  // "-o", "--output"; "--cull", "--no-cull"; of a positional one "MODEL"
    std::string help;
    std::string group;               // heading in --help
    std::string type;                // "NUMBER:0 to 4", "NAME" or "TEXT"; "" for a switch
    std::string shown;               // the default; "" if --help shows none
    std::vector<std::string> words;  // values to suggest
    bool files = false;              // its value may be the name of a file
    bool positional = false;
    bool required = false;
    bool several = false;  // a list
};

class OptionSet {
  public:
    // `command` must outlive this.
    explicit OptionSet(CLI::App& command) : command_(command) {}
    OptionSet(const OptionSet&) = delete;
    OptionSet& operator=(const OptionSet&) = delete;
    OptionSet(OptionSet&&) = delete;
    OptionSet& operator=(OptionSet&&) = delete;
    ~OptionSet() = default;

    // MODEL, and how it is imported. `most`: 1, or kManyModels.
    static constexpr int kManyModels = -1;
    void models(ArmySettings& army, ImportOptions& import, int most);

    // Rows of the settings table (settings/settings.h). --help shows `defaults`; given values go to patch().
    // `more`: a sentence added to the row's help.
    void setting(std::string_view key, const Settings& defaults, std::string_view more = "");
    void group(std::string_view name, const Settings& defaults,
               std::initializer_list<std::string_view> except = {});
    const SettingsPatch& patch() const { return patch_; }

    // An option of only this command. T: bool, a number, text, a list of texts, or an optional of these. The
    // kind of `info` follows from T.
    template <class T>
    void add(SettingInfo info, T& target, const OptionTraits& traits = {}) {
        Setting<T> row = phalanx::setting<T>(
            std::move(info), [](auto& t) -> auto& { return t; });
        const bool none = row.or_auto && row.get(target) == SettingValue(std::string(kAutoName));
        row.or_auto = false;
        const std::string shown = none ? "" : textOf(row.get(target));
        declare(row, shown, traits, [row, &target](const SettingValue& value) { row.put(target, value); });
    }
    // An option whose value is an enumeration with nameOf().
    template <class Values, class T>
    void choose(SettingInfo info, const Values& values, T& target) {
        const Setting<T> row = choice<T>(
            std::move(info), values, [](auto& t) -> auto& { return t; });
        declare(row, textOf(row.get(target)), {},
                [row, &target](const SettingValue& value) { row.put(target, value); });
    }
    // The general form: `put` receives a checked value.
    void declare(const SettingInfo& info, const std::string& shown, const OptionTraits& traits,
                 const std::function<void(const SettingValue&)>& put);

    // These two exclude each other.
    void exclude(std::string_view key, std::string_view other);

    // All options except hidden ones, in the order of declaration.
    const std::vector<OptionAbout>& about() const { return about_; }

    // Call after parsing: sets the values of switches.
    void takeSwitches();
    // Whether the command line contains it. Call after parsing.
    bool given(std::string_view key) const;

  private:
    struct Switch {
        bool on = false;
        CLI::Option* option = nullptr;
        std::function<void(const SettingValue&)> put;
    };

    CLI::App& command_;
    std::deque<Switch> switches_;  // CLI11 keeps references into it
    std::map<std::string, CLI::Option*, std::less<>> options_;
    SettingsPatch patch_;
    std::vector<OptionAbout> about_;
};

}  // namespace phalanx
