// The words of a command line before CLI11 parses them, and its errors afterwards.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace phalanx {

// Returns the called command, "" for none (--help). `phalanx soldier.glb` means `phalanx run soldier.glb`:
// `run` is inserted. A mistyped command is not taken for a model. app: with all commands. Throws Error
// (kUsage).
std::string insertCommand(const CLI::App& app, std::vector<std::string>& arguments);

// CLI11's error in one line, reworded where it does not say what is allowed.
std::string plainError(std::string message);

}  // namespace phalanx
