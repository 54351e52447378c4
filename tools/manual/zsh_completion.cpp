// Completions for zsh: the arguments of each command, for _arguments.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "manual.h"

namespace phalanx {
namespace {

// Of a specification of _arguments, where brackets and colons have a meaning; in single quotes.
std::string escaped(std::string text) {
    for (const char* special : {"\\", "[", "]", ":"})
        text = replaced(text, special, std::string("\\") + special);
    return replaced(text, "'", "'\\''");
}

// ":MESSAGE:ACTION"
std::string valueOf(const OptionAbout& about) {
    std::vector<std::string> words;
    for (const std::string& word : about.words) words.push_back(replaced(escaped(word), " ", "\\ "));
    const std::string listed = fmt::format("{}", fmt::join(words, " "));
    std::string action = " ";  // a value that cannot be completed
    if (about.files)
        action = words.empty() ? "_files" : fmt::format("{{_phalanx_words_or_files {}}}", listed);
    if (!about.files && !words.empty()) action = fmt::format("({})", listed);
    const std::string message = about.type.empty() ? about.names.front() : about.type;
    return fmt::format(":{}:{}", escaped(message), action);
}

std::string argumentsOf(const OptionAbout& about) {
    if (about.positional) return fmt::format("        '{}{}'\n", about.several ? "*" : "1", valueOf(about));
    std::string text;
    for (const std::string& name : about.names) {
        const bool value = !about.type.empty();
        text += fmt::format("        '{}{}{}[{}]{}'\n", about.several ? "*" : "", name,
                            !value                   ? ""
                            : name.starts_with("--") ? "="
                                                     : "+",
                            escaped(firstSentence(about.help)), value ? valueOf(about) : "");
    }
    return text;
}

}  // namespace

std::string zshCompletion(const ProgramAbout& program) {
    std::string text =
        "#compdef phalanx\n"
        "# Completions of phalanx for zsh, written by make_manual from the program's command table.\n\n"
        "_phalanx_words_or_files() {\n"
        "    local -a words_to_add=(\"$@\")\n"
        "    _alternative 'words:word:compadd -a words_to_add' 'files:file:_files'\n"
        "}\n\n"
        "_phalanx() {\n"
        "    local command=run\n"
        "    local -a arguments commands switches\n"
        "    commands=(\n";
    for (const CommandAbout& command : program.commands)
        text += fmt::format("        '{}:{}'\n", command.name, replaced(command.summary, "'", "'\\''"));
    text += "    )\n    switches=(\n";
    for (const OptionAbout& option : program.options) text += argumentsOf(option);
    // The program's own switches may precede the command.
    text += fmt::format(
        "    )\n"
        "    while (( CURRENT > 2 )) && [[ $words[2] == ({0}) ]]; do\n"
        "        words[2]=()\n"
        "        (( CURRENT-- ))\n"
        "    done\n"
        "    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
        "        _describe -t commands command commands\n"
        "        _files\n"
        "        return\n"
        "    fi\n"
        "    if [[ $words[2] == ({1}) ]]; then\n"
        "        command=$words[2]\n"
        "        words[2]=()\n"
        "        (( CURRENT-- ))\n"
        "    fi\n"
        "    case $command in\n",
        switchNames(program, "|"), commandNames(program, "|"));
    for (const CommandAbout& command : program.commands) {
        text += fmt::format("    {})\n        arguments=(\n", command.name);
        for (const OptionAbout& option : command.options) text += argumentsOf(option);
        text += "        )\n        ;;\n";
    }
    text += "    esac\n    _arguments -s $switches $arguments\n}\n\n_phalanx \"$@\"\n";
    return text;
}

}  // namespace phalanx
