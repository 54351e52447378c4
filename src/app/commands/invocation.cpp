#include "app/commands/invocation.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "app/cli/cli_words.h"
#include "app/cli/output.h"
#include "core/printable.h"
#include "core/version.h"

namespace phalanx {
namespace {

// The commands that have an option of this name, for the error about an option given to another command.
std::vector<std::string> commandsWith(const std::string& option) {
    std::vector<std::string> names;
    for (const Command& command : commands()) {
        CLI::App app;
        OptionSet set(app);
        const std::unique_ptr<CommandCall> call = command.call();
        call->declareOptions(set);
        if (app.get_option_no_throw(option) != nullptr) names.push_back(fmt::format("`{}`", command.name));
    }
    return names;
}

// The first argument "--NAME" that neither the command nor the program has as an option; "" if there is none.
std::string unknownOption(const CLI::App& app, const CLI::App& command,
                          const std::vector<std::string>& arguments) {
    const auto find = [&](const std::string& name) -> const CLI::Option* {
        if (const CLI::Option* const own = command.get_option_no_throw(name)) return own;
        return app.get_option_no_throw(name);
    };
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (argument == "--") return "";
        if (!argument.starts_with("-")) continue;
        std::string name = argument.substr(0, argument.find('='));
        const CLI::Option* const option = find(name);
        if (option == nullptr && name.starts_with("--")) return name;
        // What follows an option with a value is that value, whatever it begins with.
        if (option != nullptr && option->get_expected_min() > 0 && name == argument) ++i;
    }
    return "";
}

// For an option that the command does not have but others do: CLI11 takes its value for a file.
std::string unexpectedText(const CLI::App& app, const std::string& called,
                           const std::vector<std::string>& arguments, const std::string& error) {
    if (called.empty()) return error;
    const std::string option = unknownOption(app, *app.get_subcommand(called), arguments);
    if (option.empty()) return error;
    const std::vector<std::string> others = commandsWith(option);
    return fmt::format(
        "{}: {}; `{}` does not have it", printable(option),
        others.empty() ? "no such option" : fmt::format("is an option of {}", fmt::join(others, ", ")),
        called);
}

}  // namespace

Invocation parseCommandLine(std::vector<std::string> arguments) {
    CLI::App app(
        "Phalanx draws thousands of animated soldiers with one instanced draw call,\nand shows what each "
        "step of that costs.\n\nWithout a command: run. Results go to stdout, the log to stderr.",
        "phalanx");
    app.require_subcommand(0, 1);
    app.set_version_flag("--version", fmt::format("phalanx {} ({})", kVersion, kCommit));
    bool quiet = false;
    bool verbose = false;
    app.add_flag("-q,--quiet", quiet, "log warnings and errors only");
    app.add_flag("-v,--verbose", verbose, "log more");
    app.fallthrough();
    app.footer(
        "Exit codes: 0 done, 1 a check failed, 2 usage, 3 a file cannot be used, 4 display, GL or disk.\n"
        "`phalanx COMMAND --help` lists a command's options.");
    for (const Command& command : commands())
        app.add_subcommand(std::string(command.name), std::string(command.summary))
            ->group(std::string(command.group));

    // Only the command that is called declares its options.
    const std::string called = insertCommand(app, arguments);
    const auto command = std::ranges::find(commands(), called, &Command::name);
    Invocation invocation;
    std::optional<OptionSet> set;
    if (command != commands().end()) {
        invocation.call = command->call();
        invocation.call->declareOptions(set.emplace(*app.get_subcommand(called)));
    }
    const std::vector<std::string> given = arguments;
    try {
        std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the end
        app.parse(arguments);
    } catch (const CLI::CallForHelp&) {
        return {called.empty() ? app.help() : app.get_subcommand(called)->help(), nullptr};
    } catch (const CLI::CallForVersion& version) {
        return {std::string(version.what()) + "\n", nullptr};
    } catch (const CLI::ParseError& error) {
        throw usageError("",
                         fmt::format("{}; `phalanx {} --help` lists the options",
                                     unexpectedText(app, called, given, plainError(error.what())), called));
    } catch (const SettingError& error) {
        throw usageError("--" + error.key(), error.text());
    }
    if (quiet) invocation.log = LogLevel::kQuiet;
    if (verbose) invocation.log = LogLevel::kVerbose;
    if (invocation.call != nullptr) {
        try {
            set->takeSwitches();
            invocation.call->finishOptions(*set);
        } catch (const SettingError& error) {
            throw usageError("--" + error.key(), error.text());
        }
    }
    return invocation;
}

ExitCode execute(const Invocation& invocation) {
    if (invocation.call == nullptr) {
        printResult(invocation.text);
        return ExitCode::kOk;
    }
    try {
        return invocation.call->run();
    } catch (const SettingError& error) {  // a name that the models do not have
        throw usageError("--" + error.key(), error.text());
    }
}

}  // namespace phalanx
