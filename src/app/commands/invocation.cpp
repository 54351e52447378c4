#include "app/commands/invocation.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <utility>

#include "app/cli/cli_words.h"
#include "app/cli/output.h"
#include "core/printable.h"
#include "core/version.h"

namespace phalanx {
namespace {

// What the exit codes mean, in their order: those of ExitCode.
constexpr std::array<const char*, 5> kExitCodes{"done", "a check failed", "usage", "a file cannot be used",
                                                "display, GL or disk"};

struct LogFlags {
    bool quiet = false;
    bool verbose = false;
};

// Everything except the options of commands. `flags` must outlive `app`.
void declareProgram(CLI::App& app, LogFlags& flags) {
    app.description(
        "Phalanx draws thousands of animated soldiers with one instanced draw call,\nand shows what each "
        "step of that costs.\n\nWithout a command: run. Results go to stdout, the log to stderr.");
    app.name("phalanx");
    app.require_subcommand(0, 1);
    app.set_version_flag("--version", fmt::format("phalanx {} ({})", kVersion, kCommit));
    app.add_flag("-q,--quiet", flags.quiet, "log warnings and errors only");
    app.add_flag("-v,--verbose", flags.verbose, "log more");
    app.fallthrough();
    std::string codes;
    for (std::size_t code = 0; code < kExitCodes.size(); ++code)
        codes += fmt::format("{}{} {}", code == 0 ? "" : ", ", code, kExitCodes[code]);
    app.footer(fmt::format("Exit codes: {}.\n`phalanx COMMAND --help` lists a command's options.", codes));
    for (const Command& command : commands())
        app.add_subcommand(std::string(command.name), std::string(command.summary))
            ->group(std::string(command.group));
}

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

ProgramAbout aboutProgram() {
    LogFlags flags;
    CLI::App app;
    declareProgram(app, flags);
    ProgramAbout about{app.get_description(), {kExitCodes.begin(), kExitCodes.end()}, {}, {}};
    for (const CLI::Option* option : app.get_options()) {
        OptionAbout& each = about.options.emplace_back();
        for (const std::string& letter : option->get_snames()) each.names.push_back("-" + letter);
        for (const std::string& name : option->get_lnames()) each.names.push_back("--" + name);
        each.help = option->get_description();
    }
    for (const Command& command : commands()) {
        CLI::App options;
        OptionSet set(options);
        const std::unique_ptr<CommandCall> call = command.call();
        call->declareOptions(set);
        about.commands.push_back({std::string(command.name), std::string(command.group),
                                  std::string(command.summary), set.about()});
    }
    return about;
}

Invocation parseCommandLine(std::vector<std::string> arguments) {
    LogFlags flags;
    CLI::App app;
    declareProgram(app, flags);

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
        return {called.empty() ? app.help() : app.get_subcommand(called)->help(app.get_name()), nullptr};
    } catch (const CLI::CallForVersion& version) {
        return {std::string(version.what()) + "\n", nullptr};
    } catch (const CLI::ParseError& error) {
        throw usageError("",
                         fmt::format("{}; `phalanx {} --help` lists the options",
                                     unexpectedText(app, called, given, plainError(error.what())), called));
    } catch (const SettingError& error) {
        throw usageError("--" + error.key(), error.text());
    }
    if (flags.quiet) invocation.log = LogLevel::kQuiet;
    if (flags.verbose) invocation.log = LogLevel::kVerbose;
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
