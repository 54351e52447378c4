// The command line of `phalanx figure`. Only for files that see CLI11.
#pragma once

#include <CLI/CLI.hpp>

#include "app/commands/commands.h"

namespace phalanx {

CLI::App* addFigure(CLI::App& app, FigureOptions& figure);

// After parsing. Throws Error (kUsage).
void finishFigure(FigureOptions& figure);

}  // namespace phalanx
