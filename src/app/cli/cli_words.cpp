#include "app/cli/cli_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <string_view>

#include "core/error.h"
#include "core/printable.h"
#include "core/spelling.h"

namespace phalanx {
namespace {

bool isCommand(const CLI::App& app, const std::string& word) {
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CLI::App* c) { return c->get_name() == word; });
}

// `bench --flight` and `bench --grow` are the former names of `flight` and `grow`.
void useOwnCommand(std::vector<std::string>& arguments, std::size_t command) {
    std::vector<std::string> wanted;
    for (const char* name : {"flight", "grow"}) {
        if (std::erase(arguments, fmt::format("--{}", name)) > 0) wanted.emplace_back(name);
    }
    if (wanted.size() > 1) throw usageError("--grow", "excludes --flight");
    if (!wanted.empty()) arguments[command] = wanted.front();
}

}  // namespace

std::string insertCommand(const CLI::App& app, std::vector<std::string>& arguments) {
    static const std::vector<std::string> kGlobal{"-h",      "--help", "--version", "-q",
                                                  "--quiet", "-v",     "--verbose"};
    std::size_t first = 0;
    while (first < arguments.size() &&
           std::find(kGlobal.begin(), kGlobal.end(), arguments[first]) != kGlobal.end())
        ++first;
    const auto at = arguments.begin() + static_cast<std::ptrdiff_t>(first);
    if (first == arguments.size()) {
        const bool asks = std::any_of(arguments.begin(), arguments.end(), [](const std::string& a) {
            return a == "-h" || a == "--help" || a == "--version";
        });
        if (asks) return "";
        arguments.emplace_back("run");
        return "run";
    }
    if (*at == "bench") useOwnCommand(arguments, first);
    std::string word = arguments[first];
    if (isCommand(app, word)) return word;
    const bool looks_like_file =
        word.find_first_of("./\\") != std::string::npos || std::filesystem::exists(word);
    if (word[0] != '-' && !looks_like_file) {
        std::vector<std::string> known;
        for (const CLI::App* c : app.get_subcommands([](const CLI::App*) { return true; }))
            known.push_back(c->get_name());
        const std::string near = nearestWord(word, known);
        throw usageError(printable(word), fmt::format("no such command or file{}; commands are {}",
                                                      near.empty() ? "" : ", did you mean '" + near + "'?",
                                                      fmt::join(known, ", ")));
    }
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(first), "run");
    return "run";
}

std::string plainError(std::string message) {
    std::replace(message.begin(), message.end(), '\n', ' ');
    // "Could not convert: NAME = VALUE"; numbers are checked before, so it is a switch.
    constexpr std::string_view kConvert = "Could not convert: ";
    const std::size_t equals = message.find(" = ");
    if (message.starts_with(kConvert) && equals != std::string::npos) {
        return fmt::format("{}: '{}' is neither true nor false, and it is a switch",
                           message.substr(kConvert.size(), equals - kConvert.size()),
                           message.substr(equals + 3));
    }
    // "NAME: 1 required TYPE:RANGE missing"
    constexpr std::string_view kRequired = ": 1 required ";
    constexpr std::string_view kMissing = " missing";
    const std::size_t required = message.find(kRequired);
    if (required != std::string::npos && message.ends_with(kMissing)) {
        const std::size_t type = required + kRequired.size();
        const std::string what = message.substr(type, message.size() - kMissing.size() - type);
        const std::size_t range = what.find(':');
        return message.substr(0, required) + ": its value is missing" +
               (range == std::string::npos ? "" : ", " + what.substr(range + 1));
    }
    constexpr std::string_view kMost = ": At Most 1 required but ";
    if (const std::size_t most = message.find(kMost); most != std::string::npos)
        return message.substr(0, most) + ": one value is enough, " + message.substr(most + kMost.size());
    return message;
}

}  // namespace phalanx
