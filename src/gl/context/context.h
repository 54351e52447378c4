// Settings of a context, for windows and headless contexts.
#pragma once

#include <string_view>
#include <vector>

namespace phalanx::gl {

struct ContextSettings {
    int version = 0;     // 10 * major + minor of a core context, at least 33; 0: the newest available
    bool debug = false;  // a debug context: drivers report more and run slower
};

// The versions to try in order: the one that is set, else 4.6, 4.5, 4.3 and 3.3, the versions whose features
// are used.
std::vector<int> versionsToTry(const ContextSettings& settings);

// "3.3" -> 33. Throws Error (kUsage) if the text is not an OpenGL version from 3.3 to 4.6.
int parseVersion(std::string_view text);

}  // namespace phalanx::gl
