#include "core/main_loop.h"

namespace phalanx {

void runMainLoop(const MainLoop& loop) {
    while (loop.step()) {
    }
    loop.end();
}

std::string userText(std::string text) {
    return text;
}

void handOver(const std::filesystem::path& /*file*/) {}

bool linkScene(const std::filesystem::path& /*file*/) {
    return false;
}

bool pickFiles() {
    return false;
}

void showHint(std::string_view /*text*/) {}

}  // namespace phalanx
