// Completions for bash: one function, which knows for each command its options and for each option its
// values.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "manual.h"

namespace phalanx {
namespace {

// In single quotes; several words are lines, since a word may contain spaces.
std::string quoted(const std::vector<std::string>& words) {
    return fmt::format("'{}'", replaced(fmt::format("{}", fmt::join(words, "\n")), "'", "'\\''"));
}

std::string assignments(const OptionAbout& about) {
    std::string text;
    if (!about.words.empty()) text += fmt::format(" words={}", quoted(about.words));
    if (about.files) text += " files=1";
    return text;
}

std::string optionNames(const ProgramAbout& program, const CommandAbout& command) {
    std::string names;
    for (const OptionAbout& option : command.options) {
        if (option.positional) continue;
        for (const std::string& name : option.names) names += name + " ";
    }
    return names + switchNames(program, " ");
}

// case COMMAND: the options and the words or files that the command takes without an option.
std::string caseOfCommands(const ProgramAbout& program) {
    std::string text = "    case $command in\n";
    for (const CommandAbout& command : program.commands) {
        text += fmt::format("        {})\n            options='{}'\n", command.name,
                            optionNames(program, command));
        for (const OptionAbout& option : command.options) {
            if (option.positional) text += fmt::format("           {}\n", assignments(option));
        }
        text += "            ;;\n";
    }
    return text + "    esac\n";
}

// case COMMAND:OPTION: the values of options. Options whose values are the same share a branch, and an
// option that has them in all its commands is written once.
std::string caseOfValues(const ProgramAbout& program) {
    std::map<std::string, std::set<std::string>> forms;  // by the option's name: "" for a switch
    for (const CommandAbout& command : program.commands) {
        for (const OptionAbout& option : command.options) {
            if (option.positional) continue;
            for (const std::string& name : option.names)
                forms[name].insert(option.type.empty() ? "" : "value=1" + assignments(option));
        }
    }
    std::map<std::string, std::vector<std::string>> branches;  // by what they assign
    for (const CommandAbout& command : program.commands) {
        for (const OptionAbout& option : command.options) {
            if (option.positional || option.type.empty()) continue;
            for (const std::string& name : option.names) {
                const bool same = forms[name].size() == 1;
                std::vector<std::string>& patterns = branches["value=1" + assignments(option)];
                const std::string pattern = fmt::format("{}:{}", same ? "*" : command.name, name);
                if (!same || std::find(patterns.begin(), patterns.end(), pattern) == patterns.end())
                    patterns.push_back(pattern);
            }
        }
    }
    std::string text = "    case $command:$previous in\n";
    for (const auto& [assigned, patterns] : branches) {
        text += fmt::format("        {})\n            words='' files='' {}\n            ;;\n",
                            fmt::join(patterns, " | "), assigned);
    }
    return text + "    esac\n";
}

constexpr const char* kBegin = R"(# shellcheck shell=bash
# Completions of phalanx for bash, written by make_manual from the program's command table.
_phalanx() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command='' options='' words='' files='' value='' i word
    COMPREPLY=()
    # bash splits --units=5 into three words.
    if [[ $current == = ]]; then
        current=''
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case ${COMP_WORDS[i]} in
)";

constexpr const char* kEnd = R"(    if [[ -z $value ]]; then
        if [[ $current == -* ]]; then
            words=${options// /$'\n'} files=''
        elif [[ -n $first ]]; then
            words=$first
        fi
    fi
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
    while IFS= read -r word; do
        [[ -n $word && $word == "$current"* ]] || continue
        if [[ -z $files ]]; then printf -v word '%q' "$word"; fi
        COMPREPLY+=("$word")
    done <<<"$words"
}
complete -F _phalanx phalanx
)";

}  // namespace

std::string bashCompletion(const ProgramAbout& program) {
    std::string text = kBegin;
    text += fmt::format(
        "            {})\n                command=${{COMP_WORDS[i]}}\n"
        "                break\n                ;;\n",
        commandNames(program, " | "));
    text += fmt::format("            {}) ;;\n", switchNames(program, " | "));
    text +=
        "            *)\n                command=run\n                break\n                ;;\n"
        "        esac\n    done\n";
    text += fmt::format(
        "    local first=''\n    if [[ -z $command ]]; then\n"
        "        command=run\n        first='{}'\n    fi\n",
        commandNames(program, "\n"));
    return text + caseOfCommands(program) + caseOfValues(program) + kEnd;
}

}  // namespace phalanx
