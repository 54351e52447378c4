// The words of a command line, before and after CLI11 has taken them apart.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace phalanx {

// `phalanx soldier.glb` means `phalanx run soldier.glb`; a mistyped command is not a model. app: with all
// commands. Throws Error (kUsage).
void insertRun(const CLI::App& app, std::vector<std::string>& arguments);

// What CLI11 says of a wrong command line, in one line; where that does not tell what is allowed, in our
// words.
std::string inOurWords(std::string message);

// A script whose variable was not set: no silent default. After parsing; throws Error (kUsage).
void refuseEmptyValues(const CLI::App& app);

}  // namespace phalanx
