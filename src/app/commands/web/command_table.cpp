// The commands of the page: it runs the army, and verifies its poses in a worker.
#include <array>

#include "app/commands/command_rows.h"

namespace phalanx {

std::span<const Command> commands() {
    static const std::array kCommands{runCommand(), verifyCommand()};
    return kCommands;
}

}  // namespace phalanx
