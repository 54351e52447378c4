// Completions for fish: a line per command and per option, with the commands that have it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "manual.h"

namespace phalanx {
namespace {

std::string quoted(const std::string& text) {
    return fmt::format("'{}'", replaced(replaced(text, "\\", "\\\\"), "'", "\\'"));
}

// The words of -a, which fish splits and expands.
std::string wordsOf(const std::vector<std::string>& words) {
    std::vector<std::string> escaped;
    for (const std::string& word : words) escaped.push_back(replaced(word, " ", "\\ "));
    return quoted(fmt::format("{}", fmt::join(escaped, " ")));
}

// "-l units -s o -x -a ..."
std::string optionText(const OptionAbout& about) {
    std::string text;
    for (const std::string& name : about.names) {
        const bool is_long = name.starts_with("--");
        text += fmt::format(" -{} {}", is_long ? 'l' : 's', name.substr(is_long ? 2 : 1));
    }
    if (!about.type.empty()) text += about.files ? " -r -F" : " -x";
    if (!about.words.empty()) text += fmt::format(" -a {}", wordsOf(about.words));
    return text + fmt::format(" -d {}", quoted(firstSentence(about.help)));
}

}  // namespace

std::string fishCompletion(const ProgramAbout& program) {
    std::string text = fmt::format(
        R"(# Completions of phalanx for fish, written by make_manual from the program's command table.

# Prints the command; nothing if none is given yet.
function __phalanx_command
    for word in (commandline -opc)[2..-1]
        switch $word
            case {0}
                echo $word
                return
            case {1}
            case '*'
                echo run
                return
        end
    end
end

# Whether the command is one of these. Without a command it is run.
function __phalanx_in
    set -l command (__phalanx_command)
    test -n "$command"; or set command run
    contains -- $command $argv
end

)",
        commandNames(program, " "), switchNames(program, " "));
    for (const CommandAbout& command : program.commands) {
        text += fmt::format("complete -c phalanx -n 'test -z \"$(__phalanx_command)\"' -a {} -d {}\n",
                            command.name, quoted(command.summary));
    }
    for (const OptionAbout& option : program.options)
        text += fmt::format("complete -c phalanx{}\n", optionText(option));
    for (const CommandAbout& command : program.commands) {
        for (const OptionAbout& option : command.options) {
            if (!option.positional || option.words.empty()) continue;
            text += fmt::format("complete -c phalanx -n '__phalanx_in {}' -f -a {}\n", command.name,
                                wordsOf(option.words));
        }
    }
    for (const SharedOption& option : sharedOptions(program)) {
        text += fmt::format("complete -c phalanx -n '__phalanx_in {}'{}\n", fmt::join(option.commands, " "),
                            optionText(option.about));
    }
    return text;
}

}  // namespace phalanx
