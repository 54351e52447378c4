#include "app/cli_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "app/parse.h"
#include "core/error.h"

namespace phalanx {
namespace {

bool isCommand(const CLI::App& app, const std::string& word) {
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CLI::App* c) { return c->get_name() == word; });
}

}  // namespace

void insertRun(const CLI::App& app, std::vector<std::string>& arguments) {
    static const std::vector<std::string> kGlobal{"-h",      "--help", "--version", "-q",
                                                  "--quiet", "-v",     "--verbose"};
    std::size_t first = 0;
    while (first < arguments.size() &&
           std::find(kGlobal.begin(), kGlobal.end(), arguments[first]) != kGlobal.end())
        ++first;
    if (first == arguments.size()) {
        const bool asks = std::any_of(arguments.begin(), arguments.end(), [](const std::string& a) {
            return a == "-h" || a == "--help" || a == "--version";
        });
        if (!asks) arguments.emplace_back("run");
        return;
    }
    const std::string& word = arguments[first];
    if (isCommand(app, word)) return;
    const bool looks_like_file =
        word.find_first_of("./\\") != std::string::npos || std::filesystem::exists(word);
    if (word[0] != '-' && !looks_like_file) {
        std::vector<std::string> known;
        for (const CLI::App* c : app.get_subcommands([](const CLI::App*) { return true; }))
            known.push_back(c->get_name());
        const std::string near = nearestWord(word, known);
        throw usageError(
            word, fmt::format("no such command or file{}; commands are {}",
                              near.empty() ? "" : ", did you mean '" + near + "'?", fmt::join(known, ", ")));
    }
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(first), "run");
}

void refuseEmptyValues(const CLI::App& app) {
    for (const CLI::App* command : app.get_subcommands()) {
        for (const CLI::Option* option : command->get_options()) {
            const std::vector<std::string>& given = option->results();
            if (std::find(given.begin(), given.end(), "") != given.end())
                throw usageError(option->get_name(), "is given no value");
        }
    }
}

}  // namespace phalanx
