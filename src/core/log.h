// The log goes to stderr; results go to stdout. Format strings are fmt's.
#pragma once

#include <spdlog/spdlog.h>

namespace phalanx {

enum class LogLevel { kQuiet, kNormal, kVerbose };

// Called once by main: stderr, colour where it is a terminal, "phalanx: " before warnings and errors.
void setUpLog(LogLevel level);

using spdlog::debug;
using spdlog::info;
using spdlog::warn;

}  // namespace phalanx
