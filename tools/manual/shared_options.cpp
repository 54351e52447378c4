#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "manual.h"

namespace phalanx {
namespace {

auto formOf(const OptionAbout& about) {
    return std::tie(about.names, about.help, about.group, about.type, about.words, about.files,
                    about.required, about.several);
}

}  // namespace

std::vector<SharedOption> sharedOptions(const ProgramAbout& program) {
    std::vector<SharedOption> shared;
    for (const CommandAbout& command : program.commands) {
        for (const OptionAbout& option : command.options) {
            if (option.positional) continue;
            auto same = std::ranges::find_if(
                shared, [&](const SharedOption& each) { return formOf(each.about) == formOf(option); });
            if (same == shared.end()) same = shared.insert(shared.end(), {option, {}, {}});
            same->commands.push_back(command.name);
            same->shown.push_back(option.shown);
        }
    }
    return shared;
}

std::string firstSentence(const std::string& help) {
    const std::size_t end = help.find(". ");
    std::string sentence = help.substr(0, end);
    if (sentence.ends_with('.')) sentence.pop_back();
    return sentence;
}

std::string replaced(std::string text, const std::string& find, const std::string& by) {
    for (std::size_t at = text.find(find); at != std::string::npos; at = text.find(find, at + by.size()))
        text.replace(at, find.size(), by);
    return text;
}

std::string commandNames(const ProgramAbout& program, const std::string& between) {
    std::vector<std::string> names;
    for (const CommandAbout& command : program.commands) names.push_back(command.name);
    return fmt::format("{}", fmt::join(names, between));
}

std::string switchNames(const ProgramAbout& program, const std::string& between) {
    std::vector<std::string> names;
    for (const OptionAbout& option : program.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return fmt::format("{}", fmt::join(names, between));
}

}  // namespace phalanx
