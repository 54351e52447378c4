// The command line: what was asked for, checked.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/commands/commands.h"
#include "core/log.h"

namespace phalanx {

struct NothingToDo {
    std::string text;  // help or version, for stdout
};

struct Invocation {
    std::variant<NothingToDo, RunOptions, ShotOptions, InfoOptions, BakeOptions, FigureOptions,
                 SwitchesOptions, ConvertOptions, PoseOptions, VerifyOptions, BenchOptions, DiagnoseOptions>
        command;
    LogLevel log = LogLevel::kNormal;
};

// `arguments` without the program's name. Throws Error (kUsage) in one line.
Invocation parseCommandLine(std::vector<std::string> arguments);

// Runs what was parsed.
ExitCode execute(const Invocation& invocation);

}  // namespace phalanx
