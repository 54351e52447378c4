// The command line: which command was called, with its options checked.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/commands/command.h"
#include "core/log.h"

namespace phalanx {

struct Invocation {
    std::string text;  // help or version for stdout, if no command is called
    std::unique_ptr<CommandCall> call;
    LogLevel log = LogLevel::kNormal;
};

// The commands and options of the program, for the manual page and the completions of shells.
struct CommandAbout {
    std::string name;
    std::string group;
    std::string summary;
    std::vector<OptionAbout> options;
};
struct ProgramAbout {
    std::string description;
    std::vector<std::string> exit_codes;  // what they mean, from 0
    std::vector<OptionAbout> options;     // of all commands
    std::vector<CommandAbout> commands;
};
ProgramAbout aboutProgram();

// `arguments` without the program's name. Throws Error (kUsage, or kInput for scenes and settings) in one
// line.
Invocation parseCommandLine(std::vector<std::string> arguments);

ExitCode execute(const Invocation& invocation);

}  // namespace phalanx
