// The words of a command line, before and after CLI11 has taken them apart.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace phalanx {

// Returns the command that is called, "" for none (--help). `phalanx soldier.glb` means `phalanx run
// soldier.glb`, whose word is inserted; a mistyped command is not taken for a model. app: with all commands.
// Throws Error (kUsage).
std::string insertCommand(const CLI::App& app, std::vector<std::string>& arguments);

// CLI11's text of an error, in one line; where that does not say what is allowed, in other words.
std::string plainError(std::string message);

}  // namespace phalanx
