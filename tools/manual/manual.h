// The manual page and the completions of shells, written from the same commands and options as --help.
#pragma once

#include <string>
#include <vector>

#include "app/commands/invocation.h"

namespace phalanx {

// `date`: of the manual page, as 2026-01-31; "" leaves it out.
std::string manPage(const ProgramAbout& program, const std::string& date);
std::string bashCompletion(const ProgramAbout& program);
std::string zshCompletion(const ProgramAbout& program);
std::string fishCompletion(const ProgramAbout& program);

// An option that several commands have with the same help and values, and those commands.
struct SharedOption {
    OptionAbout about;  // `shown` is that of the first command
    std::vector<std::string> commands;
    std::vector<std::string> shown;  // the default of each command
};
// In the order of the command table. Positional arguments are left out.
std::vector<SharedOption> sharedOptions(const ProgramAbout& program);

// The first sentence of a help text, without its full stop.
std::string firstSentence(const std::string& help);
// `text` with each `find` replaced.
std::string replaced(std::string text, const std::string& find, const std::string& by);
// The names of all commands, separated by `between`.
std::string commandNames(const ProgramAbout& program, const std::string& between);
// The names of the program's own switches, which may precede a command.
std::string switchNames(const ProgramAbout& program, const std::string& between);

}  // namespace phalanx
