#include "app/commands/invocation.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "app/cli/cli_words.h"
#include "app/cli/output.h"
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

std::string unexpectedText(const CLI::App& app, const std::string& error) {
    const std::vector<std::string> extra = app.remaining(true);
    if (extra.empty() || !extra.front().starts_with("--")) return error;
    const std::string option = extra.front().substr(0, extra.front().find('='));
    const std::vector<std::string> others = commandsWith(option);
    if (others.empty()) return error;
    return fmt::format("{}: is an option of {}", option, fmt::join(others, ", "));
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
    try {
        std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the end
        app.parse(arguments);
    } catch (const CLI::CallForHelp&) {
        return {called.empty() ? app.help() : app.get_subcommand(called)->help(), nullptr};
    } catch (const CLI::CallForVersion& version) {
        return {std::string(version.what()) + "\n", nullptr};
    } catch (const CLI::ExtrasError& error) {
        throw usageError("", fmt::format("{}; `phalanx {} --help` lists the options",
                                         unexpectedText(app, plainError(error.what())), called));
    } catch (const CLI::ParseError& error) {
        throw usageError(
            "", fmt::format("{}; `phalanx {} --help` lists the options", plainError(error.what()), called));
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
    if (invocation.call != nullptr) return invocation.call->run();
    printResult(invocation.text);
    return ExitCode::kOk;
}

}  // namespace phalanx
