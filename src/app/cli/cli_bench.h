// The command line of `phalanx bench`. Only for files that see CLI11.
#pragma once

#include <CLI/CLI.hpp>

#include "app/cli/cli_options.h"
#include "app/commands/commands.h"

namespace phalanx {

CLI::App* addBench(CLI::App& app, BenchOptions& bench, Texts& texts);

// After parsing. Throws Error (kUsage).
void finishBench(const CLI::App& command, BenchOptions& bench, const Texts& texts);

}  // namespace phalanx
