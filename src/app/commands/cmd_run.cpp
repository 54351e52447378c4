// `phalanx run`: the window.
#include <filesystem>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/window/window_app.h"

namespace phalanx {

ExitCode runCommand(const RunOptions& options) {
    requireWritable(options.json);
    // Before a window opens only to close again.
    for (const std::string& file : options.army.files) {
        std::error_code ignored;
        if (!std::filesystem::exists(file, ignored)) throw inputError(file, "no such file");
    }
    WindowApp app(options);
    app.run();
    app.report();
    return ExitCode::kOk;
}

}  // namespace phalanx
